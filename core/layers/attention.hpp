// Causal multi-head self-attention (Vaswani 2017), optionally with QK-norm (Henry 2020): RMSNorm
// over the head width of every query and key, with one gain each that all heads share.
//   q, k, v = x W^T + b        per projection; the three weights lie one after the other
//   p = softmax(q k^T / sqrt(head width)), 0 above the diagonal
//   y = (p v) Wo^T + bo        heads are contiguous slices of the width
#pragma once

#include "core/layers/kinds.hpp"
#include "core/layers/linear.hpp"
#include "core/layers/norm.hpp"
#include "core/layers/rounding.hpp"
#include "core/layers/softmax.hpp"

namespace normlab {

struct AttentionShape {
  Index batch;
  Index context;
  Index width;
  Index heads;
  QkNorm qk_norm;

  Index Tokens() const { return batch * context; }
  Index HeadWidth() const { return width / heads; }
};

// Weights or their gradients. wqkv: (3 width, width), wo: (width, width), bqkv: (3 width),
// bo: (width), gains: (head width). Biases may be null; gains are null without QK-norm.
template <class S>
struct AttentionParameters {
  S* wqkv;
  S* wo;
  S* bqkv;
  S* bo;
  S* query_gain;
  S* key_gain;
};

template <class S>
struct AttentionCache {
  Matrix<S> qkv;            // (tokens, 3 width)
  NormCache<S> query_norm;  // (tokens * heads, head width), with QK-norm alone
  NormCache<S> key_norm;    // the same
  Matrix<S> queries;        // (tokens, width), normalised, times their gain; with QK-norm alone
  Matrix<S> keys;           // the same
  Matrix<S> probabilities;  // (batch * heads * context, context)
  Matrix<S> mixed;          // (tokens, width), p v of all heads
  Vector<S> shifted;        // (context), scratch of the softmax
  AttentionMeasures measures;

  void Resize(const AttentionShape& shape) {
    qkv.resize(shape.Tokens(), 3 * shape.width);
    probabilities.resize(shape.batch * shape.heads * shape.context, shape.context);
    mixed.resize(shape.Tokens(), shape.width);
    shifted.resize(shape.context);
    if (shape.qk_norm == QkNorm::kNone) return;
    query_norm.Resize(shape.Tokens() * shape.heads, shape.HeadWidth());
    key_norm.Resize(shape.Tokens() * shape.heads, shape.HeadWidth());
    queries.resize(shape.Tokens(), shape.width);
    keys.resize(shape.Tokens(), shape.width);
  }
};

template <class S>
struct AttentionScratch {
  Matrix<S> dqkv;    // (tokens, 3 width)
  Matrix<S> dmixed;  // (tokens, width)
  Matrix<S> dscore;  // (context, context)

