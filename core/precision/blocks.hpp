// Weights in blocks of 32 with one scale each, as llama.cpp's Q8_0 and Q4_0 keep them, and back.
//   Q8_0  scale = amax / 127, q = round(x / scale), value q scale
//   Q4_0  scale = (the value of largest magnitude, signed) / -8,
//         q = min(15, floor(x / scale + 8.5)), value (q - 8) scale
// The scale is kept in fp16, as there.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/precision/formats.hpp"

namespace normlab {

inline constexpr Index kBlock = 32;

namespace internal {

template <class S>
void RoundBlockToQ8(S* x, Index count) {
  double largest = 0;
  for (Index i = 0; i < count; ++i) largest = std::max(largest, std::abs(double{x[i]}));
  if (largest == 0) return;
  const double scale = largest / 127;
  const double kept = RoundTo(kFp16, scale);
  for (Index i = 0; i < count; ++i) {
    x[i] = static_cast<S>(std::floor(std::abs(double{x[i]}) / scale + 0.5) *
                          std::copysign(kept, double{x[i]}));
  }
}

template <class S>
void RoundBlockToQ4(S* x, Index count) {
  double extreme = 0;
  for (Index i = 0; i < count; ++i) {
    if (std::abs(double{x[i]}) > std::abs(extreme)) extreme = x[i];
  }
  if (extreme == 0) return;
  const double scale = extreme / -8;
  const double kept = RoundTo(kFp16, scale);
  for (Index i = 0; i < count; ++i) {
    const double q = std::min(15.0, std::floor(double{x[i]} / scale + 8.5));
    x[i] = static_cast<S>((q - 8) * kept);
  }
}

}  // namespace internal

// weight: (out, in), row by row; a row's last block may be shorter.
template <class S>
void RoundRowsToQ8(MatrixOut<S> weight) {
  for (Index row = 0; row < weight.rows(); ++row) {
    S* x = weight.data() + row * weight.outerStride();
    for (Index i = 0; i < weight.cols(); i += kBlock) {
      internal::RoundBlockToQ8(x + i, std::min(kBlock, weight.cols() - i));
    }
  }
}

template <class S>
void RoundRowsToQ4(MatrixOut<S> weight) {
  for (Index row = 0; row < weight.rows(); ++row) {
    S* x = weight.data() + row * weight.outerStride();
    for (Index i = 0; i < weight.cols(); i += kBlock) {
      internal::RoundBlockToQ4(x + i, std::min(kBlock, weight.cols() - i));
    }
  }
}

}  // namespace normlab
