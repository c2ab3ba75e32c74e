// The weights of a run as a safetensors file, and what such a file holds. Tensors bear the names of
// stack/layout.hpp: matrices are (rows, columns), gains, biases and scales (length). The metadata
// says what they are of:
//   normlab     the experiment: its minimal document
//   step        steps done
//   trajectory  the hash of those steps
//   next_loss   the loss that the next step would record
// and two tensors hold the batch of that step, so that another program can be held to its loss:
//   next.ids, next.targets  I32 (batch, context); a negative target is left out of the loss
#pragma once

#include <string>
#include <string_view>

#include "core/document/field_error.hpp"
#include "core/numerics/matrix.hpp"
#include "core/training/run.hpp"

namespace normlab {

struct TrainedStack {
  Experiment experiment;
  Vector<float> parameters;  // in the order of the experiment's layout
};

struct TrainedReading {
  TrainedStack trained;
  FieldErrors errors;  // `trained` may be used where there are none

  bool ok() const { return errors.empty(); }
};

std::string WriteWeights(Run& run);

// Only what WriteWeights writes: every tensor of the experiment in its shape, all numbers finite.
TrainedReading ReadWeights(std::string_view bytes);

}  // namespace normlab
