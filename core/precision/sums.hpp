// A norm's sum of squares where every number and every addition is kept in a format of fewer bits.
#pragma once

#include "core/precision/formats.hpp"

namespace normlab {

// x: (count). One addition after the other, as a plain loop has it.
inline double SequentialSumOfSquares(const FloatFormat& format, const double* x, Index count) {
  double sum = 0;
  for (Index i = 0; i < count; ++i) {
    const double kept = RoundTo(format, x[i]);
    sum = RoundTo(format, sum + RoundTo(format, kept * kept));
  }
  return sum;
}

// x: (count), count >= 1. Halves added to halves, as wide machines have it: no small term meets a
// large sum.
inline double PairwiseSumOfSquares(const FloatFormat& format, const double* x, Index count) {
  if (count == 1) {
    const double kept = RoundTo(format, x[0]);
    return RoundTo(format, kept * kept);
  }
  const Index half = count / 2;
  return RoundTo(format, PairwiseSumOfSquares(format, x, half) +
                             PairwiseSumOfSquares(format, x + half, count - half));
}

}  // namespace normlab
