// BatchNorm in training (Ioffe & Szegedy 2015): every feature over all tokens of the batch, biased
// variance, epsilon inside the root. No wiring uses it; it is the contrast to a norm that looks at
// one token alone.
#pragma once

#include "core/layers/norm.hpp"

namespace normlab {

// x, y: (tokens, width), gain, bias: (width); tokens >= 2, one token has no variance.
// cache.inverse is (width) here: one root per feature.
template <class S>
void BatchNormForward(const MatrixIn<S>& x, const S* gain, const S* bias, const S& epsilon,
                      NormCache<S>& cache, MatrixOut<S> y) {
  Vector<S> feature(x.rows());
  Vector<S> normalised(x.rows());
  for (Index j = 0; j < x.cols(); ++j) {
    for (Index token = 0; token < x.rows(); ++token) feature[token] = x(token, j);
    cache.inverse[j] = NormaliseLayer(feature.data(), x.rows(), epsilon, normalised.data());
    for (Index token = 0; token < x.rows(); ++token) {
      cache.normalised(token, j) = normalised[token];
      y(token, j) = normalised[token] * gain[j] + bias[j];
    }
  }
}

// dy, dx: (tokens, width); dgain, dbias: (width) accumulate. The formula of LayerNorm, along the
// other axis.
template <class S>
void BatchNormBackward(const MatrixIn<S>& dy, const S* gain, const NormCache<S>& cache,
                       MatrixOut<S> dx, S* dgain, S* dbias) {
  const Index tokens = dy.rows();
  const S scale = S(1) / S(static_cast<double>(tokens));
  Vector<S> upstream(tokens);
  Vector<S> normalised(tokens);
  for (Index j = 0; j < dy.cols(); ++j) {
    for (Index token = 0; token < tokens; ++token) {
      upstream[token] = dy(token, j);
      normalised[token] = cache.normalised(token, j);
    }
    const S total = Sum(upstream.data(), tokens);
    const S along = Dot(upstream.data(), normalised.data(), tokens);
    dbias[j] += total;
    dgain[j] += along;
    const S factor = cache.inverse[j] * gain[j];
    for (Index token = 0; token < tokens; ++token) {
      dx(token, j) =
          factor * (upstream[token] - total * scale - normalised[token] * (along * scale));
    }
  }
}

}  // namespace normlab
