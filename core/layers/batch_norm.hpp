// BatchNorm (Ioffe & Szegedy 2015): in training every feature over all tokens of the batch, biased
// variance, epsilon inside the root; in evaluation by averages that training kept. No wiring uses
// it; it is the contrast to a norm that looks at one token alone.
#pragma once

#include <string>

#include "core/layers/norm.hpp"

namespace normlab {

// Why BatchNorm cannot train on a batch of so many tokens; empty where it can.
inline std::string WhyBatchNormRefuses(Index tokens) {
  if (tokens >= 2) return "";
  return "BatchNorm in training takes at least 2 tokens, " + std::to_string(tokens) +
         " given: a feature of one token is its own mean, and has no variance";
}

// What evaluation uses in place of the batch, each (width).
template <class S>
struct BatchNormAverages {
  Vector<S> mean;
  Vector<S> variance;  // unbiased, tokens - 1 in the denominator
};

// x: (tokens, width), tokens >= 2. Each average moves by `momentum` of the way to this batch's.
template <class S>
void UpdateBatchNormAverages(const MatrixIn<S>& x, const S& momentum,
                             BatchNormAverages<S>& averages) {
  const S tokens = S(static_cast<double>(x.rows()));
  for (Index j = 0; j < x.cols(); ++j) {
    S mean(0);
    for (Index token = 0; token < x.rows(); ++token) mean += x(token, j) / tokens;
    S squares(0);
    for (Index token = 0; token < x.rows(); ++token) {
      const S difference = x(token, j) - mean;
      squares += difference * difference;
    }
    averages.mean[j] += momentum * (mean - averages.mean[j]);
    averages.variance[j] += momentum * (squares / (tokens - S(1)) - averages.variance[j]);
  }
}

// x, y: (tokens, width), gain, bias: (width). No token sees another.
template <class S>
void BatchNormEvaluate(const MatrixIn<S>& x, const BatchNormAverages<S>& averages, const S* gain,
                       const S* bias, const S& epsilon, MatrixOut<S> y) {
  for (Index j = 0; j < x.cols(); ++j) {
    const S inverse = S(1) / Sqrt(averages.variance[j] + epsilon);
    for (Index token = 0; token < x.rows(); ++token) {
      y(token, j) = (x(token, j) - averages.mean[j]) * inverse * gain[j] + bias[j];
    }
  }
}

// x, y: (tokens, width), gain, bias: (width); no more than WhyBatchNormRefuses allows.
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
