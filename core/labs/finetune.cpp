// A trained stack goes on with another text: the weights stay, the optimiser is new. A
// demonstration: practice knows that fine-tuning inherits the wiring's sensitivity, and there is no
// primary source with figures.
#include <algorithm>
#include <cmath>

#include "core/labs/cost.hpp"
#include "core/labs/exam.hpp"
#include "core/labs/recipes.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

constexpr int kTuningSteps = 100;
constexpr int kLastSteps = 20;
constexpr double kRate = 1e-3;  // of the training
constexpr const char* kWirings[] = {"post", "pre"};

struct Tuning {
  const char* name;
  const char* label;
  double rate;
  int warmup;
};

constexpr Tuning kTunings[] = {
    {"rate_1_warmup_0", "same rate, no warmup", kRate, 0},
    {"rate_1_warmup_100", "same rate, warmup 100", kRate, 100},
    {"rate_10_warmup_0", "ten times the rate, no warmup", 10 * kRate, 0},
    {"rate_10_warmup_100", "ten times the rate, warmup 100", 10 * kRate, 100}};

Experiment ExperimentOf(const LabValues& values, const std::string& wiring, int seed) {
  Experiment experiment = TextRecipe(wiring, values.Seed() + static_cast<std::uint32_t>(seed));
  experiment.model.depth = values.Integer("depth");
  experiment.optimizer.learning_rate = kRate;
  experiment.schedule.warmup = 100;
  experiment.steps = values.Integer("steps");
  return experiment;
}

// The same characters, and none of the order that was learned: the text from its end.
TaskSettings OtherText(TaskSettings task) {
  std::reverse(task.text.begin(), task.text.end());
  return task;
}

// (kTuningSteps): the loss of every step on the new text
std::vector<double> LossesOf(const Experiment& experiment, const Vector<float>& trained,
                             const Tuning& tuning) {
  const Task task(OtherText(experiment.task), experiment.batch, experiment.seed);
  OptimizerSettings optimizer = experiment.optimizer;
  optimizer.learning_rate = tuning.rate;
  ScheduleSettings schedule = experiment.schedule;
  schedule.warmup = tuning.warmup;
  Trainer<float> trainer(experiment.model, task.Vocabulary(), task.Context(), experiment.batch,
                         optimizer, schedule, kTuningSteps);
  trainer.Model().Parameters() = trained;
  std::vector<double> losses;
  Batch batch;
  Record record;
  for (int step = 1; step <= kTuningSteps; ++step) {
    task.Fill(static_cast<std::uint64_t>(step), batch);
    trainer.Step(batch.ids.data(), batch.targets.data(), false, record);
    losses.push_back(record.loss);
  }
  return losses;
}

double AtTheEnd(const std::vector<double>& losses) {
  double sum = 0;
  for (std::size_t i = losses.size() - kLastSteps; i < losses.size(); ++i) sum += losses[i];
  return sum / kLastSteps;
}

}  // namespace

LabCost FinetuneCost(const LabValues& values) {
  Experiment tuning = ExperimentOf(values, "pre", 0);
  tuning.steps = kTuningSteps;
  return (TrainingCost(ExperimentOf(values, "pre", 0)) +
          TrainingCost(tuning).Times(static_cast<double>(std::size(kTunings))))
      .Times(static_cast<double>(std::size(kWirings)) * values.Integer("seeds"));
}

LabReport FinetuneLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Integer("seeds");
  LabReport report;
  double difference[std::size(kWirings)] = {};
  double done = 0;
  for (std::size_t w = 0; w < std::size(kWirings); ++w) {
    std::vector<double> means[std::size(kTunings)];
    for (int i = 0; i < seeds; ++i) {
      const Experiment experiment = ExperimentOf(values, kWirings[w], i);
      Run run(experiment);
      while (run.Step() != nullptr) continue;
      for (std::size_t t = 0; t < std::size(kTunings); ++t) {
        AddToMean(LossesOf(experiment, run.Model().Parameters(), kTunings[t]), seeds, means[t]);
      }
      progress(++done / static_cast<double>(std::size(kWirings) * static_cast<std::size_t>(seeds)));
    }
    LabChart chart{kWirings[w], "step on the new text",
                   std::string(RequireWiring(kWirings[w]).label) + ": loss (nats)"};
    for (std::size_t t = 0; t < std::size(kTunings); ++t) {
      LabSeries series{kTunings[t].name, kTunings[t].label};
      for (std::size_t step = 0; step < means[t].size(); ++step) {
        series.points.push_back({static_cast<double>(step + 1), means[t][step]});
      }
      chart.series.push_back(series);
    }
    report.charts.push_back(chart);
    difference[w] = AtTheEnd(means[2]) - AtTheEnd(means[3]);
  }
  const std::string condition =
      "a demonstration: characters, 100 steps on the text read backwards, Adam started afresh";
  report.statements = {
      {"post",
       "Post-norm, trained, still needs warmup at a high rate: the loss on the new text without it "
       "minus with it, at ten times the rate (nats).",
       "", Comparison::kAtLeast, 0.2, 0, difference[0], condition},
      {"pre", "Pre-norm does not (the same difference).", "", Comparison::kWithin, 0, 0.1,
       difference[1], condition}};
  return report;
}

}  // namespace normlab
