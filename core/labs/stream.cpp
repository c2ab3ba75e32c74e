// How the stream's mean square grows with depth, at the start of training (Xiong 2020, lemma 2) and
// while a stack learns.
#include <algorithm>
#include <cmath>

#include "core/labs/chain.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/recipes.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

struct Law {
  const char* wiring;
  const char* words;
  double (*at)(double branches);
  const char* source;
};

double Harmonic(double branches) {
  double sum = 0;
  for (double l = 1; l <= branches; ++l) sum += 1 / l;
  return sum;
}

constexpr Law kLaws[] = {
    {"post", "1", [](double) { return 1.0; }, "Vaswani 2017"},
    {"deepnorm", "1", [](double) { return 1.0; }, "Wang 2022"},
    {"pre", "1 + l/2", [](double l) { return 1 + kBranchGain * l; }, "Xiong 2020, lemma 2"},
    {"sandwich", "1 + l", [](double l) { return 1 + l; }, "Kim 2025"},
    {"branch_out", "1 + l", [](double l) { return 1 + l; }, "OLMo 2 (2025)"},
    {"layer_norm_scaling", "1 + H_l/2", [](double l) { return 1 + kBranchGain * Harmonic(l); },
     "Sun 2025"}};

constexpr const char* kTrained[] = {"post", "pre", "sandwich"};
constexpr int kTrainedLayers = 6;
constexpr int kTrainedSeeds = 5;       // at most
constexpr int kMoments = 20;           // of a training that are shown
constexpr double kTrainingFrom = 0.3;  // of the progress

// The mean square of the stream while it trains, over moments and sublayers, the mean of the seeds.
struct Training {
  std::vector<double> steps;                // (moments)
  std::vector<std::vector<double>> stream;  // (moments), each (sublayers)
};

void Train(const Experiment& experiment, int seeds, Training& mean) {
  Run run(experiment);
  std::size_t moment = 0;
  while (const Record* record = run.Step()) {
    if (record->step != 1 && record->step * kMoments % experiment.steps >= kMoments) continue;
    if (moment == mean.steps.size()) {
      mean.steps.push_back(record->step);
      mean.stream.emplace_back();
    }
    std::vector<double> squares;
    for (const double rms : record->Series(run.Layout(), SeriesId::kStreamRms)) {
      squares.push_back(rms * rms);
    }
    AddToMean(squares, seeds, mean.stream[moment++]);
  }
}

void AddTrainings(const LabValues& values, const LabProgress& progress, LabReport& report) {
  LabChart chart{"training", "step", "mean square of the stream before the head", Scale::kLinear,
                 Scale::kLog};
  const std::string condition = "6 layers of width 32 that learn induction";
  const int seeds = std::min(values.Integer("seeds"), kTrainedSeeds);
  double done = 0;
  for (const char* wiring : kTrained) {
    Training training;
    for (int i = 0; i < seeds; ++i) {
      Experiment experiment =
          InductionRecipe(wiring, values.Seed() + static_cast<std::uint32_t>(i));
      experiment.model.depth = kTrainedLayers;
      experiment.steps = values.Integer("steps");
      experiment.schedule.warmup = experiment.steps / 4;
      Train(experiment, seeds, training);
      ++done;
      progress(kTrainingFrom + (1 - kTrainingFrom) * done / (seeds * std::size(kTrained)));
    }
    LabSeries series{wiring, std::string(RequireWiring(wiring).label)};
    std::vector<double> all;
    for (std::size_t moment = 0; moment < training.steps.size(); ++moment) {
      const std::vector<double>& stream = training.stream[moment];
      series.points.push_back({training.steps[moment], stream.back()});
      all.insert(all.end(), stream.begin(), stream.end() - 1);
    }
    chart.series.push_back(series);
    const std::string name = std::string(wiring) + "_training";
    if (wiring == std::string("post")) {
      report.statements.push_back({name,
                                   "While it trains, post-norm's stays there, but for the last "
                                   "branch's, whose norm the head "
                                   "reads (largest deviation, relative).",
                                   "", Comparison::kWithin, 0, 0.1,
                                   WorstDeviation(all, std::vector<double>(all.size(), 1.0)),
                                   condition});
    } else {
      const std::vector<double>& last = training.stream.back();
      report.statements.push_back(
          {name,
           "Trained, " + series.label +
               "'s still grows with depth: before the head over after the first branch.",
           "", Comparison::kAtLeast, 3, 0, last.back() / last.front(), condition});
    }
  }
  report.charts.push_back(chart);
}

}  // namespace

LabCost StreamCost(const LabValues& values) {
  const LabCost start = ChainCost({"pre", values.Integer("depth"), values.Integer("width")}, 1);
  Experiment experiment = InductionRecipe("pre", 0);
  experiment.model.depth = kTrainedLayers;
  experiment.steps = values.Integer("steps");
  return start.Times(static_cast<double>(std::size(kLaws)) * values.Integer("seeds")) +
         TrainingCost(experiment)
             .Times(static_cast<double>(std::size(kTrained)) *
                    std::min(values.Integer("seeds"), kTrainedSeeds));
}

LabReport StreamLab(const LabValues& values, const LabProgress& progress) {
  const Index depth = values.Integer("depth");
  const int seeds = values.Integer("seeds");
  LabChart chart{"stream", "branch", "mean square of the stream", Scale::kLinear, Scale::kLog};
  LabReport report;
  double done = 0;
  for (const Law& law : kLaws) {
    Chain chain({law.wiring, depth, values.Integer("width")});
    std::vector<double> mean;
    for (int i = 0; i < seeds; ++i) {
      chain.Initialise(values.Seed() + static_cast<std::uint32_t>(i));
      chain.Forward();
      std::vector<double> squares;
      for (const Matrix<double>& x : chain.Streams()) squares.push_back(MeanSquare(x));
      AddToMean(squares, seeds, mean);
    }
    LabSeries series{law.wiring, std::string(RequireWiring(law.wiring).label)};
    std::vector<double> predicted;
    for (std::size_t l = 0; l < mean.size(); ++l) {
      predicted.push_back(law.at(static_cast<double>(l)));
      series.points.push_back({static_cast<double>(l), mean[l], predicted[l]});
    }
    chart.series.push_back(series);
    report.statements.push_back(
        {law.wiring,
         series.label + ": the mean square of the stream after l branches is " + law.words +
             " (largest deviation over l, relative).",
         law.source, Comparison::kWithin, 0, 0.06, WorstDeviation(mean, predicted)});
    progress(kTrainingFrom * ++done / std::size(kLaws));
  }
  report.charts = {chart};
  AddTrainings(values, progress, report);
  return report;
}

}  // namespace normlab
