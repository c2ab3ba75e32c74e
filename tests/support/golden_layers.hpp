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

template <class S>
void CheckActivation(GoldenCase& golden) {
  const Activation activation = Meaning(kActivationWords, golden.Word("activation"));
  const Index count = golden.Axis("x", 0);
  const std::vector<S> x = golden.Given<S>("x", {count});
  std::vector<S> y(x.size());
  std::vector<S> slope(x.size());
  ActivationForward(activation, x.data(), count, y.data(), slope.data());
  golden.Expect("y", y);
  golden.Expect("dydx", slope);
}

template <class S>
void CheckNorm(GoldenCase& golden, NormKind kind) {
  const bool bias = kind == NormKind::kLayer;
  const Index tokens = golden.Axis("x", 0);
  const Index width = golden.Axis("x", 1);
  const std::vector<S> x = golden.Given<S>("x", {tokens, width});
  const std::vector<S> dy = golden.Given<S>("dy", {tokens, width});
  const std::vector<S> gain = golden.Given<S>("gain", {width});
  const std::vector<S> shift = bias ? golden.Given<S>("bias", {width}) : std::vector<S>();
  std::vector<S> dgain(gain.size());
  std::vector<S> dbias(gain.size());
  NormCache<S> cache;
  cache.Resize(tokens, width);
  Matrix<S> y(tokens, width);
  Matrix<S> dx(tokens, width);
  NormForward<S>(kind, View(x, tokens, width), gain.data(), bias ? shift.data() : nullptr,
                 S(golden.Number("eps")), cache, y);
  NormBackward<S>(kind, View(dy, tokens, width), gain.data(), cache, dx, dgain.data(),
                  bias ? dbias.data() : nullptr);
  golden.Expect("y", ToVector(y));
  golden.Expect("dx", ToVector(dx));
  golden.Expect("dgain", dgain);
  if (bias) golden.Expect("dbias", dbias);
}

template <class S>
void CheckBatchNorm(GoldenCase& golden) {
  const Index tokens = golden.Axis("x", 0);
  const Index width = golden.Axis("x", 1);
  const std::vector<S> x = golden.Given<S>("x", {tokens, width});
  const std::vector<S> dy = golden.Given<S>("dy", {tokens, width});
  const std::vector<S> gain = golden.Given<S>("gain", {width});
  const std::vector<S> bias = golden.Given<S>("bias", {width});
  std::vector<S> dgain(gain.size());
  std::vector<S> dbias(gain.size());
  NormCache<S> cache;
  cache.normalised.resize(tokens, width);
  cache.inverse.resize(width);
  Matrix<S> y(tokens, width);
  Matrix<S> dx(tokens, width);
  BatchNormForward<S>(View(x, tokens, width), gain.data(), bias.data(), S(golden.Number("eps")),
                      cache, y);
  BatchNormBackward<S>(View(dy, tokens, width), gain.data(), cache, dx, dgain.data(), dbias.data());
  golden.Expect("y", ToVector(y));
  golden.Expect("dx", ToVector(dx));
  golden.Expect("dgain", dgain);
  golden.Expect("dbias", dbias);
}

// Rows of a packed matrix of three projections, or the elements of a packed bias.
template <class S>
std::vector<S> Third(const std::vector<S>& packed, std::size_t which) {
  const auto size = static_cast<std::ptrdiff_t>(packed.size() / 3);
  const auto from = packed.begin() + static_cast<std::ptrdiff_t>(which) * size;
  return std::vector<S>(from, from + size);
}

