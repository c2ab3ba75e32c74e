// What every layer of a trained stack adds: how far it moves the stream, how far it turns it (block
// influence, Men 2024), and the loss without it (Gromov 2024).
#include <cmath>

#include "core/labs/cost.hpp"
#include "core/labs/exam.hpp"
#include "core/labs/recipes.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

constexpr int kExamSequences = 32;

struct Contribution {
  std::vector<double> increment;  // (depth), mean over tokens of |x' - x| / |x|
  std::vector<double> influence;  // (depth), 1 - mean cosine of x and x'
  std::vector<double> skipped;    // (depth), the loss without the layer, minus the loss with all
};

// x, next: (tokens, width), the stream before and after a layer
void Compare(const Matrix<float>& x, const Matrix<float>& next, Contribution& contribution) {
  const Index width = x.cols();
  const double tokens = static_cast<double>(x.rows());
  double increment = 0;
  double cosine = 0;
  for (Index token = 0; token < x.rows(); ++token) {
    const float* before = x.data() + token * width;
    const float* after = next.data() + token * width;
    double change = 0;
    double product = 0;
    for (Index j = 0; j < width; ++j) {
      const double difference = double{after[j]} - before[j];
      change += difference * difference;
      product += double{after[j]} * before[j];
    }
    const double squares = MeasuredSumOfSquares(before, width);
    increment += std::sqrt(change / squares) / tokens;
    cosine += product / std::sqrt(squares * MeasuredSumOfSquares(after, width)) / tokens;
  }
  contribution.increment.push_back(increment);
  contribution.influence.push_back(1 - cosine);
}

Contribution ContributionOf(const Stack<float>& trained, const Exam& exam) {
  Contribution contribution;
  Stack<float> whole = ForExam(trained, exam);
  const double loss = exam.Loss(whole);
  for (int layer = 0; layer < trained.Model().depth; ++layer) {
    const auto first = static_cast<std::size_t>(2 * layer);
    Compare(whole.Streams()[first], whole.Streams()[first + 2], contribution);
    Stack<float> shorter = WithoutLayer(trained, exam, layer);
    contribution.skipped.push_back(exam.Loss(shorter) - loss);
  }
  return contribution;
}

Experiment ExperimentOf(const LabValues& values, const std::string& wiring, int seed) {
  Experiment experiment = TextRecipe(wiring, values.Seed() + static_cast<std::uint32_t>(seed));
  experiment.model.depth = values.Integer("depth");
  SetHeads(4, values.Integer("head_width"), experiment);
  experiment.steps = values.Integer("steps");
  experiment.schedule.warmup = experiment.steps / 4;
  return experiment;
}

double LastOverFirst(const std::vector<double>& values) { return values.back() / values.front(); }

LabSeries SeriesOf(const std::string& wiring, const std::vector<double>& values) {
  LabSeries series{wiring, std::string(RequireWiring(wiring).label)};
  for (std::size_t l = 0; l < values.size(); ++l) {
    series.points.push_back({static_cast<double>(l + 1), values[l]});
  }
  return series;
}

}  // namespace

LabCost ContributionCost(const LabValues& values) {
  return TrainingCost(ExperimentOf(values, "pre", 0)).Times(2.0 * values.Integer("seeds"));
}

LabReport ContributionLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Integer("seeds");
  LabChart increment{"increment", "layer", "length of the step over length of the stream"};
  LabChart influence{"influence", "layer", "block influence: 1 - cosine of before and after"};
  LabChart skipped{"skipped", "layer", "loss gained when the layer is skipped (nats)"};
  Contribution means[2];
  double done = 0;
  for (const char* wiring : {"pre", "post"}) {
    Contribution& mean = means[wiring == std::string("pre") ? 0 : 1];
    for (int i = 0; i < seeds; ++i) {
      const Experiment experiment = ExperimentOf(values, wiring, i);
      Run run(experiment);
      while (run.Step() != nullptr) continue;
      const Contribution one = ContributionOf(run.Model(), ExamOf(experiment, kExamSequences));
      AddToMean(one.increment, seeds, mean.increment);
      AddToMean(one.influence, seeds, mean.influence);
      AddToMean(one.skipped, seeds, mean.skipped);
      progress(++done / (2 * seeds));
    }
    increment.series.push_back(SeriesOf(wiring, mean.increment));
    influence.series.push_back(SeriesOf(wiring, mean.influence));
    skipped.series.push_back(SeriesOf(wiring, mean.skipped));
  }
  const std::string condition = "trained to about the same loss with warmup, on characters";
  LabReport report;
  report.charts = {increment, influence, skipped};
  report.statements = {
      {"pre_increment",
       "Pre-norm: a later layer moves the stream by a smaller part of its length (last layer over "
       "first).",
       "Xiong 2020", Comparison::kAtMost, 0.7, 0, LastOverFirst(means[0].increment), condition},
      {"pre_influence", "Pre-norm: a later layer turns the stream less (last layer over first).",
       "Men 2024", Comparison::kAtMost, 0.5, 0, LastOverFirst(means[0].influence), condition},
      {"pre_skipped",
       "Pre-norm: a later layer is missed less when it is skipped (last layer over first).",
       "Gromov 2024", Comparison::kAtMost, 0.5, 0, LastOverFirst(means[0].skipped), condition},
      {"post_increment", "Post-norm: the last layer moves the stream as far as the first.",
       "Men 2024", Comparison::kWithin, 1, 0.35, LastOverFirst(means[1].increment), condition},
      {"post_influence", "Post-norm: the last layer turns the stream as far as the first.",
       "Men 2024", Comparison::kWithin, 1, 0.35, LastOverFirst(means[1].influence), condition},
      {"post_skipped",
       "Post-norm: the last layer is missed more, set against the first, than pre-norm's is (ratio "
       "of the two).",
       "", Comparison::kAtLeast, 1.5, 0,
       LastOverFirst(means[1].skipped) / LastOverFirst(means[0].skipped), condition}};
  return report;
}

}  // namespace normlab
