// Token embedding plus positions, learned or fixed: x = token[id] + position[t].
#pragma once

#include <cstdint>

#include "core/numerics/matrix.hpp"

namespace normlab {

// ids: (tokens), token: (vocabulary, width), position: (context, width), x: (tokens, width);
// tokens = batch * context, sequence by sequence.
template <class S>
void EmbeddingForward(const std::int32_t* ids, const MatrixIn<S>& token,
                      const MatrixIn<S>& position, MatrixOut<S> x) {
  const Index width = x.cols();
  for (Index i = 0; i < x.rows(); ++i) {
    const S* embedded = token.data() + ids[i] * width;
    const S* placed = position.data() + (i % position.rows()) * width;
    S* out = x.data() + i * x.outerStride();
    for (Index j = 0; j < width; ++j) out[j] = embedded[j] + placed[j];
  }
}

// dx: (tokens, width); dtoken accumulates. For positions that are fixed.
template <class S>
void EmbeddingBackward(const std::int32_t* ids, const MatrixIn<S>& dx, MatrixOut<S> dtoken) {
  const Index width = dx.cols();
  for (Index i = 0; i < dx.rows(); ++i) {
    const S* upstream = dx.data() + i * dx.outerStride();
    S* embedded = dtoken.data() + ids[i] * width;
    for (Index j = 0; j < width; ++j) embedded[j] += upstream[j];
  }
}

// dx: (tokens, width); dtoken and dposition accumulate.
template <class S>
void EmbeddingBackward(const std::int32_t* ids, const MatrixIn<S>& dx, MatrixOut<S> dtoken,
                       MatrixOut<S> dposition) {
  EmbeddingBackward<S>(ids, dx, dtoken);
  const Index width = dx.cols();
  for (Index i = 0; i < dx.rows(); ++i) {
    const S* upstream = dx.data() + i * dx.outerStride();
    S* placed = dposition.data() + (i % dposition.rows()) * width;
    for (Index j = 0; j < width; ++j) placed[j] += upstream[j];
  }
}

}  // namespace normlab
