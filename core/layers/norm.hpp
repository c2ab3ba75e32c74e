// LayerNorm and RMSNorm, token by token.
//   LayerNorm (Ba 2016)              y = (x - mean) / sqrt(variance + epsilon) * gain + bias
//   RMSNorm (Zhang & Sennrich 2019)  y = x / sqrt(mean of x^2 + epsilon) * gain
// The variance is biased (divided by the width) and taken in a second pass over the centred values:
// one pass loses [40000 .. 40003] to rounding.
#pragma once

#include "core/layers/kinds.hpp"
#include "core/numerics/dual.hpp"
#include "core/numerics/reduce.hpp"

namespace normlab {

// What the backward pass needs: the normalised tokens and one over the root.
template <class S>
struct NormCache {
  Matrix<S> normalised;  // (tokens, width)
  Vector<S> inverse;     // (tokens)

  void Resize(Index tokens, Index width) {
    normalised.resize(tokens, width);
    inverse.resize(tokens);
  }
};

// One token. x, normalised: (width). Returns one over the root.
template <class S>
S NormaliseLayer(const S* __restrict x, Index width, const S& epsilon, S* __restrict normalised) {
  const S scale = S(1) / S(static_cast<double>(width));
  const S mean = Sum(x, width) * scale;
  for (Index j = 0; j < width; ++j) normalised[j] = x[j] - mean;
  const S variance = SumOfSquares(normalised, width) * scale;
  const S inverse = S(1) / Sqrt(variance + epsilon);
  for (Index j = 0; j < width; ++j) normalised[j] = normalised[j] * inverse;
  return inverse;
}

// One token. x, normalised: (width). Returns one over the root.
template <class S>
S NormaliseRms(const S* __restrict x, Index width, const S& epsilon, S* __restrict normalised) {
  const S scale = S(1) / S(static_cast<double>(width));
  const S inverse = S(1) / Sqrt(SumOfSquares(x, width) * scale + epsilon);
  for (Index j = 0; j < width; ++j) normalised[j] = x[j] * inverse;
  return inverse;
}

// x, y: (tokens, width), gain: (width), bias: (width) or null. y must not be x.
template <class S>
void NormForward(NormKind kind, const MatrixIn<S>& x, const S* __restrict gain,
                 const S* __restrict bias, const S& epsilon, NormCache<S>& cache, MatrixOut<S> y) {
  const Index width = x.cols();
  for (Index token = 0; token < x.rows(); ++token) {
    const S* row = x.data() + token * x.outerStride();
    S* normalised = cache.normalised.data() + token * width;
    S* __restrict out = y.data() + token * y.outerStride();
    cache.inverse[token] = kind == NormKind::kLayer
                               ? NormaliseLayer(row, width, epsilon, normalised)
                               : NormaliseRms(row, width, epsilon, normalised);
    if (bias != nullptr) {
      for (Index j = 0; j < width; ++j) out[j] = normalised[j] * gain[j] + bias[j];
    } else {
      for (Index j = 0; j < width; ++j) out[j] = normalised[j] * gain[j];
    }
  }
}

// dy, dx: (tokens, width), gain, dgain: (width), dbias: (width) or null; dgain and dbias
// accumulate; dx must not be dy. With u = dy * gain and n = the normalised token:
//   LayerNorm  dx = inverse (u - mean(u) - n mean(u n))
//   RMSNorm    dx = inverse (u - n mean(u n))
template <class S>
void NormBackward(NormKind kind, const MatrixIn<S>& dy, const S* __restrict gain,
                  const NormCache<S>& cache, MatrixOut<S> dx, S* __restrict dgain,
                  S* __restrict dbias) {
  const Index width = dy.cols();
  const S scale = S(1) / S(static_cast<double>(width));
  for (Index token = 0; token < dy.rows(); ++token) {
    const S* __restrict upstream = dy.data() + token * dy.outerStride();
    const S* __restrict normalised = cache.normalised.data() + token * width;
    S* __restrict out = dx.data() + token * dx.outerStride();
    if (dbias != nullptr) {
      for (Index j = 0; j < width; ++j) dbias[j] += upstream[j];
    }
    for (Index j = 0; j < width; ++j) dgain[j] += upstream[j] * normalised[j];
    for (Index j = 0; j < width; ++j) out[j] = upstream[j] * gain[j];
    const S mean = kind == NormKind::kLayer ? Sum(out, width) * scale : S(0);
    const S along = Dot(out, normalised, width) * scale;
    const S inverse = cache.inverse[token];
    for (Index j = 0; j < width; ++j) out[j] = inverse * (out[j] - mean - normalised[j] * along);
  }
}

}  // namespace normlab
