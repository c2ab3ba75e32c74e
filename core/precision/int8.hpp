// Numbers rounded to eight bits and back: q = x / scale to the nearest whole number, ties to even,
// with scale = the largest absolute value / 127, so that q lies within -127 .. 127; then q * scale.
// Computing goes on in the scalar's own format, as emulations do: what is seen is the rounding.
#pragma once

#include "core/numerics/elementary.hpp"
#include "core/numerics/matrix.hpp"
#include "core/numerics/reduce.hpp"

namespace normlab {

inline constexpr double kInt8Largest = 127;

// x: (count), with one scale. All zeros stay.
template <class S>
void RoundToInt8(S* x, Index count) {
  const S largest = LargestMagnitude(x, count);
  if (largest == S(0)) return;
  const S scale = largest / S(kInt8Largest);
  constexpr S kRound = elementary::Format<S>::kRound;  // adding it rounds to a whole number
  for (Index i = 0; i < count; ++i) x[i] = ((x[i] / scale + kRound) - kRound) * scale;
}

// weight: (out, in), with a scale for each output channel, which is a row.
template <class S>
void RoundRowsToInt8(MatrixOut<S> weight) {
  for (Index row = 0; row < weight.rows(); ++row) {
    RoundToInt8(weight.data() + row * weight.outerStride(), weight.cols());
  }
}

}  // namespace normlab
