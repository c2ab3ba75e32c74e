// A chain of feed-forward branches, joined as a row of the table of wirings says: no attention, so
// that the laws of depth stand alone. ReLU, hidden width = width, Xavier normal weights: a branch
// hands on half the mean square of what it is given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/layers/cross_entropy.hpp"
#include "core/stack/stack.hpp"

namespace normlab {

// The share of its input's mean square that such a branch hands on.
inline constexpr double kBranchGain = 0.5;

struct ChainShape {
  std::string wiring;
  Index depth = 1;  // branches
  Index width = 64;
  Index tokens = 128;
  Index vocabulary = 1;  // of the head
  NormKind norm = NormKind::kLayer;
  double weight_std = 0;  // 0 is Xavier's
};

class Chain {
 public:
  explicit Chain(const ChainShape& shape);

  // Weights, and the tokens at its beginning: N(0, 1).
  void Initialise(std::uint32_t seed);

  // tokens += distance * direction: (tokens, width)
  void MoveTokens(const Matrix<double>& direction, double distance) {
    streams_[0] += distance * direction;
  }

  void Forward();

  // d: (tokens, width), the gradient at the end of the chain on the way in, at its beginning on the
  // way out. norms: (depth + 1) are those of the gradients at x_0 ... x_L.
  void Backward(Matrix<double>& d, std::vector<double>& norms);

  // Final norm, where the wiring has one, times gain_scale; head; cross-entropy against random
  // targets of the seed. d: (tokens, width) is the gradient at the end of the chain.
  double Loss(std::uint32_t seed, double gain_scale, Matrix<double>& d);

  // (depth + 1): x_0 ... x_L, each (tokens, width)
  const std::vector<Matrix<double>>& Streams() const { return streams_; }
  const Matrix<double>& Logits() const { return logits_; }  // (tokens, vocabulary)

  // The Frobenius norm of the last branch's W2's gradient.
  double LastWeightGradient() const;

  double* Parameters() { return parameters_.data(); }
  const double* Gradients() const { return gradients_.data(); }  // of the last Backward
  const ParameterLayout& Layout() const { return layout_; }
  // Of branch l: W1 then W2, each (width, width).
  const SublayerOffsets& Branch(Index branch) const {
    return layout_.Sublayers()[static_cast<std::size_t>(2 * branch + 1)];
  }

 private:
  ChainShape shape_;
  ModelSettings model_;
  Wiring wiring_;
  ParameterLayout layout_;
  Vector<double> parameters_;
  Vector<double> gradients_;
  std::vector<Sublayer<double>> branches_;
  std::vector<Matrix<double>> streams_;
  SublayerScratch<double> scratch_;
  NormCache<double> final_norm_;
  Matrix<double> final_;
  Matrix<double> logits_;
  Matrix<double> dlogits_;
};

// The gradients' norms at x_0 ... x_L of a random gradient at x_L, after Initialise and Forward.
std::vector<double> BackwardNorms(Chain& chain, const ChainShape& shape, std::uint32_t seed);

}  // namespace normlab
