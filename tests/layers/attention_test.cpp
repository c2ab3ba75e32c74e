#include "core/layers/attention.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/gradient_checker.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

// Two sequences of four tokens.
struct AttentionUnit {
  Index heads;
  QkNorm qk_norm;
  bool bias;
  Index batch = 2, context = 4, width = 8;

  AttentionShape Shape() const { return {batch, context, width, heads, qk_norm}; }
  bool Normed() const { return qk_norm == QkNorm::kRmsPerHead; }

  std::vector<std::string> Names() const {
    std::vector<std::string> names = {"x", "wqkv", "wo"};
    if (bias) names.insert(names.end(), {"bqkv", "bo"});
    if (Normed()) names.insert(names.end(), {"q_gain", "k_gain"});
    return names;
  }

  Blocks<double> Inputs(double scale = 0.6) const {
    const auto tokens = static_cast<std::size_t>(batch * context * width);
    Blocks<double> inputs = {RandomValues(tokens, "x"), RandomValues(3 * 64, "wqkv", scale),
                             RandomValues(64, "wo", 0.4)};
    if (bias) {
      inputs.push_back(RandomValues(24, "bqkv"));
      inputs.push_back(RandomValues(8, "bo"));
    }
    if (Normed()) {
      const auto head_width = static_cast<std::size_t>(width / heads);
      inputs.push_back(RandomValues(head_width, "q_gain", 0.3, 1.0));
      inputs.push_back(RandomValues(head_width, "k_gain", 0.3, 1.0));
    }
    return inputs;
  }

  template <class S>
  AttentionParameters<S> Parameters(Blocks<S>& blocks) const {
    const std::size_t gains = bias ? 5 : 3;
    return {blocks[1].data(),
            blocks[2].data(),
            bias ? blocks[3].data() : nullptr,
            bias ? blocks[4].data() : nullptr,
            Normed() ? blocks[gains].data() : nullptr,
            Normed() ? blocks[gains + 1].data() : nullptr};
  }

  template <class S>
  Matrix<S> Output(Blocks<S>& inputs, bool measure, AttentionCache<S>& cache) const {
    cache.Resize(Shape());
    Matrix<S> y(batch * context, width);
    AttentionForward<S>(Shape(), View(inputs[0], batch * context, width), Parameters(inputs),
                        S(1e-5), measure, cache, y);
    return y;
  }

  template <class S>
  std::vector<S> Forward(Blocks<S> inputs) const {
    AttentionCache<S> cache;
    return ToVector(Output(inputs, false, cache));
  }

  Blocks<double> Backward(Blocks<double> inputs, const std::vector<double>& dy) const {
    AttentionCache<double> cache;
    Output(inputs, true, cache);
    AttentionScratch<double> scratch;
    scratch.Resize(Shape());
    Blocks<double> d;
    for (const std::vector<double>& block : inputs) {
      d.push_back(std::vector<double>(block.size(), kAlreadyThere));
    }
    const Index tokens = batch * context;
    AttentionBackward<double>(Shape(), View(inputs[0], tokens, width), View(dy, tokens, width),
                              Parameters(inputs), cache, Parameters(d), scratch,
                              View(d[0], tokens, width));
    for (std::size_t block = 1; block < d.size(); ++block) TakeOff(d[block]);
    return d;
  }
};

TEST(Attention, GradientsWithEveryNumberOfHeadsAndQkNorm) {
  for (const Index heads : {1, 2, 4}) {
    for (const QkNorm qk_norm : {QkNorm::kNone, QkNorm::kRmsPerHead}) {
      for (const bool bias : {false, true}) {
        const AttentionUnit unit{heads, qk_norm, bias};
        CheckGradients(unit, unit.Inputs());
      }
    }
  }
}

double NaiveProjection(const Blocks<double>& in, std::size_t token, std::size_t row) {
  double sum = in[3][row];
  for (std::size_t j = 0; j < 8; ++j) sum += in[1][row * 8 + j] * in[0][token * 8 + j];
  return sum;
}

// The formula, one number at a time: queries are rows 0 to 7 of wqkv, keys 8 to 15, values 16
// to 23.
TEST(Attention, IsTheFormula) {
  const AttentionUnit unit{2, QkNorm::kNone, true};
  Blocks<double> in = unit.Inputs();
  AttentionCache<double> cache;
  const Matrix<double> y = unit.Output(in, true, cache);
  double entropy = 0;
  double largest = 0;
  for (std::size_t token = 0; token < 8; ++token) {
    const std::size_t first = token / 4 * 4;
    std::vector<double> mixed(8);
    for (std::size_t head = 0; head < 2; ++head) {
      std::vector<double> p;
      double total = 0;
      for (std::size_t other = first; other <= token; ++other) {
        double score = 0;
        for (std::size_t j = 4 * head; j < 4 * head + 4; ++j) {
          score += NaiveProjection(in, token, j) * NaiveProjection(in, other, 8 + j);
        }
        score /= std::sqrt(4.0);
        largest = std::max(largest, std::fabs(score));
        p.push_back(std::exp(score));
        total += p.back();
      }
      for (std::size_t i = 0; i < p.size(); ++i) {
        p[i] /= total;
        for (std::size_t j = 4 * head; j < 4 * head + 4; ++j) {
          mixed[j] += p[i] * NaiveProjection(in, first + i, 16 + j);
        }
        // 12 rows see more than one token: 3 of each head in each sequence.
        if (p.size() > 1) {
          entropy -= p[i] * std::log(p[i]) / std::log(static_cast<double>(p.size())) / 12;
        }
      }
    }
    for (std::size_t o = 0; o < 8; ++o) {
      double want = in[4][o];
      for (std::size_t j = 0; j < 8; ++j) want += in[2][o * 8 + j] * mixed[j];
      EXPECT_NEAR(y(static_cast<Index>(token), static_cast<Index>(o)), want,
                  tolerance::kDoubleRounding);
    }
  }
  EXPECT_NEAR(cache.measures.largest_score, largest, tolerance::kDoubleRounding);
  EXPECT_NEAR(cache.measures.MeanNormalisedEntropy(), entropy, tolerance::kDoubleRounding);
}

