// Gradient descent with momentum, Adam and AdamW, over one contiguous group of parameters at a
// time.
#pragma once

#include "core/numerics/matrix.hpp"

namespace normlab {

enum class OptimizerKind { kSgd, kAdam, kAdamW };

struct OptimizerSettings {
  OptimizerKind kind = OptimizerKind::kAdam;
  double learning_rate = 2e-3;  // the peak of the schedule
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;       // outside the root, not scaled
  double momentum = 0.0;       // of kSgd
  double weight_decay = 0.01;  // of kAdamW: decoupled, never on gains, biases, embeddings
  double clip = 0.0;           // largest global gradient norm; 0 means no clipping
};

// How far one update moved a group of weights.
struct UpdateSize {
  double change_squares = 0;  // sum of squares of the change
  double weight_squares = 0;  // sum of squares of the weights before it

  // Norm of the change over norm of the weights; 0 for weights that were all 0.
  double Ratio() const;
};

// The factor that brings a global gradient norm down to `clip`: min(1, clip / (norm + 1e-6)), as
// torch.nn.utils.clip_grad_norm_ has it; 1 where clip is 0.
double ClipFactor(double norm, double clip);

// The state of one optimiser over `size` parameters. A step begins with BeginStep; then every group
// of parameters, in any order, is updated once.
template <class S>
class Optimizer {
 public:
  Optimizer(const OptimizerSettings& settings, Index size);

  // `learning_rate` is the schedule's; every gradient is taken times `gradient_factor`.
  void BeginStep(double learning_rate, double gradient_factor);

  // Parameters [begin, end). `decay` marks a group that AdamW shrinks.
  //   SGD    v = momentum v + g, w -= lr v
  //   Adam   m = b1 m + (1 - b1) g, v = b2 v + (1 - b2) g^2,
  //          w -= lr / (1 - b1^t) m / (sqrt(v / (1 - b2^t)) + epsilon)     Kingma & Ba 2014
  //   AdamW  w *= 1 - lr decay first                                Loshchilov & Hutter 2017
  // weights, gradients: (size), whole.
  UpdateSize Update(Index begin, Index end, bool decay, S* weights, const S* gradients);

  const Vector<S>& First() const { return first_; }
  const Vector<S>& Second() const { return second_; }

 private:
  OptimizerSettings settings_;
  Vector<S> first_;   // momentum, or the mean of the gradient
  Vector<S> second_;  // the mean of its square; empty for SGD
  double beta1_power_ = 1;
  double beta2_power_ = 1;
  S gradient_factor_ = S(1);
  S step_size_ = S(0);
  S shrink_ = S(1);
  S second_correction_ = S(1);
};

extern template class Optimizer<float>;
extern template class Optimizer<double>;

}  // namespace normlab
