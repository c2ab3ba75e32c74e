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
constexpr const char* kCondition =
    "a demonstration: characters, 100 steps on the text read backwards, an optimiser started "
    "afresh";

struct Tuning {
  const char* name;
  const char* label;
  double times;  // the learning rate of the training
  int warmup;
};

constexpr Tuning kTunings[] = {{"rate_1_warmup_0", "same rate, no warmup", 1, 0},
                               {"rate_1_warmup_100", "same rate, warmup 100", 1, 100},
                               {"rate_10_warmup_0", "ten times the rate, no warmup", 10, 0},
                               {"rate_10_warmup_100", "ten times the rate, warmup 100", 10, 100}};

Experiment RecipeOf(const LabValues& values, const std::string& wiring, int seed) {
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
std::vector<double> LossesOf(const TrainedStack& trained, const Tuning& tuning) {
  const Experiment& experiment = trained.experiment;
  const Task task(OtherText(experiment.task), experiment.batch, experiment.seed);
  OptimizerSettings optimizer = experiment.optimizer;
  optimizer.learning_rate *= tuning.times;
  ScheduleSettings schedule = experiment.schedule;
  schedule.warmup = tuning.warmup;
  Trainer<float> trainer(experiment.model, task.Vocabulary(), task.Context(), experiment.batch,
                         optimizer, schedule, kTuningSteps);
  trainer.Model().Parameters() = trained.parameters;
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

// What became of the stacks of one wiring.
struct TunedWiring {
  LabChart chart;
  double difference = 0;  // of the loss at the end without and with warmup, at ten times the rate
};

// seeds: how many stacks are averaged; told once for each.
TunedWiring Tune(const LabValues& values, const std::string& wiring,
                 const std::function<void()>& told) {
  const int seeds = values.Seeds();
  std::vector<double> means[std::size(kTunings)];
  std::string label;
  for (int i = 0; i < seeds; ++i) {
    const TrainedStack trained = Trained(values, RecipeOf(values, wiring, i));
    label = trained.experiment.model.Row().label;
    for (std::size_t t = 0; t < std::size(kTunings); ++t) {
      AddToMean(LossesOf(trained, kTunings[t]), seeds, means[t]);
    }
    told();
  }
  TunedWiring tuned{{wiring, "step on the new text", label + ": loss (nats)"}};
  for (std::size_t t = 0; t < std::size(kTunings); ++t) {
    LabSeries series{kTunings[t].name, kTunings[t].label};
    for (std::size_t step = 0; step < means[t].size(); ++step) {
      series.points.push_back({static_cast<double>(step + 1), means[t][step]});
    }
    tuned.chart.series.push_back(series);
  }
  tuned.difference = AtTheEnd(means[2]) - AtTheEnd(means[3]);
  return tuned;
}

LabStatement NeedsWarmup(double difference) {
  return {"post",
          "Post-norm, trained, still needs warmup at a high rate: the loss on the new text without "
          "it minus with it, at ten times the rate (nats).",
          "",
          Comparison::kAtLeast,
          0.2,
          0,
          difference,
          kCondition};
}

LabStatement NeedsNoWarmup(double difference) {
  return {"pre",      "Pre-norm does not (the same difference).",
          "",         Comparison::kWithin,
          0,          0.1,
          difference, kCondition};
}

// What was given may be of any wiring: what it should do follows from where its norm stands.
LabStatement OfTheGiven(const Experiment& experiment, double difference) {
  const bool post = experiment.model.Row().norm_trunk;
  LabStatement statement = post ? NeedsWarmup(difference) : NeedsNoWarmup(difference);
  statement.name = "given";
  statement.sentence =
      std::string("The stack that was given ") +
      (post ? "has a norm on its trunk: it still needs warmup"
            : "has none on its trunk: it needs no warmup") +
      " on a new text (loss without it minus with it, at ten times the rate, nats).";
  statement.condition = "what was measured of post-norm and pre-norm trained by this lab";
  return statement;
}

}  // namespace

LabCost FinetuneCost(const LabValues& values) {
  Experiment tuning = ExperimentOf(values, RecipeOf(values, "pre", 0));
  tuning.steps = kTuningSteps;
  const LabCost tunings = TrainingCost(tuning).Times(static_cast<double>(std::size(kTunings)));
  if (values.Given() != nullptr) return tunings;
  return (TrainingCost(RecipeOf(values, "pre", 0)) + tunings)
      .Times(static_cast<double>(std::size(kWirings)) * values.Integer("seeds"));
}

LabReport FinetuneLab(const LabValues& values, const LabProgress& progress) {
  LabReport report;
  if (values.Given() != nullptr) {
    const Experiment& experiment = values.Given()->experiment;
    TunedWiring tuned = Tune(values, experiment.model.wiring, [&progress] { progress(1); });
    report.charts = {tuned.chart};
    report.statements = {OfTheGiven(experiment, tuned.difference)};
    return report;
  }
  double done = 0;
  const double all = static_cast<double>(std::size(kWirings)) * values.Seeds();
  double difference[std::size(kWirings)] = {};
  for (std::size_t w = 0; w < std::size(kWirings); ++w) {
    TunedWiring tuned = Tune(values, kWirings[w], [&] { progress(++done / all); });
    report.charts.push_back(tuned.chart);
    difference[w] = tuned.difference;
  }
  report.statements = {NeedsWarmup(difference[0]), NeedsNoWarmup(difference[1])};
  return report;
}

}  // namespace normlab
