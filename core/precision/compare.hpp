// What fewer bits do to a trained stack: its predictions against those of its own 32 bits.
#pragma once

#include "core/precision/formats.hpp"
#include "core/precision/places.hpp"
#include "core/stack/stack.hpp"
#include "core/training/task.hpp"

namespace normlab {

struct PrecisionFigures {
  double loss = 0;        // with fewer bits
  double exact_loss = 0;  // with 32
  double divergence = 0;  // mean KL of the predictions, exact to rounded, in nats
  double cosine = 0;      // of all logits that predict something
  double agreement = 0;   // share of the tokens whose most likely symbol is the same
};

// The stack once as it is and once with `places` rounded, over one batch; all of the targets that
// count. Products: every matrix of attention, feed-forward and head, and what they multiply. Norms:
// their inputs, outputs, gains and biases. Adds: both terms and the sum. Embeddings, the branches'
// biases, QK-norm and the softmax stay, as in real toolchains.

// Eight bits by absolute maximum: matrices by output channel, everything else by tensor.
PrecisionFigures CompareInt8(const Stack<float>& trained, const RoundedPlaces& places,
                             const Batch& batch);

// A floating-point format, number by number.
PrecisionFigures CompareFormat(const Stack<float>& trained, const FloatFormat& format,
                               const RoundedPlaces& places, const Batch& batch);

enum class WeightFormat { kInt8, kQ8, kQ4 };

// The stack with its matrices alone in fewer bits: what is multiplied with them stays.
Stack<float> WithWeightsIn(WeightFormat format, const Stack<float>& trained);

// Two stacks of one shape on the same batch: `rounded` against `exact`.
PrecisionFigures CompareStacks(Stack<float> exact, Stack<float> rounded, const Batch& batch);

}  // namespace normlab