  void Resize(const AttentionShape& shape) {
    dqkv.resize(shape.Tokens(), 3 * shape.width);
    dmixed.resize(shape.Tokens(), shape.width);
    dscore.resize(shape.context, shape.context);
  }
};

namespace internal {

template <class S>
using HeadIn = Eigen::Map<const Matrix<S>, 0, Eigen::OuterStride<>>;
template <class S>
using HeadOut = Eigen::Map<Matrix<S>, 0, Eigen::OuterStride<>>;

// projected: the queries or the keys, (tokens, width) with rows `stride` apart
// -> out: (tokens, width), each head's slice normalised and times gain: (head width)
template <class S>
void QkNormForward(const AttentionShape& shape, const S* projected, Index stride, const S* gain,
                   const S& epsilon, NormCache<S>& cache, Matrix<S>& out) {
  const Index head_width = shape.HeadWidth();
  for (Index token = 0; token < shape.Tokens(); ++token) {
    for (Index head = 0; head < shape.heads; ++head) {
      const Index row = token * shape.heads + head;
      S* normalised = cache.normalised.data() + row * head_width;
      cache.inverse[row] = NormaliseRms(projected + token * stride + head * head_width, head_width,
                                        epsilon, normalised);
      S* scaled = out.data() + row * head_width;
      for (Index j = 0; j < head_width; ++j) scaled[j] = normalised[j] * gain[j];
    }
  }
}

// d: (tokens, width) with rows `stride` apart, the gradient of the normalised queries or keys on
// the way in, of the projected ones on the way out; dgain: (head width) accumulates.
template <class S>
void QkNormBackward(const AttentionShape& shape, const S* gain, const NormCache<S>& cache, S* d,
                    Index stride, S* dgain) {
  const Index head_width = shape.HeadWidth();
  const S scale = S(1) / S(static_cast<double>(head_width));
  for (Index token = 0; token < shape.Tokens(); ++token) {
    for (Index head = 0; head < shape.heads; ++head) {
      const Index row = token * shape.heads + head;
      const S* normalised = cache.normalised.data() + row * head_width;
      S* slice = d + token * stride + head * head_width;
      for (Index j = 0; j < head_width; ++j) dgain[j] += slice[j] * normalised[j];
      for (Index j = 0; j < head_width; ++j) slice[j] = slice[j] * gain[j];
      const S along = Dot(slice, normalised, head_width) * scale;
      for (Index j = 0; j < head_width; ++j) {
        slice[j] = cache.inverse[row] * (slice[j] - normalised[j] * along);
      }
    }
  }
}

}  // namespace internal

// x, y: (tokens, width), tokens = batch * context, sequence by sequence. `measure` fills
// cache.measures; it changes nothing else. `rounding` is asked for what the weights multiply.
template <class S, class Rounding = Exact>
void AttentionForward(const AttentionShape& shape, const MatrixIn<S>& x,
                      const AttentionParameters<S>& weights, const S& epsilon, bool measure,
                      AttentionCache<S>& cache, MatrixOut<S> y, Rounding&& rounding = Rounding()) {
  const Index width = shape.width;
  const Index head_width = shape.HeadWidth();
  const Index context = shape.context;
  using Weight = Eigen::Map<const Matrix<S>>;
  LinearForward<S>(rounding.Into(RoundedPlace::kProduct, x), Weight(weights.wqkv, 3 * width, width),
                   weights.bqkv, cache.qkv);

  const S* queries = cache.qkv.data();
  const S* keys = cache.qkv.data() + width;
  const S* values = cache.qkv.data() + 2 * width;
  Index query_stride = 3 * width;
  if (shape.qk_norm == QkNorm::kRmsPerHead) {
    internal::QkNormForward(shape, queries, 3 * width, weights.query_gain, epsilon,
                            cache.query_norm, cache.queries);
    internal::QkNormForward(shape, keys, 3 * width, weights.key_gain, epsilon, cache.key_norm,
                            cache.keys);
    queries = cache.queries.data();
    keys = cache.keys.data();
    query_stride = width;
  }

  const S scale = S(1) / Sqrt(S(static_cast<double>(head_width)));
  cache.measures = {};
  const Eigen::OuterStride<> query_rows(query_stride);
  const Eigen::OuterStride<> value_rows(3 * width);
  for (Index sequence = 0; sequence < shape.batch; ++sequence) {
    for (Index head = 0; head < shape.heads; ++head) {
      const Index first = sequence * context;
      const Index slice = head * head_width;
      const internal::HeadIn<S> q(queries + first * query_stride + slice, context, head_width,
                                  query_rows);
      const internal::HeadIn<S> k(keys + first * query_stride + slice, context, head_width,
                                  query_rows);
      const internal::HeadIn<S> v(values + first * 3 * width + slice, context, head_width,
                                  value_rows);
      auto p = cache.probabilities.middleRows((sequence * shape.heads + head) * context, context);
      MultiplyTransposed<S>(q, k, nullptr, p);
      CausalSoftmaxForward<S>(context, scale, p.data(), cache.shifted.data(),
                              measure ? &cache.measures : nullptr);
      Multiply<S>(p, v, cache.mixed.block(first, slice, context, head_width));
    }
  }
  LinearForward<S>(rounding.Into(RoundedPlace::kProduct, cache.mixed),
                   Weight(weights.wo, width, width), weights.bo, y);
}

// x, dy, dx: (tokens, width); gradients accumulate; dx must not be dy.
template <class S>
void AttentionBackward(const AttentionShape& shape, const MatrixIn<S>& x, const MatrixIn<S>& dy,
                       const AttentionParameters<S>& weights, const AttentionCache<S>& cache,
                       const AttentionParameters<S>& gradients, AttentionScratch<S>& scratch,
                       MatrixOut<S> dx) {
  const Index width = shape.width;
  const Index head_width = shape.HeadWidth();
  const Index context = shape.context;
  const bool normed = shape.qk_norm == QkNorm::kRmsPerHead;
  using Weight = Eigen::Map<const Matrix<S>>;
  using Gradient = Eigen::Map<Matrix<S>>;
  LinearBackwardParameters<S>(cache.mixed, dy, Gradient(gradients.wo, width, width), gradients.bo);
  LinearBackwardInput<S>(Weight(weights.wo, width, width), dy, scratch.dmixed);

  const S* queries = normed ? cache.queries.data() : cache.qkv.data();
  const S* keys = normed ? cache.keys.data() : cache.qkv.data() + width;
  const S* values = cache.qkv.data() + 2 * width;
  const Index query_stride = normed ? width : 3 * width;
  const S scale = S(1) / Sqrt(S(static_cast<double>(head_width)));
  const Eigen::OuterStride<> query_rows(query_stride);
  const Eigen::OuterStride<> qkv_rows(3 * width);
  for (Index sequence = 0; sequence < shape.batch; ++sequence) {
    for (Index head = 0; head < shape.heads; ++head) {
      const Index first = sequence * context;
      const Index slice = head * head_width;
      const internal::HeadIn<S> q(queries + first * query_stride + slice, context, head_width,
                                  query_rows);
      const internal::HeadIn<S> k(keys + first * query_stride + slice, context, head_width,
                                  query_rows);
      const internal::HeadIn<S> v(values + first * 3 * width + slice, context, head_width,
                                  qkv_rows);
      S* d = scratch.dqkv.data() + first * 3 * width + slice;
      internal::HeadOut<S> dq(d, context, head_width, qkv_rows);
      internal::HeadOut<S> dk(d + width, context, head_width, qkv_rows);
      internal::HeadOut<S> dv(d + 2 * width, context, head_width, qkv_rows);
      const auto p =
          cache.probabilities.middleRows((sequence * shape.heads + head) * context, context);
      const auto dmixed = scratch.dmixed.block(first, slice, context, head_width);
      MultiplyTransposed<S>(dmixed, v, nullptr, scratch.dscore);
      TransposedMultiply<S>(p, dmixed, dv);
      CausalSoftmaxBackward<S>(context, scale, p.data(), scratch.dscore.data());
      Multiply<S>(scratch.dscore, k, dq);
      TransposedMultiply<S>(scratch.dscore, q, dk);
    }
  }
  if (normed) {
    internal::QkNormBackward(shape, weights.query_gain, cache.query_norm, scratch.dqkv.data(),
                             3 * width, gradients.query_gain);
    internal::QkNormBackward(shape, weights.key_gain, cache.key_norm, scratch.dqkv.data() + width,
                             3 * width, gradients.key_gain);
  }
  LinearBackwardParameters<S>(x, scratch.dqkv, Gradient(gradients.wqkv, 3 * width, width),
                              gradients.bqkv);
  LinearBackwardInput<S>(Weight(weights.wqkv, 3 * width, width), scratch.dqkv, dx);
}

}  // namespace normlab
