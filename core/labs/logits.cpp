// The final norm's gain sets the scale of the logits: a factor on it is a temperature.
#include <cmath>

#include "core/labs/chain.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/exam.hpp"
#include "core/labs/recipes.hpp"
#include "core/labs/sample.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"
#include "core/training/run.hpp"
#include "core/training/utf8.hpp"

namespace normlab {
namespace {

constexpr double kScales[] = {0.25, 0.5, 1, 2, 4};

// What the model is sure of, from logits: (tokens, vocabulary): means over the tokens.
struct Sureness {
  double entropy = 0;  // nats
  double top = 0;      // the most likely symbol's probability
};

Sureness SurenessOf(const Matrix<double>& logits) {
  Sureness mean;
  const double tokens = static_cast<double>(logits.rows());
  Vector<double> p(logits.cols());
  for (Index token = 0; token < logits.rows(); ++token) {
    const double* row = logits.data() + token * logits.cols();
    const double largest = Largest(row, logits.cols());
    for (Index j = 0; j < logits.cols(); ++j) p[j] = Exp(row[j] - largest);
    const double total = Sum(p.data(), p.size());
    double entropy = Log(total);
    for (Index j = 0; j < logits.cols(); ++j) entropy -= p[j] / total * (row[j] - largest);
    mean.entropy += entropy / tokens;
    mean.top += 1 / total / tokens;
  }
  return mean;
}

// Largest difference of the logits under a gain times c from the plain ones times c, relative.
double TemperatureGap(const Matrix<double>& plain, const Matrix<double>& scaled, double c) {
  double gap = 0;
  for (Index i = 0; i < plain.size(); ++i) {
    gap = std::max(gap, std::abs(scaled.data()[i] - c * plain.data()[i]));
  }
  return gap / (c * LargestMagnitude(plain.data(), plain.size()));
}

constexpr int kWritten = 160;          // characters of each sample
constexpr double kTrainingFrom = 0.3;  // of the progress

Experiment RecipeOf(const LabValues& values) {
  Experiment experiment = TextRecipe("pre", values.Seed());
  experiment.model.depth = 4;
  experiment.steps = values.Integer("steps");
  experiment.schedule.warmup = experiment.steps / 4;
  return experiment;
}

// A small character model writes under every factor, once by gain and once by temperature.
// Returns the share of characters in which the two differ.
double WriteTexts(const LabValues& values, const LabProgress& progress, LabReport& report) {
  const TrainedStack trained = Trained(values, RecipeOf(values), [&progress](double share) {
    progress(kTrainingFrom + (0.9 - kTrainingFrom) * share);
  });
  const Experiment& experiment = trained.experiment;
  const Stack<float> stack = StackOf(trained, 1);
  const EncodedText text = EncodeText(experiment.task.text);
  double different = 0;
  for (const double scale : kScales) {
    const int context = experiment.task.context;
    const std::u32string by_gain =
        SampleText(stack, text, context, {kWritten, scale, 1, experiment.seed});
    const std::u32string by_temperature =
        SampleText(stack, text, context, {kWritten, 1, 1 / scale, experiment.seed});
    for (std::size_t i = 0; i < by_gain.size(); ++i) {
      if (by_gain[i] != by_temperature[i]) different += 1.0 / kWritten / std::size(kScales);
    }
    const std::string factor = NumberText(scale);
    report.texts.push_back({"gain_" + factor,
                            "gain times " + factor + ", or temperature " + NumberText(1 / scale),
                            EncodeUtf8(by_gain)});
  }
  return different;
}

// Training, or where there is nothing to train a pass for every character of every text.
LabCost WritingCost(const LabValues& values) {
  Experiment experiment = ExperimentOf(values, RecipeOf(values));
  if (values.Given() != nullptr) {
    experiment.batch = 1;
    experiment.steps = kWritten * static_cast<int>(std::size(kScales));
  }
  return TrainingCost(experiment);
}

}  // namespace

LabCost LogitsCost(const LabValues& values) {
  const ChainShape shape{"pre", values.Integer("depth"), values.Integer("width"), 128,
                         values.Integer("vocabulary")};
  return ChainCost(shape, 2.0 * static_cast<double>(std::size(kScales)))
             .Times(values.Integer("seeds")) +
         WritingCost(values);
}

LabReport LogitsLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Integer("seeds");
  const Index vocabulary = values.Integer("vocabulary");
  const ChainShape shape{"pre", values.Integer("depth"), values.Integer("width"), 128, vocabulary};
  Chain chain(shape);
  std::vector<double> losses(std::size(kScales));
  std::vector<double> entropies(std::size(kScales));
  std::vector<double> tops(std::size(kScales));
  double gap = 0;
  for (int i = 0; i < seeds; ++i) {
    const std::uint32_t seed = values.Seed() + static_cast<std::uint32_t>(i);
    chain.Initialise(seed);
    chain.Forward();
    Matrix<double> d;
    chain.Loss(seed, 1.0, d);
    const Matrix<double> plain = chain.Logits();
    for (std::size_t s = 0; s < std::size(kScales); ++s) {
      losses[s] += chain.Loss(seed, kScales[s], d) / seeds;
      const Sureness sure = SurenessOf(chain.Logits());
      entropies[s] += sure.entropy / seeds;
      tops[s] += sure.top / seeds;
      gap = std::max(gap, TemperatureGap(plain, chain.Logits(), kScales[s]));
    }
    progress(kTrainingFrom * (i + 1.0) / seeds);
  }
  const auto predicted_loss = [vocabulary](double scale) {
    return Log(static_cast<double>(vocabulary)) + scale * scale / 2;
  };
  LabChart chart{"scale", "factor on the final norm's gain", "nats", Scale::kLog};
  LabSeries loss{"loss", "loss against random targets"};
  LabSeries entropy{"entropy", "entropy of the prediction"};
  LabChart tops_chart{"top", "factor on the final norm's gain", "probability of the first choice",
                      Scale::kLog};
  LabSeries top{"top", "first choice"};
  for (std::size_t s = 0; s < std::size(kScales); ++s) {
    // The law is that of normal logits, and of a vocabulary far larger than their spread.
    const double law = kScales[s] <= 1 ? predicted_loss(kScales[s]) : kUnpredicted;
    loss.points.push_back({kScales[s], losses[s], law});
    entropy.points.push_back({kScales[s], entropies[s]});
    top.points.push_back({kScales[s], tops[s]});
  }
  chart.series = {loss, entropy};
  tops_chart.series = {top};
  LabReport report;
  report.charts = {chart, tops_chart};
  report.statements = {
      {"temperature",
       "The final gain times c is exactly a temperature of 1/c (largest difference of the logits, "
       "relative).",
       "", Comparison::kAtMost, 0, 1e-12, gap, "no bias in the final norm and in the head"},
      {"initial_loss",
       "At the start the loss lies half the logits' variance above ln of the vocabulary (nats).",
       "", Comparison::kWithin, predicted_loss(1), 0.1, losses[2],
       "a vocabulary of hundreds or more, a head of N(0, 1/width)"},
      {"entropy",
       "A larger gain makes the same model surer: entropy falls from the smallest factor to the "
       "largest (nats).",
       "", Comparison::kAtLeast, 1, 0, entropies.front() - entropies.back()}};
  report.statements.push_back(
      {"written",
       "So a trained model writes the same text, character by character, under a gain times c and "
       "under a temperature of 1/c (share that differs, the same draws).",
       "", Comparison::kAtMost, 0, 0, WriteTexts(values, progress, report),
       "a factor that is a power of two, which changes no bit of a number's fraction"});
  progress(1);
  return report;
}

}  // namespace normlab
