// The feed-forward branch: F(x) = W2 f(W1 x + b1) + b2.
#pragma once

#include "core/layers/activation.hpp"
#include "core/layers/linear.hpp"
#include "core/layers/rounding.hpp"

namespace normlab {

// Weights or their gradients. w1: (hidden, width), w2: (width, hidden); biases may be null.
template <class S>
struct FeedForwardParameters {
  S* w1;
  S* w2;
  S* b1;
  S* b2;
};

template <class S>
struct FeedForwardCache {
  Matrix<S> hidden;  // (tokens, hidden), after the activation
  Matrix<S> slope;   // (tokens, hidden), of the activation

  void Resize(Index tokens, Index hidden_width) {
    hidden.resize(tokens, hidden_width);
    slope.resize(tokens, hidden_width);
  }
};

// x, y: (tokens, width). `rounding` is asked for what the weights multiply.
template <class S, class Rounding = Exact>
void FeedForwardForward(Activation activation, const MatrixIn<S>& x,
                        const FeedForwardParameters<S>& weights, FeedForwardCache<S>& cache,
                        MatrixOut<S> y, Rounding&& rounding = Rounding()) {
  const Index width = x.cols();
  const Index hidden = cache.hidden.cols();
  using Weight = Eigen::Map<const Matrix<S>>;
  LinearForward<S>(rounding.Into(RoundedPlace::kProduct, x), Weight(weights.w1, hidden, width),
                   weights.b1, cache.slope);
  ActivationForward(activation, cache.slope.data(), cache.slope.size(), cache.hidden.data(),
                    cache.slope.data());
  LinearForward<S>(rounding.Into(RoundedPlace::kProduct, cache.hidden),
                   Weight(weights.w2, width, hidden), weights.b2, y);
}

// x, dy, dx: (tokens, width), dhidden: (tokens, hidden) is scratch; gradients accumulate.
// dx must not be dy.
template <class S>
void FeedForwardBackward(const MatrixIn<S>& x, const MatrixIn<S>& dy,
                         const FeedForwardParameters<S>& weights, const FeedForwardCache<S>& cache,
                         const FeedForwardParameters<S>& gradients, MatrixOut<S> dhidden,
                         MatrixOut<S> dx) {
  const Index width = x.cols();
  const Index hidden = cache.hidden.cols();
  using Weight = Eigen::Map<const Matrix<S>>;
  using Gradient = Eigen::Map<Matrix<S>>;
  LinearBackwardParameters<S>(cache.hidden, dy, Gradient(gradients.w2, width, hidden),
                              gradients.b2);
  LinearBackwardInput<S>(Weight(weights.w2, width, hidden), dy, dhidden);
  ActivationBackward(cache.slope.data(), dhidden.data(), cache.slope.size(), dhidden.data());
  LinearBackwardParameters<S>(x, dhidden, Gradient(gradients.w1, hidden, width), gradients.b1);
  LinearBackwardInput<S>(Weight(weights.w1, hidden, width), dhidden, dx);
}

}  // namespace normlab
