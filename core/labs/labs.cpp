#include <algorithm>
#include <cmath>

#include "core/labs/table.hpp"

namespace normlab {
namespace {

LabSetting Depth(int maximum, int standard, int quick) {
  return IntegerSetting("depth", "Depth", "Branches in the chain.", 2, maximum, standard, quick);
}

LabSetting Layers(int maximum, int standard, int quick) {
  return IntegerSetting("depth", "Depth", "Layers, two branches each.", 2, maximum, standard,
                        quick);
}

LabSetting HeadWidth(int maximum, int standard) {
  return IntegerSetting("head_width", "Head width", "Numbers per head.", 4, maximum, standard,
                        standard);
}

LabSetting Steps(int minimum, int standard, int quick) {
  return IntegerSetting("steps", "Steps", "Of training.", minimum, 5000, standard, quick);
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
       WithSeeds({Depth(256, 32, 32), Width(256, 64, 64)}, 10, 5), DepthLab, DepthCost},
      {"paths", "Every path through a residual stack",
       "How many branches does the gradient of a residual stack really pass?",
       WithSeeds({Depth(64, 64, 32), Width(128, 64, 64)}, 10, 10), PathsLab, PathsCost},
      {"norm", "What a norm lets through", "Which directions of the gradient does a norm remove?",
       WithSeeds({Depth(128, 16, 16), Width(128, 64, 32)}, 10, 5), NormLab, NormCost},
      {"batch", "A token alone and among others",
       "Does a token's normalisation depend on its neighbours?",
       WithSeeds({Width(1024, 64, 64),
                  IntegerSetting("others", "Other tokens", "In the same batch.", 2, 1023, 63, 63)},
                 10, 5),
       BatchLab, BatchCost},
      {"gradient", "The last layer's gradient over depth",
       "Does post-norm's gradient near the output grow with depth?",
       WithSeeds({Depth(128, 32, 32), Width(128, 64, 64)}, 10, 5), GradientLab, GradientCost},
      {"stream", "How the stream grows", "How large is the stream after l branches?",
       WithSeeds({Depth(256, 64, 32), Width(256, 64, 64), Steps(20, 400, 200)}, 10, 10), StreamLab,
       StreamCost},
      {"contribution", "What a layer adds", "How much does a trained stack need its later layers?",
       WithSeeds({Layers(48, 8, 8), HeadWidth(32, 8), Steps(20, 600, 400)}, 5, 5), ContributionLab,
       ContributionCost},
      {"update", "How far one step moves the output",
       "Is it the gradient or the update that breaks post-norm?",
       WithSeeds({Depth(64, 32, 16), Width(128, 64, 64)}, 10, 5), UpdateLab, UpdateCost},
      {"warmup", "Warmup and learning rate", "Who needs warmup, and at which learning rate?",
       WithSeeds({Layers(48, 12, 12), Steps(20, 400, 400),
                  IntegerSetting("warmup", "Longest warmup", "In steps.", 1, 2000, 200, 200),
                  IntegerSetting("warmups", "Warmups", "From none to the longest.", 2, 5, 3, 2),
                  IntegerSetting("rates", "Learning rates", "From 5e-4, each twice the one before.",
                                 3, 5, 4, 3)},
                 5, 5),
       WarmupLab, WarmupCost},
      {"attention", "Scores, and the norm that bounds them",
       "What does QK-norm keep from happening to attention?",
       WithSeeds(
           {Layers(24, 4, 4), IntegerSetting("heads", "Heads", "In every layer.", 1, 16, 4, 4),
            HeadWidth(64, 8), Steps(20, 400, 400)},
           10, 5),
       AttentionLab, AttentionCost},
      {"precision", "Fewer bits", "Which part of a trained stack needs its bits?",
       WithSeeds({Layers(24, 4, 4), HeadWidth(32, 8), Steps(20, 300, 300)}, 10, 5), PrecisionLab,
       PrecisionCost, LabWeights::kAny},
      {"logits", "The final norm and the logits", "What does the final norm's gain do?",
       WithSeeds({Depth(128, 8, 8), Width(256, 64, 64),
                  IntegerSetting("vocabulary", "Vocabulary", "Symbols to choose from.", 256, 8192,
                                 2048, 2048),
                  Steps(20, 800, 400)},
                 10, 5),
       LogitsLab, LogitsCost, LabWeights::kTextWithFinalNorm},
      {"finetune", "What fine-tuning inherits",
       "Does a trained stack still need warmup on a new text?",
       WithSeeds({Layers(24, 8, 6), Steps(20, 400, 300)}, 5, 5), FinetuneLab, FinetuneCost,
       LabWeights::kText},
      {"thousand", "A thousand layers", "How deep can a stack be and still learn?",
       WithSeeds({Layers(1000, 1000, 100), HeadWidth(32, 16), Steps(20, 400, 300)}, 5, 5),
       ThousandLab, ThousandCost},
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
