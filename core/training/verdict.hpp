// What became of a run, in one word and one sentence, from its records alone. Failure is a result:
// it is detected, dated, placed and said.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/training/record.hpp"

namespace normlab {

enum class Outcome {
  kLearning,
  kSolved,
  kStuckAtChance,
  kStuckAtUnigram,
  kSpiked,
  kExploded,
  kNonFinite,
};

struct OutcomeInfo {
  Outcome outcome;
  std::string_view name;
  std::string_view help;
};

std::span<const OutcomeInfo> Outcomes();
std::string_view NameOf(Outcome outcome);

struct Verdict {
  Outcome outcome = Outcome::kLearning;
  int since = 1;                // the step at which it began
  double loss = 0;              // smoothed; the last raw one where that is not finite
  std::optional<int> sublayer;  // the first bad one, from 0
  // Norm of the weight gradients of the first and of the last layer: geometric mean over about the
  // last twenty steps, because a stuck stack's jump about; the latest where that is not finite.
  double gradient_first = 0;
  double gradient_last = 0;

  // "layer 3, attention", layers from 1; empty without a sublayer.
  std::string Place() const;
};

// Reference points of a task (training/task.hpp).
struct LossReferences {
  double chance;
  double unigram;
};

// One sentence with the figures behind the verdict, without a name of the run.
std::string Sentence(const Verdict& verdict, const LossReferences& references);

// Follows a run step by step. The loss is smoothed (exponential mean, 0.9, debiased), then
//   non-finite        a loss or a gradient norm that is not finite
//   solved            below 5 % of chance
//   exploded          above 3 times chance
//   spiked            above the best so far by a quarter of chance, and above twice the best
//   stuck at chance   less than 5 % below chance, once 60 steps past the warmup are done
//   stuck at unigram  text: less than 5 % below the unigram entropy, 200 steps past the warmup
//   learning          otherwise
class VerdictTracker {
 public:
  VerdictTracker(int depth, int warmup, const LossReferences& references);

  void Add(const Record& record);

  const Verdict& Current() const { return verdict_; }
  const LossReferences& References() const { return references_; }

 private:
  Outcome Judge(int step);
  void FollowGradients(const Record& record);
  void Follow(Outcome outcome, int step);

  RecordLayout layout_;
  int warmup_;
  LossReferences references_;
  Verdict verdict_;
  double smoothed_ = 0;
  double weight_ = 0;
  double log_gradient_first_ = 0;
  double log_gradient_last_ = 0;
  double gradient_weight_ = 0;
  double best_ = 0;
  int chance_since_ = 0;  // the step since which the loss has not been below the band; 0: it is
  int unigram_since_ = 0;
};

}  // namespace normlab
