// Mean cross-entropy over the targets that count.
#pragma once

#include <cstdint>

#include "core/numerics/dual.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/reduce.hpp"

namespace normlab {

// A target that the loss leaves out; any negative one is.
inline constexpr std::int32_t kMasked = -100;

// logits, dlogits: (tokens, vocabulary), targets: (tokens).
//   loss = mean over the counted tokens of log sum exp(logits) - logit of the target
//   dlogits = (softmax(logits) - one at the target) / counted tokens; 0 for a masked token
// The row's maximum is subtracted first, so [1000, 0] has a loss and a gradient. Returns the loss,
// 0 where no target counts.
template <class S>
S CrossEntropy(const MatrixIn<S>& logits, const std::int32_t* targets, MatrixOut<S> dlogits) {
  const Index vocabulary = logits.cols();
  Index counted = 0;
  for (Index token = 0; token < logits.rows(); ++token) counted += targets[token] >= 0 ? 1 : 0;
  const S share = S(1) / S(static_cast<double>(counted > 0 ? counted : 1));
  S loss = S(0);
  for (Index token = 0; token < logits.rows(); ++token) {
    const S* __restrict row = logits.data() + token * logits.outerStride();
    S* __restrict gradient = dlogits.data() + token * dlogits.outerStride();
    const std::int32_t target = targets[token];
    if (target < 0) {
      for (Index j = 0; j < vocabulary; ++j) gradient[j] = S(0);
      continue;
    }
    const S largest = Largest(row, vocabulary);
    for (Index j = 0; j < vocabulary; ++j) gradient[j] = Exp(row[j] - largest);
    const S total = Sum(gradient, vocabulary);
    loss += Log(total) - (row[target] - largest);
    const S scale = share / total;
    for (Index j = 0; j < vocabulary; ++j) gradient[j] = gradient[j] * scale;
    gradient[target] -= share;
  }
  return loss * share;
}

}  // namespace normlab
