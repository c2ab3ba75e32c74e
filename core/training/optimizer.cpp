#include "core/training/optimizer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/reduce.hpp"

namespace normlab {

namespace {

// Updates go block by block through local buffers: no aliases for the compiler to fear, and the
// change of every weight at hand for the measure.
constexpr Index kBlock = 64;

// 0 for a subnormal. Where a gradient stays 0 (a ReLU that died) a mean halves every few steps,
// ends among the subnormals for good, since they round back to themselves, and every step then
// takes several times as long. No weight is moved by what is lost: it is below 1e-38.
template <class S>
S Normal(S x) {
  return Abs(x) < std::numeric_limits<S>::min() ? S(0) : x;
}

template <class S>
void SgdBlock(Index size, const S* gradients, S factor, S momentum, S step_size, S* velocity,
              S* change) {
  for (Index i = 0; i < size; ++i) {
    velocity[i] = Normal(momentum * velocity[i] + factor * gradients[i]);
    change[i] = step_size * velocity[i];
  }
}

template <class S>
struct AdamFactors {
  S gradient;
  S beta1;
  S beta2;
  S rest1;  // 1 - beta1, which 1 less a rounded beta1 is not: 1 - 0.999f is 1e-5 off
  S rest2;
  S epsilon;
  S step_size;
  S second_correction;
};

template <class S>
void AdamBlock(Index size, const S* __restrict gradients, const AdamFactors<S>& factors,
               S* __restrict first, S* __restrict second, S* __restrict change) {
  for (Index i = 0; i < size; ++i) {
    const S gradient = factors.gradient * gradients[i];
    first[i] = Normal(factors.beta1 * first[i] + factors.rest1 * gradient);
    second[i] = Normal(factors.beta2 * second[i] + factors.rest2 * gradient * gradient);
    const S root = Sqrt(second[i]) * factors.second_correction + factors.epsilon;
    change[i] = factors.step_size * first[i] / root;
  }
}

}  // namespace

double UpdateSize::Ratio() const {
  return weight_squares > 0 ? std::sqrt(change_squares / weight_squares) : 0.0;
}

double ClipFactor(double norm, double clip) {
  return clip > 0 ? std::min(1.0, clip / (norm + 1e-6)) : 1.0;
}

template <class S>
Optimizer<S>::Optimizer(const OptimizerSettings& settings, Index size)
    : settings_(settings),
      first_(Vector<S>::Zero(size)),
      second_(Vector<S>::Zero(settings.kind == OptimizerKind::kSgd ? 0 : size)) {}

template <class S>
void Optimizer<S>::BeginStep(double learning_rate, double gradient_factor) {
  gradient_factor_ = S(gradient_factor);
  shrink_ = S(settings_.kind == OptimizerKind::kAdamW ? 1.0 - learning_rate * settings_.weight_decay
                                                      : 1.0);
  if (settings_.kind == OptimizerKind::kSgd) {
    step_size_ = S(learning_rate);
    return;
  }
  beta1_power_ *= settings_.beta1;
  beta2_power_ *= settings_.beta2;
  step_size_ = S(learning_rate / (1.0 - beta1_power_));
  second_correction_ = S(1.0 / std::sqrt(1.0 - beta2_power_));
}

template <class S>
UpdateSize Optimizer<S>::Update(Index begin, Index end, bool decay, S* weights,
                                const S* gradients) {
  const AdamFactors<S> factors{
      gradient_factor_,         S(settings_.beta1),   S(settings_.beta2), S(1.0 - settings_.beta1),
      S(1.0 - settings_.beta2), S(settings_.epsilon), step_size_,         second_correction_};
  const S shrink = decay ? shrink_ : S(1);
  S change[kBlock];
  UpdateSize moved;
  for (Index from = begin; from < end; from += kBlock) {
    const Index size = std::min(kBlock, end - from);
    S* __restrict block = weights + from;
    if (settings_.kind == OptimizerKind::kSgd) {
      SgdBlock<S>(size, gradients + from, gradient_factor_, S(settings_.momentum), step_size_,
                  first_.data() + from, change);
    } else {
      AdamBlock<S>(size, gradients + from, factors, first_.data() + from, second_.data() + from,
                   change);
    }
    moved.weight_squares += MeasuredSumOfSquares(block, size);
    for (Index i = 0; i < size; ++i) {
      const S updated = block[i] * shrink - change[i];
      change[i] = updated - block[i];
      block[i] = updated;
    }
    moved.change_squares += MeasuredSumOfSquares(change, size);
  }
  return moved;
}

template class Optimizer<float>;
template class Optimizer<double>;

}  // namespace normlab
