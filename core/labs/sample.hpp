// A trained character model writes on: one draw a character from its prediction.
#pragma once

#include <cstdint>
#include <string>

#include "core/stack/stack.hpp"
#include "core/training/task.hpp"

namespace normlab {

struct Sampling {
  int characters = 0;
  double gain = 1;         // a factor on the final norm's gain and bias
  double temperature = 1;  // what the logits are divided by
  std::uint32_t seed = 0;  // of the draws: the same for every gain and temperature
};

// trained: a stack with a final norm that learned `text`. It starts after the text's first
// characters, as many as fill half of a context, and sees a whole context at most.
std::u32string SampleText(const Stack<float>& trained, const EncodedText& text, int context,
                          const Sampling& sampling);

}  // namespace normlab
