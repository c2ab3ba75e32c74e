// What a valid experiment comes to, before it runs.
#pragma once

#include "core/document/facts.hpp"
#include "core/document/json.hpp"
#include "core/training/experiment.hpp"

namespace normlab {

// parameters, memory_bytes, tokens (of a step), vocabulary, context, sublayers, chance, unigram
// (null but for text).
Json Summary(const Experiment& experiment, const TaskFacts& facts);

}  // namespace normlab
