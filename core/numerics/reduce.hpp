// Sums whose order is fixed: eight running sums, element i into sum i mod 8, folded in one order at
// the end. Same bits on every machine, and wide enough for any register.
#pragma once

#include <type_traits>

#include "core/numerics/dual.hpp"
#include "core/numerics/matrix.hpp"

namespace normlab {

inline constexpr Index kRunningSums = 8;

namespace internal {

template <class Total, class Term>
inline Total SumOfTerms(Index count, const Term& term) {
  Total sums[kRunningSums] = {};
  Index i = 0;
  for (; i + kRunningSums <= count; i += kRunningSums) {
    for (Index lane = 0; lane < kRunningSums; ++lane) sums[lane] += term(i + lane);
  }
  for (Index lane = 0; i + lane < count; ++lane) sums[lane] += term(i + lane);
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

template <class S, class Term>
inline S LargestOfTerms(Index count, const Term& term) {
  S largest[kRunningSums];
  for (S& lane : largest) lane = term(0);
  Index i = 0;
  for (; i + kRunningSums <= count; i += kRunningSums) {
    for (Index lane = 0; lane < kRunningSums; ++lane) {
      largest[lane] = Maximum(largest[lane], term(i + lane));
    }
  }
  for (Index lane = 0; i + lane < count; ++lane) {
    largest[lane] = Maximum(largest[lane], term(i + lane));
  }
  for (Index lane = 1; lane < kRunningSums; ++lane) {
    largest[0] = Maximum(largest[0], largest[lane]);
  }
  return largest[0];
}

}  // namespace internal

template <class S>
inline S Sum(const S* x, Index count) {
  return internal::SumOfTerms<S>(count, [x](Index i) { return x[i]; });
}

template <class S>
inline S Dot(const S* x, const S* y, Index count) {
  return internal::SumOfTerms<S>(count, [x, y](Index i) { return x[i] * y[i]; });
}

template <class S>
inline S SumOfSquares(const S* x, Index count) {
  return Dot(x, x, count);
}

// The sum of squares of what is measured (gradients, streams), in double: a gradient of 1e-30 has
// a norm, though its square is no float.
template <class S>
inline double MeasuredSumOfSquares(const S* x, Index count) {
  return internal::SumOfTerms<double>(count, [x](Index i) {
    const double value = Value(x[i]);
    return value * value;
  });
}

// The largest element of x: (count), count >= 1.
template <class S>
inline S Largest(const S* x, Index count) {
  return internal::LargestOfTerms<S>(count, [x](Index i) { return x[i]; });
}

// The largest absolute element of x: (count), count >= 1.
template <class S>
inline S LargestMagnitude(const S* x, Index count) {
  return internal::LargestOfTerms<S>(count, [x](Index i) { return Abs(x[i]); });
}

}  // namespace normlab
