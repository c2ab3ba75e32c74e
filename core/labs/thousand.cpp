// DeepNorm's reason to be: stacks so deep that post-norm never leaves chance (Wang 2022).
#include <cmath>

#include "core/document/write_experiment.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/recipes.hpp"
#include "core/labs/table.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

constexpr int kSymbols = 4;
constexpr int kLastSteps = 20;

Experiment ExperimentOf(const LabValues& values, const std::string& wiring) {
  Experiment experiment = InductionRecipe(wiring, values.Seed());
  experiment.model.depth = values.Integer("depth");
  SetHeads(2, values.Integer("head_width"), experiment);
  experiment.task.symbols = kSymbols;
  experiment.task.context = 8;
  experiment.batch = 4;
  experiment.optimizer.learning_rate = 3e-4;
  experiment.schedule.warmup = 50;
  experiment.steps = values.Integer("steps");
  return experiment;
}

}  // namespace

LabCost ThousandCost(const LabValues& values) {
  return TrainingCost(ExperimentOf(values, "post")).Times(2.0 * values.Integer("seeds"));
}

LabReport ThousandLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Integer("seeds");
  LabChart chart{"loss", "step", "loss (nats), mean over the seeds", Scale::kLinear, Scale::kLog};
  double ends[2] = {};
  const char* const wirings[] = {"deepnorm", "post"};
  const double chance = Log(static_cast<double>(kSymbols));
  for (std::size_t w = 0; w < std::size(wirings); ++w) {
    Experiment experiment = ExperimentOf(values, wirings[w]);
    std::vector<double> losses(static_cast<std::size_t>(experiment.steps));
    for (int i = 0; i < seeds; ++i) {
      Run run(experiment);
      const double before = static_cast<double>(w) * seeds + i;
      while (const Record* record = run.Step()) {
        losses[static_cast<std::size_t>(record->step - 1)] += record->loss / seeds;
        progress((before + static_cast<double>(record->step) / experiment.steps) / (2.0 * seeds));
      }
      ++experiment.seed;
    }
    LabSeries series{wirings[w], std::string(RequireWiring(wirings[w]).label)};
    const std::size_t every = std::max<std::size_t>(1, losses.size() / 100);
    for (std::size_t step = every - 1; step < losses.size(); step += every) {
      series.points.push_back({static_cast<double>(step + 1), losses[step]});
    }
    chart.series.push_back(series);
    const std::size_t counted = std::min<std::size_t>(losses.size(), kLastSteps);
    for (std::size_t i = losses.size() - counted; i < losses.size(); ++i) {
      ends[w] += losses[i] / static_cast<double>(counted);
    }
  }
  const std::string condition =
      "induction with 4 symbols, Adam at 3e-4, warmup 50, 400 steps; at this size, with more "
      "symbols it learns far more slowly";
  LabReport report;
  report.charts = {chart};
  report.statements = {{"deepnorm", "DeepNorm trains this deep (loss over ln 4 at the end).",
                        "Wang 2022", Comparison::kAtMost, 0.1, 0, ends[0] / chance, condition},
                       {"post", "Post-norm at the same setting does not (the same figure).",
                        "Wang 2022", Comparison::kAtLeast, 0.8, 0, ends[1] / chance, condition}};
  return report;
}

}  // namespace normlab
