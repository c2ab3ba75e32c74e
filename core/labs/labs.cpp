#include <algorithm>
#include <cmath>

#include "core/labs/table.hpp"

namespace normlab {
namespace {

LabSetting Depth(int maximum, int standard, int quick) {
  return IntegerSetting("depth", "Depth", "Branches in the chain.", 2, maximum, standard, quick);
}

LabSetting Width(int maximum, int standard, int quick) {
  return IntegerSetting("width", "Width", "Numbers per token.", 8, maximum, standard, quick);
}

}  // namespace

bool LabStatement::Holds() const {
  switch (comparison) {
    case Comparison::kWithin:
      return std::abs(measured - predicted) <= tolerance;
    case Comparison::kAtMost:
      return measured <= predicted + tolerance;
    case Comparison::kAtLeast:
      return measured >= predicted - tolerance;
  }
  return false;
}

const std::vector<Lab>& Labs() {
  static const std::vector<Lab> labs = {
      {"depth", "The product of L Jacobians",
       "Why does the gradient of a deep stack without skips vanish or explode?",
       WithSeeds({Depth(256, 32, 32), Width(256, 64, 64)}, 10, 5), DepthLab},
      {"paths", "Every path through a residual stack",
       "How many branches does the gradient of a residual stack really pass?",
       WithSeeds({Depth(64, 64, 32), Width(128, 64, 64)}, 10, 10), PathsLab},
      {"norm", "What a norm lets through", "Which directions of the gradient does a norm remove?",
       WithSeeds({Depth(128, 16, 16), Width(128, 64, 32)}, 10, 5), NormLab},
      {"batch", "A token alone and among others",
       "Does a token's normalisation depend on its neighbours?",
       WithSeeds({Width(1024, 64, 64),
                  IntegerSetting("others", "Other tokens", "In the same batch.", 2, 1023, 63, 63)},
                 10, 5),
       BatchLab},
      {"gradient", "The last layer's gradient over depth",
       "Does post-norm's gradient near the output grow with depth?",
       WithSeeds({Depth(128, 32, 32), Width(128, 64, 64)}, 10, 5), GradientLab},
      {"stream", "How the stream grows", "How large is the stream after l branches?",
       WithSeeds({Depth(256, 64, 32), Width(256, 64, 64)}, 10, 10), StreamLab},
      {"logits", "The final norm and the logits", "What does the final norm's gain do?",
       WithSeeds({Depth(128, 8, 8), Width(256, 64, 64),
                  IntegerSetting("vocabulary", "Vocabulary", "Symbols to choose from.", 256, 8192,
                                 2048, 2048)},
                 10, 5),
       LogitsLab},
  };
  return labs;
}

const Lab* FindLab(std::string_view name) {
  const std::vector<Lab>& labs = Labs();
  const auto found =
      std::find_if(labs.begin(), labs.end(), [&](const Lab& lab) { return lab.name == name; });
  return found == labs.end() ? nullptr : &*found;
}

}  // namespace normlab
