#include "core/layers/norm.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/gradient_checker.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

// Gains 1, biases 0.
template <class S>
std::vector<S> Normalise(NormKind kind, const std::vector<S>& x, Index width, S epsilon) {
  const Index tokens = static_cast<Index>(x.size()) / width;
  const std::vector<S> gain(static_cast<std::size_t>(width), S(1));
  NormCache<S> cache;
  cache.Resize(tokens, width);
  Matrix<S> y(tokens, width);
  NormForward<S>(kind, View(x, tokens, width), gain.data(), nullptr, epsilon, cache, y);
  return ToVector(y);
}

std::vector<double> GradientOfOneToken(NormKind kind, const std::vector<double>& x,
                                       const std::vector<double>& dy, double epsilon) {
  const Index width = static_cast<Index>(x.size());
  const std::vector<double> gain(x.size(), 1.0);
  std::vector<double> dgain(x.size());
  NormCache<double> cache;
  cache.Resize(1, width);
  Matrix<double> y(1, width);
  Matrix<double> dx(1, width);
  NormForward<double>(kind, View(x, 1, width), gain.data(), nullptr, epsilon, cache, y);
  NormBackward<double>(kind, View(dy, 1, width), gain.data(), cache, dx, dgain.data(), nullptr);
  return ToVector(dx);
}

template <class S>
void ExpectValues(const std::vector<S>& got, const std::vector<double>& want, double allowed) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(got[i], want[i], allowed) << i;
}

// N3 (BERT-pytorch#30): Bessel's correction and eps outside the root give other numbers.
TEST(CaseN3, LayerNormDividesByTheBiasedVariance) {
  const std::vector<double> y = Normalise<double>(NormKind::kLayer, {1, 0, 0, 0}, 4, 1e-5);
  ExpectValues(y, {1.7320, -0.5773, -0.5773, -0.5773}, tolerance::kFourDigits);
}

// N4 (tensorpack#1482): a norm over other axes mixes tokens.
TEST(CaseN4, AnotherTokenChangesNoBitOfThisOne) {
  for (const NormKind kind : {NormKind::kLayer, NormKind::kRms}) {
    std::vector<float> x = CastTo<float>(RandomValues(3 * 8, "tokens"));
    const std::vector<float> before = Normalise(kind, x, 8, 1e-5f);
    for (std::size_t j = 16; j < 24; ++j) x[j] = -3.0f * x[j] + 1.0f;
    const std::vector<float> after = Normalise(kind, x, 8, 1e-5f);
    for (std::size_t j = 0; j < 16; ++j) EXPECT_EQ(before[j], after[j]);
    EXPECT_NE(before[16], after[16]);
  }
}

// N5 (onnxruntime#21935): a one-pass variance loses everything here, in float.
TEST(CaseN5, LayerNormOfLargeNumbersInFloat) {
  const std::vector<float> y =
      Normalise<float>(NormKind::kLayer, {40000, 40001, 40002, 40003}, 4, 1e-5f);
  ExpectValues(y, {-1.3416, -0.4472, 0.4472, 1.3416}, tolerance::kFourDigits);
}

TEST(LayerNorm, ConstantLargeTokenIsExactlyZero) {
  for (const float y : Normalise(NormKind::kLayer, std::vector<float>(256, 1234.0f), 256, 1e-5f)) {
    EXPECT_EQ(y, 0.0f);
  }
}

// N6 (burn#1992): NaN backward at zero variance.
TEST(CaseN6, LayerNormGradientOfAConstantToken) {
  const std::vector<double> x(4, 5.0);
  for (const double y : Normalise(NormKind::kLayer, x, 4, 1e-5)) EXPECT_EQ(y, 0.0);
  ExpectValues(GradientOfOneToken(NormKind::kLayer, x, {1, 0, 0, 0}, 1e-5),
               {237.17, -79.06, -79.06, -79.06}, tolerance::kTwoDecimals);
}

// N7 (pytorch#63541): an all-ones upstream gradient would give zeros, and hide the fault.
TEST(CaseN7, LayerNormGradientOfOneUpstreamElement) {
  ExpectValues(GradientOfOneToken(NormKind::kLayer, {1, 2, 3, 4}, {1, 0, 0, 0}, 1e-5),
               {0.26833, -0.35777, -0.08944, 0.17888}, tolerance::kFiveDigits);
}

struct NormUnit {
  NormKind kind;
  Index tokens, width;
  bool bias;

  std::vector<std::string> Names() const {
    std::vector<std::string> names = {"x", "gain"};
    if (bias) names.push_back("bias");
    return names;
  }

  Blocks<double> Inputs() const {
    Blocks<double> inputs = {RandomValues(static_cast<std::size_t>(tokens * width), "x", 2.0, 0.3),
                             RandomValues(static_cast<std::size_t>(width), "gain", 0.3, 1.0)};
    if (bias) inputs.push_back(RandomValues(static_cast<std::size_t>(width), "bias"));
    return inputs;
  }

  template <class S>
  std::vector<S> Forward(const Blocks<S>& inputs) const {
    NormCache<S> cache;
    return ToVector(Output(inputs, cache));
  }