TEST(Attention, ALaterTokenChangesNoBitOfAnEarlierOne) {
  const AttentionUnit unit{2, QkNorm::kRmsPerHead, true};
  Blocks<double> in = unit.Inputs();
  const std::vector<double> before = unit.Forward<double>(in);
  for (std::size_t j = 16; j < 24; ++j) in[0][j] = 5 - in[0][j];  // token 2 of sequence 0
  const std::vector<double> after = unit.Forward<double>(in);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(before[i], after[i]);
  EXPECT_NE(before[16], after[16]);
  for (std::size_t i = 32; i < 64; ++i) EXPECT_EQ(before[i], after[i]) << "the other sequence";
}

TEST(Attention, MeasuringChangesNoBit) {
  const AttentionUnit unit{2, QkNorm::kNone, true};
  Blocks<float> in;
  for (const std::vector<double>& block : unit.Inputs()) in.push_back(CastTo<float>(block));
  AttentionCache<float> measured;
  AttentionCache<float> plain;
  EXPECT_EQ(ToVector(unit.Output(in, true, measured)), ToVector(unit.Output(in, false, plain)));
  EXPECT_EQ(ToVector(measured.probabilities), ToVector(plain.probabilities));
}

TEST(CausalSoftmax, RowsSumToOneAndTheMaskIsExact) {
  Matrix<double> p = View(RandomValues(25, "scores", 4.0), 5, 5);
  std::vector<double> shifted(5);
  AttentionMeasures measures;
  CausalSoftmaxForward<double>(5, 1.0, p.data(), shifted.data(), &measures);
  for (Index i = 0; i < 5; ++i) {
    double total = 0;
    for (Index j = 0; j < 5; ++j) total += p(i, j);
    EXPECT_NEAR(total, 1.0, tolerance::kDoubleRounding);
    for (Index j = i + 1; j < 5; ++j) EXPECT_EQ(p(i, j), 0.0);
  }
  EXPECT_EQ(p(0, 0), 1.0);
}

TEST(CausalSoftmax, EntropyIsOneForUniformAndZeroForOneToken) {
  std::vector<float> shifted(4);
  Matrix<float> uniform = Matrix<float>::Constant(4, 4, 3.0f);
  AttentionMeasures measures;
  CausalSoftmaxForward<float>(4, 1.0f, uniform.data(), shifted.data(), &measures);
  EXPECT_NEAR(measures.MeanNormalisedEntropy(), 1.0, tolerance::kFloatRounding);
  EXPECT_EQ(measures.largest_score, 3.0);

  Matrix<float> peaked = Matrix<float>::Zero(4, 4);
  for (Index i = 0; i < 4; ++i) peaked(i, 0) = 500.0f;
  measures = {};
  CausalSoftmaxForward<float>(4, 1.0f, peaked.data(), shifted.data(), &measures);
  EXPECT_EQ(measures.MeanNormalisedEntropy(), 0.0);
}

// N14 (executorch PR#18407): exp(151.29) is no float.
TEST(CaseN14, SoftmaxOfALargeScoreInFloat) {
  Matrix<float> p(2, 2);
  p << 0.0f, 0.0f, 151.29f, 0.0f;
  std::vector<float> shifted(2);
  CausalSoftmaxForward<float>(2, 1.0f, p.data(), shifted.data(), nullptr);
  EXPECT_EQ(p(1, 0), 1.0f);
  EXPECT_EQ(p(1, 1), 0.0f);
}

// N13 (Cerebras modelzoo PR#85): QK-norm built, never applied.
TEST(CaseN13, QkNormBoundsEveryScoreWhateverTheWeights) {
  const AttentionUnit normed{2, QkNorm::kRmsPerHead, true};
  Blocks<double> in = normed.Inputs(60.0);
  in[5].assign(4, 1.0);
  in[6].assign(4, 1.0);
  AttentionCache<double> cache;
  normed.Output(in, true, cache);
  EXPECT_LE(cache.measures.largest_score, std::sqrt(4.0));
  EXPECT_GT(cache.measures.largest_score, 0.0);

  const AttentionUnit plain{2, QkNorm::kNone, true};
  Blocks<double> large = plain.Inputs(60.0);
  AttentionCache<double> unbounded;
  plain.Output(large, true, unbounded);
  EXPECT_GT(unbounded.measures.largest_score, 100.0);
}

// What is bounded at gain 1 grows with the learned gains: sqrt(head width) times max |gq gk|.
TEST(Attention, QkNormsBoundGrowsWithTheGains) {
  const AttentionUnit unit{1, QkNorm::kRmsPerHead, false};
  Blocks<double> in = unit.Inputs(60.0);
  double product = 0;
  for (std::size_t j = 0; j < 8; ++j) {
    in[3][j] = 3.0;
    in[4][j] = -2.0;
    product = std::max(product, std::fabs(in[3][j] * in[4][j]));
  }
  AttentionCache<double> cache;
  unit.Output(in, true, cache);
  EXPECT_LE(cache.measures.largest_score, product * std::sqrt(8.0));
  EXPECT_GT(cache.measures.largest_score, std::sqrt(8.0));
}

}  // namespace
}  // namespace normlab
