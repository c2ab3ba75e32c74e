// Vectors of test values seen as the core's matrices.
#pragma once

#include <vector>

#include "core/numerics/matrix.hpp"

namespace normlab {

template <class S>
Eigen::Map<const Matrix<S>> View(const std::vector<S>& values, Index rows, Index columns) {
  return {values.data(), rows, columns};
}

template <class S>
Eigen::Map<Matrix<S>> View(std::vector<S>& values, Index rows, Index columns) {
  return {values.data(), rows, columns};
}

template <class S>
std::vector<S> ToVector(const Matrix<S>& matrix) {
  return std::vector<S>(matrix.data(), matrix.data() + matrix.size());
}

// Gradients must accumulate: a test starts from this, not from zero, and takes it off again.
inline constexpr double kAlreadyThere = 0.5;

inline void TakeOff(std::vector<double>& gradient) {
  for (double& value : gradient) value -= kAlreadyThere;
}

}  // namespace normlab
