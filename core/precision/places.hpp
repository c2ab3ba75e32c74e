// Which places of a forward pass are kept in fewer bits, and a rounding that is asked there.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "core/layers/rounding.hpp"
#include "core/numerics/matrix.hpp"

namespace normlab {

// What a choice does not name stays as it is.
struct RoundedPlaces {
  bool products = false;
  bool norms = false;
  bool adds = false;

  bool Has(RoundedPlace place) const {
    switch (place) {
      case RoundedPlace::kProduct:
        return products;
      case RoundedPlace::kNorm:
        return norms;
      case RoundedPlace::kAdd:
        return adds;
    }
    return false;
  }
};

// A layers/rounding.hpp: rounds activations, whole tensors, at the places of a choice.
// round_tensor(S* x, Index count) rounds in place.
template <class S, class RoundTensor>
class RoundingAt {
 public:
  RoundingAt(const RoundedPlaces& places, RoundTensor round_tensor)
      : places_(places), round_tensor_(std::move(round_tensor)) {}

  MatrixIn<S> Into(RoundedPlace place, const MatrixIn<S>& x) {
    if (!places_.Has(place)) return x;
    Matrix<S>& rounded = buffers_[next_];
    next_ = 1 - next_;
    rounded = x;
    round_tensor_(rounded.data(), rounded.size());
    return rounded;
  }

  void OutOf(RoundedPlace place, Matrix<S>& y) const {
    if (places_.Has(place)) round_tensor_(y.data(), y.size());
  }

 private:
  RoundedPlaces places_;
  RoundTensor round_tensor_;
  std::array<Matrix<S>, 2> buffers_;  // an addition reads two at once
  std::size_t next_ = 0;
};

template <class S, class RoundTensor>
RoundingAt<S, RoundTensor> RoundAt(const RoundedPlaces& places, RoundTensor round_tensor) {
  return {places, std::move(round_tensor)};
}

}  // namespace normlab
