// Numbers rounded to eight bits and back: q = x / scale to the nearest whole number, ties to even,
// with scale = the largest absolute value / 127, so that q lies within -127 .. 127; then q * scale.
// Computing goes on in the scalar's own format, as emulations do: what is seen is the rounding.
#pragma once

#include <array>

#include "core/layers/rounding.hpp"
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

// What is kept in eight bits; what a choice does not name stays as it is.
struct Int8Places {
  bool products = false;
  bool norms = false;
  bool adds = false;
};

// Rounds activations, one scale a tensor, at the places of a choice: a layers/rounding.hpp.
template <class S>
class Int8Rounding {
 public:
  explicit Int8Rounding(const Int8Places& places) : places_(places) {}

  MatrixIn<S> Into(RoundedPlace place, const MatrixIn<S>& x) {
    if (!Rounds(place)) return x;
    Matrix<S>& rounded = buffers_[next_];
    next_ = 1 - next_;
    rounded = x;
    RoundToInt8(rounded.data(), rounded.size());
    return rounded;
  }

  void OutOf(RoundedPlace place, Matrix<S>& y) const {
    if (Rounds(place)) RoundToInt8(y.data(), y.size());
  }

 private:
  bool Rounds(RoundedPlace place) const {
    switch (place) {
      case RoundedPlace::kProduct:
        return places_.products;
      case RoundedPlace::kNorm:
        return places_.norms;
      case RoundedPlace::kAdd:
        return places_.adds;
    }
    return false;
  }

  Int8Places places_;
  std::array<Matrix<S>, 2> buffers_;  // an addition reads two at once
  std::size_t next_ = 0;
};

}  // namespace normlab
