#include "core/layers/activation.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random_values.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

constexpr Activation kAll[] = {Activation::kRelu, Activation::kGeluTanh, Activation::kGeluErf,
                               Activation::kSilu, Activation::kTanh};

// The published formulas, by the standard library.
double Reference(Activation activation, double x) {
  switch (activation) {
    case Activation::kRelu:
      return x > 0 ? x : 0;
    case Activation::kGeluTanh:
      return 0.5 * x *
             (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    case Activation::kGeluErf:
      return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2));
    case Activation::kSilu:
      return x / (1 + std::exp(-x));
    case Activation::kTanh:
      return std::tanh(x);
  }
  return 0;
}

template <class S>
ValueAndSlope<S> Apply(Activation activation, S x) {
  ValueAndSlope<S> result{};
  ActivationForward(activation, &x, 1, &result.value, &result.slope);
  return result;
}

TEST(Activation, ValuesMeetThePublishedFormulas) {
  for (const Activation activation : kAll) {
    for (double x = -8; x <= 8; x += 0.037) {
      const double want = Reference(activation, x);
      EXPECT_NEAR(Apply(activation, x).value, want, tolerance::kDoubleRounding) << x;
      EXPECT_NEAR(Apply(activation, static_cast<float>(x)).value, want,
                  tolerance::kFloatRounding * std::max(1.0, std::fabs(x)))
          << x;
    }
  }
}

TEST(Activation, SlopesAreTheDerivativesOfTheValues) {
  for (const Activation activation : kAll) {
    for (double x = -6.001; x <= 6; x += 0.037) {
      const ValueAndSlope<Dual<double>> dual = Apply(activation, Dual<double>(x, 1.0));
      EXPECT_NEAR(Apply(activation, x).slope, dual.value.derivative, tolerance::kDual) << x;
      const double h = tolerance::kDifferenceStep;
      const double difference =
          (Apply(activation, x + h).value - Apply(activation, x - h).value) / (2 * h);
      EXPECT_NEAR(Apply(activation, x).slope, difference, tolerance::kDifference) << x;
    }
  }
}

TEST(Activation, EveryLengthAndInPlaceGiveTheSameBits) {
  for (const Activation activation : kAll) {
    for (const std::size_t count : {1u, 63u, 64u, 65u, 130u}) {
      const std::vector<float> x = CastTo<float>(RandomValues(count, "x", 3.0));
      std::vector<float> y(count);
      std::vector<float> slope(count);
      ActivationForward(activation, x.data(), static_cast<Index>(count), y.data(), slope.data());
      std::vector<float> in_place = x;
      std::vector<float> slope_beside(count);
      ActivationForward(activation, in_place.data(), static_cast<Index>(count), in_place.data(),
                        slope_beside.data());
      EXPECT_EQ(in_place, y);
      EXPECT_EQ(slope_beside, slope);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(y[i], Apply(activation, x[i]).value);
        EXPECT_EQ(slope[i], Apply(activation, x[i]).slope);
      }
    }
  }
}

TEST(Activation, ReluHasSlopeZeroAtZero) {
  EXPECT_EQ(Apply(Activation::kRelu, 0.0).slope, 0.0);
  EXPECT_EQ(Apply(Activation::kRelu, -1.0).value, 0.0);
}

TEST(Activation, BackwardMultipliesByTheSlope) {
  const std::vector<double> slope = {1, -2, 0.5};
  std::vector<double> d = {3, 4, 8};
  ActivationBackward(slope.data(), d.data(), 3, d.data());
  EXPECT_EQ(d, (std::vector<double>{3, -8, 4}));
}

// N20 (tvm PR#14814): the two forms are two functions, and each has its own gradient.
TEST(CaseN20, EachFormOfGeluHasItsOwnValueAndGradient) {
  EXPECT_NEAR(Apply(Activation::kGeluErf, 1.0).value, 0.84134, tolerance::kFiveDigits);
  EXPECT_NEAR(Apply(Activation::kGeluTanh, 1.0).value, 0.84119, tolerance::kFiveDigits);
  double largest = 0;
  double where = 0;
  for (double x = -6; x <= 6; x += 1e-3) {
    const double difference =
        std::fabs(Apply(Activation::kGeluErf, x).value - Apply(Activation::kGeluTanh, x).value);
    if (difference > largest) {
      largest = difference;
      where = std::fabs(x);
    }
  }
  EXPECT_NEAR(largest, 4.73e-4, tolerance::kGeluForms);
  EXPECT_NEAR(where, 2.70, tolerance::kTwoDecimals);
}

}  // namespace
}  // namespace normlab
