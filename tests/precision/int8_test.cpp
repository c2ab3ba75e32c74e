#include "core/precision/int8.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "core/precision/places.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/tolerances.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

std::vector<float> Rounded(std::vector<float> values) {
  RoundToInt8(values.data(), static_cast<Index>(values.size()));
  return values;
}

TEST(Int8, RoundsToTheNearestOf255AndTiesToEven) {
  EXPECT_EQ(Rounded({127, 1.4f, -0.6f, 0.5f, 1.5f, -2.5f, 126.75f}),
            (std::vector<float>{127, 1, -1, 0, 2, -2, 127}));
  // The largest is 127 steps of one half.
  EXPECT_EQ(Rounded({0.26f, -63.5f, 0.2f, 0.75f}), (std::vector<float>{0.5f, -63.5f, 0, 1}));
}

TEST(Int8, ZerosStayAndALoneNumberDoesToo) {
  EXPECT_EQ(Rounded({0, 0, 0}), (std::vector<float>{0, 0, 0}));
  EXPECT_NEAR(Rounded({-3})[0], -3, 3 * tolerance::kFloatRounding);
}

TEST(Int8, AnOutputChannelHasItsOwnScale) {
  std::vector<float> weight = {127, 0.4f, 1.27f, 0.4f, 0, 0};
  RoundRowsToInt8<float>(View(weight, 3, 2));
  EXPECT_EQ(weight[0], 127);
  EXPECT_EQ(weight[1], 0);
  EXPECT_NEAR(weight[2], 1.27f, tolerance::kFloatRounding);
  EXPECT_NEAR(weight[3], 0.4f, tolerance::kFloatRounding);  // 40 steps of 0.01
  EXPECT_EQ(weight[4], 0);
}

TEST(Int8, IsNeverMoreThanHalfAStepOff) {
  const std::vector<double> values = RandomValues(1000, "int8");
  std::vector<double> rounded = values;
  RoundToInt8(rounded.data(), 1000);
  const double step = LargestMagnitude(values.data(), 1000) / kInt8Largest;
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_LE(Abs(rounded[i] - values[i]), step / 2 + tolerance::kDoubleRounding);
  }
}

TEST(Int8, LeavesThePlacesThatAreNotNamed) {
  Matrix<float> x(1, 2);
  x << 127, 0.4f;
  auto rounding = RoundAt<float>(RoundedPlaces{.products = true}, RoundToInt8<float>);
  EXPECT_EQ(rounding.Into(RoundedPlace::kNorm, x).data(), x.data());
  EXPECT_EQ(rounding.Into(RoundedPlace::kAdd, x).data(), x.data());
  EXPECT_EQ(rounding.Into(RoundedPlace::kProduct, x)(0, 1), 0);
  rounding.OutOf(RoundedPlace::kAdd, x);
  EXPECT_EQ(x(0, 1), 0.4f) << "nothing was rounded in place";
  rounding.OutOf(RoundedPlace::kProduct, x);
  EXPECT_EQ(x(0, 1), 0);
}

TEST(Int8, HoldsBothTermsOfAnAddition) {
  Matrix<float> x(1, 2);
  Matrix<float> y(1, 2);
  x << 127, 0.4f;
  y << 127, 5.4f;
  auto rounding = RoundAt<float>(RoundedPlaces{.adds = true}, RoundToInt8<float>);
  const auto first = rounding.Into(RoundedPlace::kAdd, x);
  const auto second = rounding.Into(RoundedPlace::kAdd, y);
  EXPECT_EQ(first(0, 1), 0);
  EXPECT_EQ(second(0, 1), 5);
}

}  // namespace
}  // namespace normlab
