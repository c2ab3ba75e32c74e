#include "core/labs/statistics.hpp"

#include <gtest/gtest.h>

#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

// By hand: mean 2, s = 1, t(2) = 4.303, so 4.303 / sqrt(3).
TEST(Statistics, AMeanHasStudentsInterval) {
  const OverSeeds over = Confidence({1, 2, 3});
  EXPECT_EQ(over.mean, 2);
  EXPECT_NEAR(over.interval, 2.48434, tolerance::kFiveDigits);
  EXPECT_EQ(Confidence({4, 4, 4, 4}).interval, 0);
  EXPECT_TRUE(std::isnan(Confidence({5}).interval));
}

TEST(Statistics, ManySeedsHaveTheLastQuantile) {
  std::vector<double> values;
  for (int i = 0; i < 50; ++i) values.push_back(i % 2 == 0 ? 1 : -1);
  EXPECT_NEAR(Confidence(values).interval, 2.042 / std::sqrt(49.0), tolerance::kDoubleRounding);
}

// Two seeds with slopes 1 and 3: mean 2, s = sqrt(2), t(1) = 12.706.
TEST(Statistics, SlopesAreThoseOfEachSeed) {
  const OverSeeds slope = SlopeOverSeeds({0, 1, 2}, {{5, 0}, {6, 3}, {7, 6}});
  EXPECT_EQ(slope.mean, 2);
  EXPECT_NEAR(slope.interval, 12.706, tolerance::kDoubleRounding);
}

}  // namespace
}  // namespace normlab