template <class S>
void CheckAttention(GoldenCase& golden) {
  golden.ExpectCausal();
  AttentionShape shape{golden.Axis("x", 0), golden.Axis("x", 1), golden.Integer("width"),
                       golden.Integer("heads"), Meaning(kQkNormWords, golden.Word("qk_norm"))};
  const bool normed = shape.qk_norm == QkNorm::kRmsPerHead;
  const Index width = shape.width;
  const std::vector<Index> sequences = {shape.batch, shape.context, width};
  const std::vector<S> x = golden.Given<S>("x", sequences);
  const std::vector<S> dy = golden.Given<S>("dy", sequences);
  constexpr const char* kPacked[] = {"wq", "wk", "wv"};
  std::vector<S> wqkv;
  std::vector<S> bqkv;
  for (const std::string name : kPacked) {
    const std::vector<S> weight = golden.Given<S>(name + ".weight", {width, width});
    const std::vector<S> bias = golden.Given<S>(name + ".bias", {width});
    wqkv.insert(wqkv.end(), weight.begin(), weight.end());
    bqkv.insert(bqkv.end(), bias.begin(), bias.end());
  }
  std::vector<S> wo = golden.Given<S>("wo.weight", {width, width});
  std::vector<S> bo = golden.Given<S>("wo.bias", {width});
  std::vector<S> q_gain;
  std::vector<S> k_gain;
  if (normed) {
    q_gain = golden.Given<S>("q_gain", {shape.HeadWidth()});
    k_gain = golden.Given<S>("k_gain", {shape.HeadWidth()});
  }
  std::vector<S> dwqkv(wqkv.size());
  std::vector<S> dbqkv(bqkv.size());
  std::vector<S> dwo(wo.size());
  std::vector<S> dbo(bo.size());
  std::vector<S> dq_gain(q_gain.size());
  std::vector<S> dk_gain(k_gain.size());
  const AttentionParameters<S> weights{wqkv.data(), wo.data(),     bqkv.data(),
                                       bo.data(),   q_gain.data(), k_gain.data()};
  const AttentionParameters<S> gradients{dwqkv.data(), dwo.data(),     dbqkv.data(),
                                         dbo.data(),   dq_gain.data(), dk_gain.data()};
  AttentionCache<S> cache;
  cache.Resize(shape);
  AttentionScratch<S> scratch;
  scratch.Resize(shape);
  Matrix<S> y(shape.Tokens(), width);
  Matrix<S> dx(shape.Tokens(), width);
  AttentionForward<S>(shape, View(x, shape.Tokens(), width), weights, S(golden.Number("eps")), true,
                      cache, y);
  AttentionBackward<S>(shape, View(x, shape.Tokens(), width), View(dy, shape.Tokens(), width),
                       weights, cache, gradients, scratch, dx);
  golden.Expect("y", ToVector(y));
  golden.Expect("probabilities", ToVector(cache.probabilities));
  golden.Expect("max_abs_logit", cache.measures.largest_score);
  golden.Expect("mean_entropy", cache.measures.MeanEntropy());
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

template <class S>
void CheckCrossEntropy(GoldenCase& golden) {
  EXPECT_EQ(golden.Word("reduction"), "mean");
  const Index tokens = golden.Axis("logits", 0);
  const Index vocabulary = golden.Axis("logits", 1);
  const std::vector<S> logits = golden.Given<S>("logits", {tokens, vocabulary});
  std::vector<std::int32_t> targets = golden.GivenIds("target", static_cast<std::size_t>(tokens));
  const auto ignored = static_cast<std::int32_t>(golden.NumberOr("ignore_index", kMasked));
  for (std::int32_t& target : targets) {
    if (target == ignored) target = kMasked;
  }
  Matrix<S> dlogits(tokens, vocabulary);
  golden.Expect("loss", CrossEntropy<S>(View(logits, tokens, vocabulary), targets.data(), dlogits));
  golden.Expect("dlogits", ToVector(dlogits));
  if (!golden.Expects("per_row")) return;
  std::vector<S> per_row;
  Matrix<S> unused(1, vocabulary);
  for (Index token = 0; token < tokens; ++token) {
    const Eigen::Map<const Matrix<S>> row(logits.data() + token * vocabulary, 1, vocabulary);
    per_row.push_back(CrossEntropy<S>(row, &targets[static_cast<std::size_t>(token)], unused));
  }
  golden.Expect("per_row", per_row);
}

}  // namespace normlab
