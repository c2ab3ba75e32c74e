// What eight bits do to a trained stack: its predictions against those of its own 32 bits.
#pragma once

#include "core/precision/int8.hpp"
#include "core/stack/stack.hpp"
#include "core/training/task.hpp"

namespace normlab {

struct PrecisionFigures {
  double loss = 0;        // with eight bits
  double exact_loss = 0;  // with 32
  double divergence = 0;  // mean KL of the predictions, exact to rounded, in nats
  double cosine = 0;      // of all logits that predict something
};

// The stack once as it is and once with `places` in eight bits, over one batch; both of the targets
// that count. Products: every matrix of attention, feed-forward and head by output channel, and
// what they multiply. Norms: their inputs, outputs, gains and biases. Adds: both terms and the sum.
// Embeddings, the branches' biases, QK-norm and the softmax stay, as in real toolchains.
PrecisionFigures CompareInt8(const Stack<float>& trained, const Int8Places& places,
                             const Batch& batch);

}  // namespace normlab
