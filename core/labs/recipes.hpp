// The experiments that the training labs run: each a document's defaults with a few fields set.
#pragma once

#include <string>

#include "core/training/experiment.hpp"

namespace normlab {

// 12 layers of width 32 learn induction: the default experiment with this wiring.
Experiment InductionRecipe(const std::string& wiring, std::uint32_t seed);

// Characters of the built-in text, 32 at a time, 8 sequences a step, 4 heads.
Experiment TextRecipe(const std::string& wiring, std::uint32_t seed);

// That many heads of that width, and a feed-forward branch four times as wide as all of them.
void SetHeads(int heads, int head_width, Experiment& experiment);

}  // namespace normlab
