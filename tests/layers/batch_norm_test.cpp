#include "core/layers/batch_norm.hpp"

#include <gtest/gtest.h>

#include "tests/support/gradient_checker.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

struct BatchNormUnit {
  Index tokens, width;

  std::vector<std::string> Names() const { return {"x", "gain", "bias"}; }

  template <class S>
  Matrix<S> Output(const Blocks<S>& inputs, NormCache<S>& cache) const {
    cache.normalised.resize(tokens, width);
    cache.inverse.resize(width);
    Matrix<S> y(tokens, width);
    BatchNormForward<S>(View(inputs[0], tokens, width), inputs[1].data(), inputs[2].data(), S(1e-5),
                        cache, y);
    return y;
  }

  template <class S>
  std::vector<S> Forward(const Blocks<S>& inputs) const {
    NormCache<S> cache;
    return ToVector(Output(inputs, cache));
  }

  Blocks<double> Backward(const Blocks<double>& inputs, const std::vector<double>& dy) const {
    NormCache<double> cache;
    Output(inputs, cache);
    Blocks<double> d = {std::vector<double>(inputs[0].size()),
                        std::vector<double>(inputs[1].size(), kAlreadyThere),
                        std::vector<double>(inputs[2].size(), kAlreadyThere)};
    BatchNormBackward<double>(View(dy, tokens, width), inputs[1].data(), cache,
                              View(d[0], tokens, width), d[1].data(), d[2].data());
    TakeOff(d[1]);
    TakeOff(d[2]);
    return d;
  }
};

TEST(BatchNorm, Gradients) {
  for (const BatchNormUnit unit : {BatchNormUnit{6, 5}, BatchNormUnit{3, 9}}) {
    const auto elements = static_cast<std::size_t>(unit.tokens * unit.width);
    const auto width = static_cast<std::size_t>(unit.width);
    CheckGradients(unit, {RandomValues(elements, "x", 2.0, 0.3),
                          RandomValues(width, "gain", 0.3, 1.0), RandomValues(width, "bias")});
  }
}

TEST(BatchNorm, RefusesASingleTokenWithTheReason) {
  EXPECT_NE(WhyBatchNormRefuses(1).find("no variance"), std::string::npos);
  EXPECT_EQ(WhyBatchNormRefuses(2), "");
}

// Two batches of one feature: means 2 and 4, unbiased variances 2 and 8.
TEST(BatchNorm, AveragesMoveByTheirMomentum) {
  BatchNormAverages<double> averages{Vector<double>::Zero(1), Vector<double>::Ones(1)};
  const std::vector<double> first = {1, 3};
  const std::vector<double> second = {2, 6};
  UpdateBatchNormAverages<double>(View(first, 2, 1), 0.5, averages);
  EXPECT_EQ(averages.mean[0], 1);
  EXPECT_EQ(averages.variance[0], 1.5);
  UpdateBatchNormAverages<double>(View(second, 2, 1), 0.5, averages);
  EXPECT_EQ(averages.mean[0], 2.5);
  EXPECT_EQ(averages.variance[0], 4.75);
}

TEST(BatchNorm, EvaluationIsTheFormulaAndSeesNoOtherToken) {
  const BatchNormAverages<double> averages{Vector<double>::Constant(1, 3.0),
                                           Vector<double>::Constant(1, 4.0)};
  const double gain = 2;
  const double bias = 1;
  const std::vector<double> x = {5, 3, 1000};
  std::vector<double> y(3);
  BatchNormEvaluate<double>(View(x, 3, 1), averages, &gain, &bias, 0.0, View(y, 3, 1));
  EXPECT_EQ(y, (std::vector<double>{3, 1, 998}));
}

// The contrast to a norm that looks at one token alone.
TEST(BatchNorm, AnotherTokenChangesThisOne) {
  const BatchNormUnit unit{4, 3};
  Blocks<double> inputs = {RandomValues(12, "x"), {1, 1, 1}, {0, 0, 0}};
  const std::vector<double> before = unit.Forward<double>(inputs);
  inputs[0][9] += 1.0;
  EXPECT_NE(before[0], unit.Forward<double>(inputs)[0]);
}

}  // namespace
}  // namespace normlab
