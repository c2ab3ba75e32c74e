#include "core/numerics/reduce.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random_values.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

TEST(Reduce, SumsAreRightAtEveryLength) {
  for (Index count = 0; count <= 40; ++count) {
    std::vector<double> x = RandomValues(static_cast<std::size_t>(count), "x");
    std::vector<double> y = RandomValues(static_cast<std::size_t>(count), "y");
    double dot = 0;
    double squares = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      dot += x[i] * y[i];
      squares += x[i] * x[i];
    }
    EXPECT_NEAR(Sum(x.data(), count), std::accumulate(x.begin(), x.end(), 0.0),
                tolerance::kDoubleRounding);
    EXPECT_NEAR(Dot(x.data(), y.data(), count), dot, tolerance::kDoubleRounding);
    EXPECT_NEAR(SumOfSquares(x.data(), count), squares, tolerance::kDoubleRounding);
  }
}

// The order is part of the contract: another order has other bits.
TEST(Reduce, AddsInEightRunningSums) {
  const std::vector<float> x = CastTo<float>(RandomValues(29, "order"));
  float sums[8] = {};
  for (std::size_t i = 0; i < x.size(); ++i) sums[i % 8] += x[i];
  const float want =
      ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
  EXPECT_EQ(Sum(x.data(), 29), want);
}

TEST(Reduce, MeasuresWhatHasNoSquareInFloat) {
  const std::vector<float> tiny(9, 1e-30f);
  EXPECT_NEAR(std::sqrt(MeasuredSumOfSquares(tiny.data(), 9)) / 3e-30, 1.0,
              tolerance::kFloatRounding);
  const std::vector<float> huge(4, 1e30f);
  EXPECT_NEAR(std::sqrt(MeasuredSumOfSquares(huge.data(), 4)) / 2e30, 1.0,
              tolerance::kFloatRounding);
}

TEST(Reduce, LargestIsTheLargest) {
  const std::vector<double> x = {-3.0, 2.0, 9.0, -9.5};
  EXPECT_EQ(Largest(x.data(), 4), 9.0);
  EXPECT_EQ(Largest(x.data(), 2), 2.0);
  EXPECT_EQ(Largest(x.data(), 1), -3.0);
}

TEST(Reduce, NotANumberPoisonsASum) {
  std::vector<float> x(20, 1.0f);
  x[13] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(Sum(x.data(), 20)));
  EXPECT_TRUE(std::isnan(MeasuredSumOfSquares(x.data(), 20)));
}

}  // namespace
}  // namespace normlab
