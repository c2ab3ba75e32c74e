// Storage and views. A matrix of activations is (tokens, width), a weight is (out, in), both row
// by row, as in PyTorch. Eigen holds them; sums and products of them are ours (reduce.hpp,
// product.hpp), because their order, and with it every bit, must not depend on the machine.
#pragma once

#include <Eigen/Core>

namespace normlab {

using Index = Eigen::Index;

template <class S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class S>
using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;

// What an operation reads and writes: a matrix, a map of parameters, or a block of columns such as
// the slice of one head. Rows may be further apart than their length; elements of a row may not.
template <class S>
using MatrixIn = Eigen::Ref<const Matrix<S>, 0, Eigen::OuterStride<>>;
template <class S>
using MatrixOut = Eigen::Ref<Matrix<S>, 0, Eigen::OuterStride<>>;
template <class S>
using VectorIn = Eigen::Ref<const Vector<S>>;
template <class S>
using VectorOut = Eigen::Ref<Vector<S>>;

}  // namespace normlab
