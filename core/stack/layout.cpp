#include "core/stack/layout.hpp"

#include <utility>

namespace normlab {

Index ParameterLayout::Add(std::string name, Index rows, Index columns, ParameterKind kind,
                           ParameterRole role) {
  const Index offset = size_;
  tensors_.push_back({std::move(name), offset, rows, columns, kind, role});
  size_ += rows * columns;
  return offset;
}

NormOffsets ParameterLayout::AddNorm(const ModelSettings& model, const std::string& name) {
  NormOffsets norm;
  norm.gain = Add(name + ".gain", 1, model.width, ParameterKind::kGain, ParameterRole::kOther);
  if (model.norm == NormKind::kLayer && model.bias) {
    norm.bias = Add(name + ".bias", 1, model.width, ParameterKind::kBias, ParameterRole::kOther);
  }
  return norm;
}

SublayerOffsets ParameterLayout::AddAttention(const ModelSettings& model, const std::string& name) {
  const Index width = model.width;
  SublayerOffsets offsets;
  offsets.weights.begin = size_;
  const auto weight = [&](const char* projection, ParameterRole role) {
    return Add(name + projection + ".weight", width, width, ParameterKind::kWeight, role);
  };
  offsets.first_weight = weight(".wq", ParameterRole::kQueryKey);
  weight(".wk", ParameterRole::kQueryKey);
  weight(".wv", ParameterRole::kValueOut);
  offsets.second_weight = weight(".wo", ParameterRole::kValueOut);
  offsets.weights.end = size_;
  if (model.bias) {
    const auto bias = [&](const char* projection) {
      return Add(name + projection + ".bias", 1, width, ParameterKind::kBias,
                 ParameterRole::kOther);
    };
    offsets.first_bias = bias(".wq");
    bias(".wk");
    bias(".wv");
    offsets.second_bias = bias(".wo");
  }
  if (model.qk_norm == QkNorm::kRmsPerHead) {
    const auto gain = [&](const char* which) {
      return Add(name + which, 1, model.HeadWidth(), ParameterKind::kGain, ParameterRole::kOther);
    };
    offsets.query_gain = gain(".q_gain");
    offsets.key_gain = gain(".k_gain");
  }
  return offsets;
}

SublayerOffsets ParameterLayout::AddFeedForward(const ModelSettings& model,
                                                const std::string& name) {
  const Index width = model.width;
  const Index hidden = model.feed_forward;
  SublayerOffsets offsets;
  offsets.weights.begin = size_;
  offsets.first_weight =
      Add(name + ".w1.weight", hidden, width, ParameterKind::kWeight, ParameterRole::kFeedForward);
  offsets.second_weight =
      Add(name + ".w2.weight", width, hidden, ParameterKind::kWeight, ParameterRole::kFeedForward);
  offsets.weights.end = size_;
  if (model.bias) {
    offsets.first_bias =
        Add(name + ".w1.bias", 1, hidden, ParameterKind::kBias, ParameterRole::kOther);
    offsets.second_bias =
        Add(name + ".w2.bias", 1, width, ParameterKind::kBias, ParameterRole::kOther);
  }
  return offsets;
}

ParameterLayout::ParameterLayout(const ModelSettings& model, const Wiring& wiring, Index vocabulary,
                                 Index context) {
  token_ = Add("token", vocabulary, model.width, ParameterKind::kEmbedding, ParameterRole::kToken);
  if (model.positions == Positions::kLearned) {
    position_ =
        Add("position", context, model.width, ParameterKind::kEmbedding, ParameterRole::kPosition);
  }
  sublayers_.reserve(static_cast<std::size_t>(model.Sublayers()));
  for (int sublayer = 0; sublayer < model.Sublayers(); ++sublayer) {
    const bool attention = sublayer % 2 == 0;
    const std::string name =
        "layer." + std::to_string(sublayer / 2) + (attention ? ".attention" : ".feed_forward");
    SublayerOffsets offsets = attention ? AddAttention(model, name) : AddFeedForward(model, name);
    offsets.others.begin = offsets.weights.end;
    if (wiring.norm_in) {
      const bool shared = wiring.parallel && !attention;
      offsets.norm_in = shared ? sublayers_.back().norm_in : AddNorm(model, name + ".norm_in");
    }
    if (wiring.norm_out) offsets.norm_out = AddNorm(model, name + ".norm_out");
    if (wiring.norm_trunk) offsets.norm_trunk = AddNorm(model, name + ".norm_trunk");
    if (wiring.branch_scale != BranchScale::kOne) {
      const bool per_channel = wiring.branch_scale == BranchScale::kLearnedPerChannel;
      offsets.branch_scale = Add(name + ".scale", 1, per_channel ? model.width : 1,
                                 ParameterKind::kBranchScale, ParameterRole::kOther);
    }
    offsets.others.end = size_;
    sublayers_.push_back(offsets);
  }
  if (wiring.final_norm) final_norm_ = AddNorm(model, "final");
  head_ = Add("head.weight", vocabulary, model.width, ParameterKind::kWeight, ParameterRole::kHead);
}

const Tensor* ParameterLayout::Find(std::string_view name) const {
  for (const Tensor& tensor : tensors_) {
    if (tensor.name == name) return &tensor;
  }
  return nullptr;
}

}  // namespace normlab
