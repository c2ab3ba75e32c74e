// Where every parameter of a stack lies. All of them share one contiguous vector (gradients and
// the optimiser's moments have the same shape), in the order
//   token, position (where it is learned) | sublayer 0 | sublayer 1 | ... | final norm, head
// and within a sublayer its weights first, then biases, gains, norms and scales: what the optimiser
// decays and what the probes call "the weights" are ranges.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/numerics/matrix.hpp"
#include "core/stack/model.hpp"
#include "core/stack/wiring.hpp"

namespace normlab {

inline constexpr Index kAbsent = -1;

enum class ParameterKind { kEmbedding, kWeight, kBias, kGain, kBranchScale };

// What fixes a tensor's initial scale.
enum class ParameterRole { kToken, kPosition, kQueryKey, kValueOut, kFeedForward, kHead, kOther };

struct Tensor {
  std::string name;  // "layer.3.attention.wq.weight"; layers count from 0
  Index offset;
  Index rows;
  Index columns;
  ParameterKind kind;
  ParameterRole role;

  Index Size() const { return rows * columns; }
};

struct Range {
  Index begin = 0;
  Index end = 0;

  Index Size() const { return end - begin; }
};

struct NormOffsets {
  Index gain = kAbsent;
  Index bias = kAbsent;  // kAbsent for RMSNorm and in a stack without biases
};

struct SublayerOffsets {
  Range weights;                  // the matrices of the branch
  Range others;                   // its biases, gains and norms
  Index first_weight = kAbsent;   // wq, wk, wv one after the other; or w1
  Index second_weight = kAbsent;  // wo; or w2
  Index first_bias = kAbsent;
  Index second_bias = kAbsent;
  Index query_gain = kAbsent;
  Index key_gain = kAbsent;
  NormOffsets norm_in;  // the attention's own where the layer's branches are parallel
  NormOffsets norm_out;
  NormOffsets norm_trunk;
  Index branch_scale = kAbsent;  // (1) or (width), as the row says
};

class ParameterLayout {
 public:
  ParameterLayout(const ModelSettings& model, const Wiring& wiring, Index vocabulary,
                  Index context);

  Index Size() const { return size_; }
  const std::vector<Tensor>& Tensors() const { return tensors_; }
  const std::vector<SublayerOffsets>& Sublayers() const { return sublayers_; }
  const NormOffsets& FinalNorm() const { return final_norm_; }
  Index Token() const { return token_; }
  Index Position() const { return position_; }  // kAbsent where positions are not learned
  Index Head() const { return head_; }

  // The tensor of that name, or null.
  const Tensor* Find(std::string_view name) const;

 private:
  Index Add(std::string name, Index rows, Index columns, ParameterKind kind, ParameterRole role);
  NormOffsets AddNorm(const ModelSettings& model, const std::string& name);
  SublayerOffsets AddAttention(const ModelSettings& model, const std::string& name);
  SublayerOffsets AddFeedForward(const ModelSettings& model, const std::string& name);

  std::vector<Tensor> tensors_;
  std::vector<SublayerOffsets> sublayers_;
  NormOffsets final_norm_;
  Index token_ = kAbsent;
  Index position_ = kAbsent;
  Index head_ = kAbsent;
  Index size_ = 0;
};

}  // namespace normlab
