// Golden cases of single layers.
#pragma once

#include <map>

#include "core/layers/activation.hpp"
#include "core/layers/attention.hpp"
#include "core/layers/batch_norm.hpp"
#include "core/layers/cross_entropy.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/views.hpp"

namespace normlab {

// The value that a word of the config stands for; a failure and the first value otherwise.
template <class Enum>
Enum Meaning(const std::map<std::string, Enum>& words, const std::string& word) {
  const auto at = words.find(word);
  if (at != words.end()) return at->second;
  ADD_FAILURE() << "the core has no \"" << word << "\"";
  return words.begin()->second;
}

inline const std::map<std::string, Activation> kActivationWords = {
    {"relu", Activation::kRelu},        {"gelu_tanh", Activation::kGeluTanh},
    {"gelu_erf", Activation::kGeluErf}, {"silu", Activation::kSilu},
    {"tanh", Activation::kTanh},
};
inline const std::map<std::string, NormKind> kNormWords = {{"layer", NormKind::kLayer},
                                                           {"rms", NormKind::kRms}};
inline const std::map<std::string, QkNorm> kQkNormWords = {{"none", QkNorm::kNone},
                                                           {"rms_per_head", QkNorm::kRmsPerHead}};

inline void CheckActivation(GoldenCase& golden) {
  const Activation activation = Meaning(kActivationWords, golden.Word("activation"));
  const Index count = golden.Axis("x", 0);
  const std::vector<double> x = golden.Given("x", {count});
  std::vector<double> y(x.size());
  std::vector<double> slope(x.size());
  ActivationForward(activation, x.data(), count, y.data(), slope.data());
  golden.Expect("y", y);
  golden.Expect("dydx", slope);
}

inline void CheckNorm(GoldenCase& golden, NormKind kind) {
  const bool bias = kind == NormKind::kLayer;
  const Index tokens = golden.Axis("x", 0);
  const Index width = golden.Axis("x", 1);
  const std::vector<double> x = golden.Given("x", {tokens, width});
  const std::vector<double> dy = golden.Given("dy", {tokens, width});
  const std::vector<double> gain = golden.Given("gain", {width});
  const std::vector<double> shift = bias ? golden.Given("bias", {width}) : std::vector<double>();
  std::vector<double> dgain(gain.size());
  std::vector<double> dbias(gain.size());
  NormCache<double> cache;
  cache.Resize(tokens, width);
  Matrix<double> y(tokens, width);
  Matrix<double> dx(tokens, width);
  NormForward<double>(kind, View(x, tokens, width), gain.data(), bias ? shift.data() : nullptr,
                      golden.Number("eps"), cache, y);
  NormBackward<double>(kind, View(dy, tokens, width), gain.data(), cache, dx, dgain.data(),
                       bias ? dbias.data() : nullptr);
  golden.Expect("y", ToVector(y));
  golden.Expect("dx", ToVector(dx));
  golden.Expect("dgain", dgain);
  if (bias) golden.Expect("dbias", dbias);
}

inline void CheckBatchNorm(GoldenCase& golden) {
  const Index tokens = golden.Axis("x", 0);
  const Index width = golden.Axis("x", 1);
  const std::vector<double> x = golden.Given("x", {tokens, width});
  const std::vector<double> dy = golden.Given("dy", {tokens, width});
  const std::vector<double> gain = golden.Given("gain", {width});
  const std::vector<double> bias = golden.Given("bias", {width});
  std::vector<double> dgain(gain.size());
  std::vector<double> dbias(gain.size());
  NormCache<double> cache;
  cache.normalised.resize(tokens, width);
  cache.inverse.resize(width);
  Matrix<double> y(tokens, width);
  Matrix<double> dx(tokens, width);
  BatchNormForward<double>(View(x, tokens, width), gain.data(), bias.data(), golden.Number("eps"),
                           cache, y);
  BatchNormBackward<double>(View(dy, tokens, width), gain.data(), cache, dx, dgain.data(),
                            dbias.data());
  golden.Expect("y", ToVector(y));
  golden.Expect("dx", ToVector(dx));
  golden.Expect("dgain", dgain);
  golden.Expect("dbias", dbias);
}

// Rows of a packed matrix of three projections, or the elements of a packed bias.
inline std::vector<double> Third(const std::vector<double>& packed, std::size_t which) {
  const auto size = static_cast<std::ptrdiff_t>(packed.size() / 3);
  const auto from = packed.begin() + static_cast<std::ptrdiff_t>(which) * size;
  return std::vector<double>(from, from + size);
}

inline void CheckAttention(GoldenCase& golden) {
  golden.ExpectCausal();
  AttentionShape shape{golden.Axis("x", 0), golden.Axis("x", 1), golden.Integer("width"),
                       golden.Integer("heads"), Meaning(kQkNormWords, golden.Word("qk_norm"))};
  const bool normed = shape.qk_norm == QkNorm::kRmsPerHead;
  const Index width = shape.width;
  const std::vector<Index> sequences = {shape.batch, shape.context, width};
  const std::vector<double> x = golden.Given("x", sequences);
  const std::vector<double> dy = golden.Given("dy", sequences);
  constexpr const char* kPacked[] = {"wq", "wk", "wv"};
  std::vector<double> wqkv;
  std::vector<double> bqkv;
  for (const std::string name : kPacked) {
    const std::vector<double> weight = golden.Given(name + ".weight", {width, width});
    const std::vector<double> bias = golden.Given(name + ".bias", {width});
    wqkv.insert(wqkv.end(), weight.begin(), weight.end());
    bqkv.insert(bqkv.end(), bias.begin(), bias.end());
  }
  std::vector<double> wo = golden.Given("wo.weight", {width, width});
  std::vector<double> bo = golden.Given("wo.bias", {width});
  std::vector<double> q_gain;
  std::vector<double> k_gain;
  if (normed) {
    q_gain = golden.Given("q_gain", {shape.HeadWidth()});
    k_gain = golden.Given("k_gain", {shape.HeadWidth()});
  }
  std::vector<double> dwqkv(wqkv.size());
  std::vector<double> dbqkv(bqkv.size());
  std::vector<double> dwo(wo.size());
  std::vector<double> dbo(bo.size());
  std::vector<double> dq_gain(q_gain.size());
  std::vector<double> dk_gain(k_gain.size());
  const AttentionParameters<double> weights{wqkv.data(), wo.data(),     bqkv.data(),
                                            bo.data(),   q_gain.data(), k_gain.data()};
  const AttentionParameters<double> gradients{dwqkv.data(), dwo.data(),     dbqkv.data(),
                                              dbo.data(),   dq_gain.data(), dk_gain.data()};
  AttentionCache<double> cache;
  cache.Resize(shape);
  AttentionScratch<double> scratch;
  scratch.Resize(shape);
  Matrix<double> y(shape.Tokens(), width);
  Matrix<double> dx(shape.Tokens(), width);
  AttentionForward<double>(shape, View(x, shape.Tokens(), width), weights, golden.Number("eps"),
                           true, cache, y);
  AttentionBackward<double>(shape, View(x, shape.Tokens(), width), View(dy, shape.Tokens(), width),
                            weights, cache, gradients, scratch, dx);
  golden.Expect("y", ToVector(y));
  golden.Expect("probabilities", ToVector(cache.probabilities));
  golden.Expect("max_abs_logit", {cache.measures.largest_score});
  golden.Expect("mean_entropy", {cache.measures.MeanEntropy()});
  golden.Expect("dx", ToVector(dx));
  for (std::size_t i = 0; i < 3; ++i) {
    golden.Expect(std::string("d") + kPacked[i] + ".weight", Third(dwqkv, i));
    golden.Expect(std::string("d") + kPacked[i] + ".bias", Third(dbqkv, i));
  }
  golden.Expect("dwo.weight", dwo);
  golden.Expect("dwo.bias", dbo);
  if (normed) {
    golden.Expect("dq_gain", dq_gain);
    golden.Expect("dk_gain", dk_gain);
  }
}

inline void CheckCrossEntropy(GoldenCase& golden) {
  EXPECT_EQ(golden.Word("reduction"), "mean");
  const Index tokens = golden.Axis("logits", 0);
  const Index vocabulary = golden.Axis("logits", 1);
  const std::vector<double> logits = golden.Given("logits", {tokens, vocabulary});
  std::vector<std::int32_t> targets = golden.GivenIds("target", static_cast<std::size_t>(tokens));
  const auto ignored = static_cast<std::int32_t>(golden.NumberOr("ignore_index", kMasked));
  for (std::int32_t& target : targets) {
    if (target == ignored) target = kMasked;
  }
  Matrix<double> dlogits(tokens, vocabulary);
  golden.Expect("loss",
                {CrossEntropy<double>(View(logits, tokens, vocabulary), targets.data(), dlogits)});
  golden.Expect("dlogits", ToVector(dlogits));
  if (!golden.Expects("per_row")) return;
  std::vector<double> per_row;
  Matrix<double> unused(1, vocabulary);
  for (Index token = 0; token < tokens; ++token) {
    const Eigen::Map<const Matrix<double>> row(logits.data() + token * vocabulary, 1, vocabulary);
    per_row.push_back(CrossEntropy<double>(row, &targets[static_cast<std::size_t>(token)], unused));
  }
  golden.Expect("per_row", per_row);
}

}  // namespace normlab
