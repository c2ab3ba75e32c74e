// y = x W^T + b, PyTorch's convention: W is (out, in).
#pragma once

#include "core/numerics/product.hpp"

namespace normlab {

// x: (tokens, in), weight: (out, in), bias: (out) or null, y: (tokens, out)
template <class S>
void LinearForward(const MatrixIn<S>& x, const MatrixIn<S>& weight, const S* bias, MatrixOut<S> y) {
  MultiplyTransposed<S>(x, weight, bias, y);
}

// sums: (columns) += the sum of dy: (tokens, columns) over its tokens
template <class S>
void AddColumnSums(const MatrixIn<S>& dy, S* sums) {
  for (Index token = 0; token < dy.rows(); ++token) {
    const S* row = dy.data() + token * dy.outerStride();
    for (Index j = 0; j < dy.cols(); ++j) sums[j] += row[j];
  }
}

// The gradients of the weight (out, in) and of the bias (out) accumulate:
//   dW += dy^T x, db += sum over tokens of dy
template <class S>
void LinearBackwardParameters(const MatrixIn<S>& x, const MatrixIn<S>& dy, MatrixOut<S> dweight,
                              S* dbias) {
  TransposedMultiplyAdd<S>(dy, x, dweight);
  if (dbias != nullptr) AddColumnSums<S>(dy, dbias);
}

// dx: (tokens, in) = dy: (tokens, out) . W
template <class S>
void LinearBackwardInput(const MatrixIn<S>& weight, const MatrixIn<S>& dy, MatrixOut<S> dx) {
  Multiply<S>(dy, weight, dx);
}

}  // namespace normlab
