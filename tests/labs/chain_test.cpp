#include "core/labs/chain.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/labs/singular_values.hpp"
#include "core/labs/statistics.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

class ChainOf : public testing::TestWithParam<std::string> {};

// Loss, head, final norm and all branches: one direction of W1 of the first branch.
TEST_P(ChainOf, GradientIsTheLosssSlope) {
  const ChainShape shape{GetParam(), 3, 8, 4, 5};
  Chain chain(shape);
  chain.Initialise(11);
  chain.Forward();
  Matrix<double> d;
  chain.Loss(11, 1.0, d);
  std::vector<double> norms;
  chain.Backward(d, norms);
  const double step = tolerance::kDifferenceStep;
  Matrix<double> direction(4, 8);
  RandomStream(5, 1).FillNormal(0, direction.data(), direction.size());
  double slope = 0;
  for (Index i = 0; i < d.size(); ++i) slope += d.data()[i] * direction.data()[i];
  const auto loss_at = [&](double distance) {
    Chain moved(shape);
    moved.Initialise(11);
    moved.MoveTokens(direction, distance);
    moved.Forward();
    Matrix<double> ignored;
    return moved.Loss(11, 1.0, ignored);
  };
  const double difference = (loss_at(step) - loss_at(-step)) / (2 * step);
  EXPECT_NEAR(slope, difference, tolerance::kDifference * (1 + std::abs(difference)));
}

INSTANTIATE_TEST_SUITE_P(Wirings, ChainOf,
                         testing::Values("plain", "residual", "post", "pre", "sandwich",
                                         "deepnorm"));

TEST(SingularValues, OfTriangleAndOfRankOne) {
  Matrix<double> triangle(2, 2);
  triangle << 3, 0, 4, 5;
  const std::vector<double> values = SingularValues(triangle);
  EXPECT_NEAR(values[0], std::sqrt(45.0), tolerance::kDoubleRounding);
  EXPECT_NEAR(values[1], std::sqrt(5.0), tolerance::kDoubleRounding);
  Matrix<double> rank_one(3, 2);
  rank_one << 1, 2, 2, 4, 2, 4;
  EXPECT_NEAR(SingularValues(rank_one)[0], std::sqrt(45.0), tolerance::kDoubleRounding);
  EXPECT_NEAR(SingularValues(rank_one)[1], 0, tolerance::kDoubleRounding);
}

TEST(Statistics, SlopeAndWorstDeviation) {
  EXPECT_DOUBLE_EQ(Slope({1, 2, 4}, {5, 3, -1}), -2);
  EXPECT_DOUBLE_EQ(WorstDeviation({1, 1.5, 0.25}, {1, 2, 0.5}), -0.5);
  EXPECT_TRUE(std::isnan(WorstDeviation({1, std::nan(""), 9}, {1, 1, 1})));
}

}  // namespace
}  // namespace normlab
