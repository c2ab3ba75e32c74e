// Activations, each with its slope: the forward pass has everything that the derivative needs, so
// it computes both and the backward pass is one multiplication.
#pragma once

#include <algorithm>

#include "core/layers/kinds.hpp"
#include "core/numerics/dual.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/matrix.hpp"

namespace normlab {

template <class S>
struct ValueAndSlope {
  S value;
  S slope;
};

// max(0, x); slope 0 at 0, as in PyTorch
struct Relu {
  template <class S>
  ValueAndSlope<S> operator()(const S& x) const {
    const bool on = x > S(0);
    return {on ? x : S(0), on ? S(1) : S(0)};
  }
};

// Hendrycks & Gimpel 2016, the tanh form: x/2 (1 + tanh u) = x sigmoid(2u),
// u = sqrt(2/pi) (x + 0.044715 x^3)
struct GeluTanh {
  template <class S>
  ValueAndSlope<S> operator()(const S& x) const {
    const S twice_root = S(1.5957691216057308);  // 2 sqrt(2/pi)
    const S square = x * x;
    const S gate = Sigmoid(twice_root * x * (S(1) + S(0.044715) * square));
    const S gate_slope = gate * (S(1) - gate) * twice_root * (S(1) + S(0.134145) * square);
    return {x * gate, gate + x * gate_slope};
  }
};

// x Phi(x) = x/2 (1 + erf(x / sqrt 2)); slope Phi(x) + x phi(x)
struct GeluErf {
  template <class S>
  ValueAndSlope<S> operator()(const S& x) const {
    const S gate = S(0.5) * (S(1) + Erf(x * S(0.70710678118654752)));
    const S density = S(0.39894228040143268) * Exp(S(-0.5) * x * x);
    return {x * gate, gate + x * density};
  }
};

// x sigmoid(x)
struct Silu {
  template <class S>
  ValueAndSlope<S> operator()(const S& x) const {
    const S gate = Sigmoid(x);
    return {x * gate, gate * (S(1) + x * (S(1) - gate))};
  }
};

struct HyperbolicTangent {
  template <class S>
  ValueAndSlope<S> operator()(const S& x) const {
    const S value = Tanh(x);
    return {value, S(1) - value * value};
  }
};

inline constexpr Index kActivationBlock = 64;

// x, y, slope: (count). y = f(x), slope = f'(x); both may be x. Through local blocks of a fixed
// size, so that the compiler sees neither aliases nor a remainder and vectorises the whole.
template <class S, class Function>
void ApplyActivation(const Function& f, const S* x, Index count, S* y, S* slope) {
  S in[kActivationBlock] = {};
  S values[kActivationBlock];
  S slopes[kActivationBlock];
  for (Index from = 0; from < count; from += kActivationBlock) {
    const Index size = std::min(kActivationBlock, count - from);
    std::copy_n(x + from, size, in);
    for (Index i = 0; i < kActivationBlock; ++i) {
      const ValueAndSlope<S> result = f(in[i]);
      values[i] = result.value;
      slopes[i] = result.slope;
    }
    std::copy_n(values, size, y + from);
    std::copy_n(slopes, size, slope + from);
  }
}

// x, y, slope: (count); y and slope may be x
template <class S>
void ActivationForward(Activation activation, const S* x, Index count, S* y, S* slope) {
  switch (activation) {
    case Activation::kRelu:
      return ApplyActivation(Relu{}, x, count, y, slope);
    case Activation::kGeluTanh:
      return ApplyActivation(GeluTanh{}, x, count, y, slope);
    case Activation::kGeluErf:
      return ApplyActivation(GeluErf{}, x, count, y, slope);
    case Activation::kSilu:
      return ApplyActivation(Silu{}, x, count, y, slope);
    case Activation::kTanh:
      return ApplyActivation(HyperbolicTangent{}, x, count, y, slope);
  }
}

// dx: (count) = dy: (count) * slope: (count); dx may be dy
template <class S>
void ActivationBackward(const S* slope, const S* dy, Index count, S* dx) {
  for (Index i = 0; i < count; ++i) dx[i] = dy[i] * slope[i];
}

}  // namespace normlab
