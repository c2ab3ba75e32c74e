// The loss after a fixed budget over (warmup, learning rate): Xiong 2020, figure 2, in small. Every
// cell is an experiment with a document of its own.
#include <cmath>

#include "core/document/write_experiment.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/recipes.hpp"
#include "core/labs/table.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

constexpr double kLowestRate = 5e-4;
constexpr int kMarked = 2;  // the rate of the statements: kLowestRate times 2 to this power
constexpr int kLastSteps = 20;
constexpr const char* kWirings[] = {"post", "pre", "deepnorm"};

struct Cell {
  double loss = 0;      // over the last steps
  double at_start = 0;  // of the first
};

Experiment ExperimentOf(const LabValues& values, const std::string& wiring, double rate,
                        int warmup) {
  Experiment experiment = InductionRecipe(wiring, values.Seed());
  experiment.task.symbols = 4;
  experiment.task.context = 8;
  experiment.batch = 8;
  experiment.model.depth = values.Integer("depth");
  experiment.optimizer.learning_rate = rate;
  experiment.schedule.warmup = warmup;
  experiment.steps = values.Integer("steps");
  return experiment;
}

Cell CellOf(const Experiment& experiment) {
  Run run(experiment);
  Cell cell;
  std::vector<double> losses;
  while (const Record* record = run.Step()) losses.push_back(record->loss);
  cell.at_start = losses.front();
  const std::size_t counted = std::min<std::size_t>(losses.size(), kLastSteps);
  for (std::size_t i = losses.size() - counted; i < losses.size(); ++i) {
    cell.loss += losses[i] / static_cast<double>(counted);
  }
  return cell;
}

// Of one wiring: loss[warmup][rate], means over the seeds.
struct Map {
  std::vector<std::vector<double>> losses;
  double at_start = 0;

  // The mean over the rates of min(loss, loss at the start), minus the best loss of all cells:
  // Wortsman's sensitivity to the learning rate.
  double Sensitivity(std::size_t warmup, double best) const {
    double sum = 0;
    for (const double loss : losses[warmup]) sum += std::min(loss, at_start);
    return sum / static_cast<double>(losses[warmup].size()) - best;
  }

  double Best() const {
    double best = losses[0][0];
    for (const std::vector<double>& row : losses) {
      for (const double loss : row) best = std::min(best, loss);
    }
    return best;
  }

  double Worst() const {
    double worst = losses[0][0];
    for (const std::vector<double>& row : losses) {
      for (const double loss : row) worst = std::max(worst, loss);
    }
    return worst;
  }
};

}  // namespace

LabCost WarmupCost(const LabValues& values) {
  const double cells = static_cast<double>(std::size(kWirings)) * values.Integer("warmups") *
                       values.Integer("rates");
  return TrainingCost(ExperimentOf(values, "pre", kLowestRate, 0))
      .Times(cells * values.Integer("seeds"));
}

LabReport WarmupLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Integer("seeds");
  const int warmups = values.Integer("warmups");
  const int rates = values.Integer("rates");
  LabReport report;
  Map maps[std::size(kWirings)];
  const double runs = static_cast<double>(std::size(kWirings)) * warmups * rates * seeds;
  double done = 0;
  for (std::size_t w = 0; w < std::size(kWirings); ++w) {
    const std::string label(RequireWiring(kWirings[w]).label);
    LabChart chart{kWirings[w], "learning rate", label + ": loss (nats)", Scale::kLog, Scale::kLog};
    for (int i = 0; i < warmups; ++i) {
      const int warmup = values.Integer("warmup") * i / (warmups - 1);
      LabSeries series{"warmup_" + std::to_string(warmup), "warmup " + std::to_string(warmup)};
      std::vector<double>& row = maps[w].losses.emplace_back();
      for (int k = 0; k < rates; ++k) {
        const double rate = kLowestRate * static_cast<double>(1 << k);
        Experiment experiment = ExperimentOf(values, kWirings[w], rate, warmup);
        series.documents.push_back(FullDocument(experiment));
        double loss = 0;
        for (int s = 0; s < seeds; ++s) {
          const Cell cell = CellOf(experiment);
          loss += cell.loss / seeds;
          maps[w].at_start += cell.at_start / (static_cast<double>(warmups) * rates * seeds);
          ++experiment.seed;
          progress(++done / runs);
        }
        row.push_back(loss);
        series.points.push_back({rate, loss});
      }
      chart.series.push_back(series);
    }
    report.charts.push_back(chart);
  }
  const double chance = Log(4.0);
  const Map& post = maps[0];
  const std::string condition =
      "12 layers of width 32, induction with 4 symbols; at a fourth of this rate post-norm learns "
      "without warmup, at twice the rate hardly with it";
  report.statements = {
      {"post_without",
       "Post-norm at 2e-3 without warmup stays at chance (loss over ln 4 at the end).",
       "Xiong 2020", Comparison::kAtLeast, 0.95, 0, post.losses.front()[kMarked] / chance,
       condition},
      {"post_with", "and learns with the longest warmup (its loss over that without any, at 2e-3).",
       "Xiong 2020", Comparison::kAtMost, 0.6, 0,
       post.losses.back()[kMarked] / post.losses.front()[kMarked], condition},
      {"pre", "Pre-norm learns in every cell of the map (worst loss over ln 4).", "Xiong 2020",
       Comparison::kAtMost, 0.05, 0, maps[1].Worst() / chance, condition},
      {"deepnorm", "DeepNorm too (worst loss over ln 4).", "Wang 2022", Comparison::kAtMost, 0.05,
       0, maps[2].Worst() / chance, condition},
      {"sensitivity",
       "Warmup makes post-norm less sensitive to the learning rate (Wortsman's sensitivity, "
       "longest "
       "warmup over none).",
       "Wortsman 2023", Comparison::kAtMost, 0.8, 0,
       post.Sensitivity(post.losses.size() - 1, post.Best()) / post.Sensitivity(0, post.Best()),
       condition}};
  return report;
}

}  // namespace normlab