  template <class S>
  Matrix<S> Output(const Blocks<S>& inputs, NormCache<S>& cache) const {
    cache.Resize(tokens, width);
    Matrix<S> y(tokens, width);
    NormForward<S>(kind, View(inputs[0], tokens, width), inputs[1].data(),
                   bias ? inputs[2].data() : nullptr, S(1e-5), cache, y);
    return y;
  }

  Blocks<double> Backward(const Blocks<double>& inputs, const std::vector<double>& dy) const {
    NormCache<double> cache;
    Output(inputs, cache);
    Blocks<double> d = {std::vector<double>(inputs[0].size()),
                        std::vector<double>(inputs[1].size(), kAlreadyThere)};
    if (bias) d.push_back(std::vector<double>(inputs[2].size(), kAlreadyThere));
    NormBackward<double>(kind, View(dy, tokens, width), inputs[1].data(), cache,
                         View(d[0], tokens, width), d[1].data(), bias ? d[2].data() : nullptr);
    for (std::size_t block = 1; block < d.size(); ++block) TakeOff(d[block]);
    return d;
  }
};

TEST(Norm, GradientsOfBothKinds) {
  for (const NormKind kind : {NormKind::kLayer, NormKind::kRms}) {
    for (const bool bias : {false, true}) {
      for (const Index width : {3, 8, 19}) {
        const NormUnit unit{kind, 3, width, bias};
        CheckGradients(unit, unit.Inputs());
      }
    }
  }
}

// Statement 4 of the science: every direction but two (one) passes at one over the root.
TEST(Norm, RescalesWhatPassesAndRemovesTwoDirections) {
  const std::vector<double> x = RandomValues(16, "direction");
  const double epsilon = 1e-5;
  const double n = 16;
  double mean = 0;
  for (const double value : x) mean += value / n;
  double variance = 0;
  double square = 0;
  for (const double value : x) {
    variance += (value - mean) * (value - mean) / n;
    square += value * value / n;
  }
  const double s = std::sqrt(variance + epsilon);
  const double r = std::sqrt(square + epsilon);
  std::vector<double> centred = x;
  for (double& value : centred) value -= mean;
  const std::vector<double> ones(16, 1.0);

  const std::vector<double> of_mean = GradientOfOneToken(NormKind::kLayer, x, ones, epsilon);
  const std::vector<double> of_centred = GradientOfOneToken(NormKind::kLayer, x, centred, epsilon);
  const std::vector<double> of_x = GradientOfOneToken(NormKind::kRms, x, x, epsilon);
  for (std::size_t j = 0; j < 16; ++j) {
    EXPECT_NEAR(of_mean[j], 0, tolerance::kDoubleRounding);
    EXPECT_NEAR(of_centred[j], centred[j] * epsilon / (s * s * s), tolerance::kDoubleRounding);
    EXPECT_NEAR(of_x[j], x[j] * epsilon / (r * r * r), tolerance::kDoubleRounding);
  }

  // A direction across both of them.
  std::vector<double> across = RandomValues(16, "across");
  double along_mean = 0;
  for (const double value : across) along_mean += value / n;
  for (double& value : across) value -= along_mean;
  double along = 0;
  for (std::size_t j = 0; j < 16; ++j) along += across[j] * centred[j];
  for (std::size_t j = 0; j < 16; ++j) across[j] -= along * centred[j] / (n * variance);
  const std::vector<double> passed = GradientOfOneToken(NormKind::kLayer, x, across, epsilon);
  for (std::size_t j = 0; j < 16; ++j) {
    EXPECT_NEAR(passed[j], across[j] / s, tolerance::kDoubleRounding);
  }
}

// Statement 5: a token gets the same treatment alone or with 63 others.
TEST(Norm, OneTokenAloneHasTheSameBitsAsInABatch) {
  for (const NormKind kind : {NormKind::kLayer, NormKind::kRms}) {
    const std::vector<float> batch = CastTo<float>(RandomValues(64 * 12, "batch"));
    const std::vector<float> together = Normalise(kind, batch, 12, 1e-5f);
    for (std::size_t token = 0; token < 64; ++token) {
      const auto from = batch.begin() + static_cast<std::ptrdiff_t>(token * 12);
      const std::vector<float> alone =
          Normalise(kind, std::vector<float>(from, from + 12), 12, 1e-5f);
      for (std::size_t j = 0; j < 12; ++j) ASSERT_EQ(alone[j], together[token * 12 + j]);
    }
  }
}

TEST(Norm, NotANumberStaysInItsToken) {
  std::vector<float> x = CastTo<float>(RandomValues(2 * 8, "nan"));
  x[3] = std::numeric_limits<float>::quiet_NaN();
  for (const NormKind kind : {NormKind::kLayer, NormKind::kRms}) {
    const std::vector<float> y = Normalise(kind, x, 8, 1e-5f);
    EXPECT_TRUE(std::isnan(y[0]));
    EXPECT_FALSE(std::isnan(y[8]));
  }
}

}  // namespace
}  // namespace normlab
