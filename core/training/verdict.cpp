#include "core/training/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/numerics/elementary.hpp"

namespace normlab {

namespace {

constexpr double kSmoothing = 0.9;
constexpr double kGradientSmoothing = 0.95;
constexpr double kSolvedShare = 0.05;
constexpr double kExplodedShare = 3.0;
constexpr double kSpikeShare = 0.25;
constexpr double kSpikeFactor = 2.0;
constexpr double kStuckShare = 0.95;
constexpr int kChancePatience = 60;
constexpr int kUnigramPatience = 200;
constexpr double kExplodedStream = 10.0;

constexpr std::array<OutcomeInfo, 7> kOutcomes = {{
    {Outcome::kLearning, "learning", "The loss is below chance, or it is too early to tell."},
    {Outcome::kSolved, "solved", "The smoothed loss is below 5 % of chance."},
    {Outcome::kStuckAtChance, "stuck at chance",
     "The smoothed loss has not been 5 % below a uniform guess since the warmup."},
    {Outcome::kStuckAtUnigram, "stuck at unigram",
     "The model knows how often each character occurs, and nothing more."},
    {Outcome::kSpiked, "spiked", "The loss jumped well above the best it had reached."},
    {Outcome::kExploded, "exploded", "The smoothed loss is above 3 times chance."},
    {Outcome::kNonFinite, "non-finite",
     "A loss or a gradient is not a finite number; the run has stopped."},
}};

std::string Format(const char* format, double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string Short(double value) { return Format("%.3g", value); }

double LayerGradient(std::span<const double> of_sublayers, std::size_t layer) {
  return std::sqrt(of_sublayers[2 * layer] * of_sublayers[2 * layer] +
                   of_sublayers[2 * layer + 1] * of_sublayers[2 * layer + 1]);
}

// The first sublayer after which the stream is not finite; where the forward pass is, the last one
// (the first that the backward pass meets) whose gradient is not.
std::optional<int> FirstNonFinite(const Record& record, const RecordLayout& layout) {
  const auto not_finite = [](double value) { return !std::isfinite(value); };
  const auto streams = record.Series(layout, SeriesId::kStreamRms);
  const auto forward = std::find_if(streams.begin(), streams.end(), not_finite);
  if (forward != streams.end()) return static_cast<int>(forward - streams.begin());
  for (const SeriesId id : {SeriesId::kStreamGradient, SeriesId::kWeightGradient}) {
    const auto gradients = record.Series(layout, id);
    for (std::size_t i = gradients.size(); i-- > 0;) {
      if (not_finite(gradients[i])) return static_cast<int>(i);
    }
  }
  return std::nullopt;
}

std::optional<int> FirstExploded(const Record& record, const RecordLayout& layout) {
  const auto streams = record.Series(layout, SeriesId::kStreamRms);
  const auto at = std::find_if(streams.begin(), streams.end(),
                               [](double rms) { return rms > kExplodedStream; });
  if (at == streams.end()) return std::nullopt;
  return static_cast<int>(at - streams.begin());
}

// The lowest sublayer of a starved stack, where the first layer's gradient is far below the last's.
std::string GradientClause(const Verdict& verdict) {
  if (!(verdict.gradient_first > 0) || !(verdict.gradient_last > 0)) return "";
  const double ratio = verdict.gradient_last / verdict.gradient_first;
  if (ratio >= 2) return "; the first layer's gradient is 1/" + Short(ratio) + " of the last's";
  if (ratio <= 0.5) {
    return "; the first layer's gradient is " + Short(1 / ratio) + " times the last's";
  }
  return "; the first and the last layer get gradients of like size";
}

}  // namespace

std::span<const OutcomeInfo> Outcomes() { return kOutcomes; }

std::string_view NameOf(Outcome outcome) {
  for (const OutcomeInfo& info : kOutcomes) {
    if (info.outcome == outcome) return info.name;
  }
  return "";
}

std::string Verdict::Place() const {
  if (!sublayer.has_value()) return "";
  return "layer " + std::to_string(1 + *sublayer / 2) +
         (*sublayer % 2 == 0 ? ", attention" : ", feed-forward");
}

std::string Sentence(const Verdict& verdict, const LossReferences& references) {
  const std::string since = " since step " + std::to_string(verdict.since);
  const std::string loss = "loss " + Short(verdict.loss);
  const std::string of_chance = " (chance " + Short(references.chance) + ")";
  switch (verdict.outcome) {
    case Outcome::kLearning:
      return "learning: " + loss + of_chance + GradientClause(verdict);
    case Outcome::kSolved:
      return "solved" + since + ": " + loss + of_chance;
    case Outcome::kStuckAtChance:
      return "stuck at chance" + since + ": " + loss + of_chance + GradientClause(verdict);
    case Outcome::kStuckAtUnigram:
      return "stuck at unigram" + since + ": " + loss + ", character frequencies alone give " +
             Short(references.unigram) + GradientClause(verdict);
    case Outcome::kSpiked:
      return "spiked" + since + ": " + loss + of_chance;
    case Outcome::kExploded:
      return "exploded" + since + ": " + loss + ", " + Short(verdict.loss / references.chance) +
             " times chance" +
             (verdict.sublayer ? "; the stream passes RMS 10 at " + verdict.Place() : "");
    case Outcome::kNonFinite:
      return "non-finite at step " + std::to_string(verdict.since) +
             (verdict.sublayer ? ": first at " + verdict.Place() : "") + "; the run has stopped";
  }
  return "";
}

VerdictTracker::VerdictTracker(int depth, int warmup, const LossReferences& references)
    : layout_(depth), warmup_(warmup), references_(references), best_(references.chance) {}

Outcome VerdictTracker::Judge(int step) {
  const double chance = references_.chance;
  const double unigram = references_.unigram;
  const double loss = verdict_.loss;
  if (loss < kSolvedShare * chance) return Outcome::kSolved;
  if (loss > kExplodedShare * chance) return Outcome::kExploded;
  if (loss > kSpikeFactor * best_ && loss > best_ + kSpikeShare * chance) return Outcome::kSpiked;
  if (chance_since_ > 0 && step - std::max(chance_since_, warmup_) >= kChancePatience) {
    return Outcome::kStuckAtChance;
  }
  if (unigram < chance && unigram_since_ > 0 &&
      step - std::max(unigram_since_, warmup_) >= kUnigramPatience) {
    return Outcome::kStuckAtUnigram;
  }
  return Outcome::kLearning;
}

void VerdictTracker::Follow(Outcome outcome, int step) {
  if (outcome == verdict_.outcome) return;
  verdict_.outcome = outcome;
  verdict_.since = step;
  if (outcome == Outcome::kStuckAtChance) verdict_.since = chance_since_;
  if (outcome == Outcome::kStuckAtUnigram) verdict_.since = unigram_since_;
}

void VerdictTracker::FollowGradients(const Record& record) {
  const auto gradients = record.Series(layout_, SeriesId::kWeightGradient);
  const double first = LayerGradient(gradients, 0);
  const double last = LayerGradient(gradients, gradients.size() / 2 - 1);
  const auto positive = [](double norm) { return norm > 0 && std::isfinite(norm); };
  if (!positive(first) || !positive(last)) {
    verdict_.gradient_first = first;
    verdict_.gradient_last = last;
    return;
  }
  const auto follow = [](double& mean, double value) {
    mean = kGradientSmoothing * mean + (1 - kGradientSmoothing) * value;
  };
  follow(log_gradient_first_, Log(first));
  follow(log_gradient_last_, Log(last));
  follow(gradient_weight_, 1.0);
  verdict_.gradient_first = Exp(log_gradient_first_ / gradient_weight_);
  verdict_.gradient_last = Exp(log_gradient_last_ / gradient_weight_);
}

void VerdictTracker::Add(const Record& record) {
  FollowGradients(record);
  if (!std::isfinite(record.loss) || !std::isfinite(record.gradient_norm)) {
    verdict_.loss = record.loss;
    verdict_.sublayer = FirstNonFinite(record, layout_);
    Follow(Outcome::kNonFinite, record.step);
    return;
  }
  smoothed_ = kSmoothing * smoothed_ + (1 - kSmoothing) * record.loss;
  weight_ = kSmoothing * weight_ + (1 - kSmoothing);
  verdict_.loss = smoothed_ / weight_;

  const auto follow_band = [&](double level, int& since) {
    if (verdict_.loss < kStuckShare * level) {
      since = 0;
    } else if (since == 0) {
      since = record.step;
    }
  };
  follow_band(references_.chance, chance_since_);
  follow_band(references_.unigram, unigram_since_);
  const Outcome outcome = Judge(record.step);
  best_ = std::min(best_, verdict_.loss);
  verdict_.sublayer = outcome == Outcome::kExploded ? FirstExploded(record, layout_) : std::nullopt;
  Follow(outcome, record.step);
}

}  // namespace normlab
