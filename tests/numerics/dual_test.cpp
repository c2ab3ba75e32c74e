#include "core/numerics/dual.hpp"

#include <Eigen/Core>

#include <gtest/gtest.h>

#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

using D = Dual<double>;

template <typename Function>
void ExpectDerivative(Function function, double x) {
  const D dual = function(D(x, 1.0));
  const double h = tolerance::kDifferenceStep;
  const double difference = (function(D(x + h)).value - function(D(x - h)).value) / (2 * h);
  EXPECT_EQ(dual.value, function(D(x)).value);
  EXPECT_NEAR(dual.derivative, difference, tolerance::kDifference) << x;
}

TEST(Dual, FunctionsHaveTheirDerivatives) {
  for (const double x : {0.2, 0.9, 1.7}) {
    ExpectDerivative([](D t) { return Exp(t); }, x);
    ExpectDerivative([](D t) { return Log(t); }, x);
    ExpectDerivative([](D t) { return Tanh(t); }, x);
    ExpectDerivative([](D t) { return Erf(t); }, x);
    ExpectDerivative([](D t) { return Sigmoid(t); }, x);
    ExpectDerivative([](D t) { return Sqrt(t); }, x);
    ExpectDerivative([](D t) { return Abs(t); }, -x);
    ExpectDerivative([](D t) { return Maximum(t, t * t); }, x);
    ExpectDerivative([](D t) { return -t / (t * t + 1.0) - 3.0 * (+t); }, x);
  }
}

TEST(Dual, CompoundAssignmentsAreTheOperators) {
  const D a(3.0, 1.0);
  const D b(2.0, -0.5);
  D t = a;
  t += b;
  t *= a;
  t -= b;
  t /= b;
  const D want = ((a + b) * a - b) / b;
  EXPECT_EQ(t.value, want.value);
  EXPECT_EQ(t.derivative, want.derivative);
}

TEST(Dual, ComparesByValue) {
  const D small(1.0, 9.0);
  const D large(2.0, -9.0);
  EXPECT_TRUE(small < large && small <= large && large > small && large >= small);
  EXPECT_TRUE(small == D(1.0) && small != large);
  EXPECT_EQ(Maximum(small, large).derivative, -9.0);
  EXPECT_EQ(Value(large), 2.0);
}

TEST(Dual, NestsForSecondDerivatives) {
  using DD = Dual<D>;
  const DD x(D(0.7, 1.0), D(1.0, 0.0));
  const DD y = Tanh(x) * x;
  const double t = Tanh(0.7);
  const double slope = 1 - t * t;
  EXPECT_NEAR(y.derivative.derivative, 2 * slope - 2 * 0.7 * t * slope, tolerance::kDual);
  EXPECT_EQ(Value(x), 0.7);
}

TEST(Dual, WorksAsAnEigenScalar) {
  Eigen::Matrix<D, 2, 2> a;
  a << D(1.0, 1.0), D(2.0), D(3.0), D(4.0);
  const Eigen::Matrix<D, 2, 2> square = a * a;
  EXPECT_EQ(square(0, 0).value, 7.0);
  EXPECT_EQ(square(0, 0).derivative, 2.0);
  EXPECT_EQ(square(1, 0).derivative, 3.0);
  const Eigen::Matrix<D, 2, 2> zero = Eigen::Matrix<D, 2, 2>::Zero();
  EXPECT_EQ(zero(1, 1).derivative, 0.0);
}

}  // namespace
}  // namespace normlab
