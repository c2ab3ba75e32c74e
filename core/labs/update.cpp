// How far a push of the weights moves the end of a stack, over its depth, and what unwarmed steps
// leave of the lower layers' gradient: why post-norm needs small first steps (Liu 2020, Wang 2022).
#include <cmath>

#include "core/labs/chain.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/recipes.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"
#include "core/training/optimizer.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

enum class Push { kNoise, kAdam, kSgd };

constexpr double kNoiseStd = 1e-3;
constexpr double kAdamRate = 1e-4;
constexpr double kSgdRate = 0.1;
constexpr Index kVocabulary = 2048;
constexpr const char* kWirings[] = {"post", "pre", "deepnorm"};

void AddNoise(Chain& chain, Index depth, std::uint32_t seed) {
  const RandomStream noise(seed, StreamId("lab.noise"));
  std::uint64_t index = 0;
  for (Index l = 0; l < depth; ++l) {
    const Range& weights = chain.Branch(l).weights;
    for (Index i = weights.begin; i < weights.end; ++i) {
      chain.Parameters()[i] += kNoiseStd * noise.Normal(index++);
    }
  }
}

// One step of the branches' weights alone, down the loss of random targets.
void TrainOnce(const OptimizerSettings& settings, Chain& chain, Index depth, std::uint32_t seed) {
  Matrix<double> d;
  chain.Loss(seed, 1.0, d);
  std::vector<double> norms;
  chain.Backward(d, norms);
  Optimizer<double> optimizer(settings, chain.Layout().Size());
  optimizer.BeginStep(settings.learning_rate, 1.0);
  for (Index l = 0; l < depth; ++l) {
    const Range& weights = chain.Branch(l).weights;
    optimizer.Update(weights.begin, weights.end, false, chain.Parameters(), chain.Gradients());
  }
}

void Apply(Push push, Chain& chain, Index depth, std::uint32_t seed) {
  OptimizerSettings settings;
  switch (push) {
    case Push::kNoise:
      return AddNoise(chain, depth, seed);
    case Push::kAdam:
      settings.learning_rate = kAdamRate;
      return TrainOnce(settings, chain, depth, seed);
    case Push::kSgd:
      settings.kind = OptimizerKind::kSgd;
      settings.learning_rate = kSgdRate;
      return TrainOnce(settings, chain, depth, seed);
  }
}

// ln of the mean square of the stream's change at the end, relative to the stream's own: the mean
// over the seeds, because single ones spread widely in deep chains.
double LogMoved(Push push, const ChainShape& shape, const LabValues& values) {
  const int seeds = values.Integer("seeds");
  Chain chain(shape);
  double mean = 0;
  for (int i = 0; i < seeds; ++i) {
    const std::uint32_t seed = values.Seed() + static_cast<std::uint32_t>(i);
    chain.Initialise(seed);
    chain.Forward();
    const Matrix<double> before = chain.Streams().back();
    Apply(push, chain, shape.depth, seed);
    chain.Forward();
    const Matrix<double> change = chain.Streams().back() - before;
    mean += Log(MeanSquare(change) / MeanSquare(before)) / seeds;
  }
  return mean;
}

// Mean square of the change that noise makes, relative, in units of width std^2: every branch adds
// its own share, and the trunk's norm or growth decides how much of the earlier ones is left.
double NoiseLaw(const std::string& wiring, double depth) {
  if (wiring == "post") return depth / (1 + kBranchGain);
  if (wiring == "deepnorm") return 0.25;
  double sum = 0;
  for (double l = 1; l <= depth; ++l) sum += 1 / (1 + kBranchGain * l);
  return sum;
}

struct OverDepth {
  std::vector<double> depths;
  std::vector<double> moved;
};

// moved: mean squares of noise in units of width std^2; otherwise roots of mean squares
OverDepth Measure(Push push, const std::string& wiring, const LabValues& values) {
  OverDepth measured;
  const double unit = values.Integer("width") * kNoiseStd * kNoiseStd;
  for (Index depth = 2; depth <= values.Integer("depth"); depth *= 2) {
    const Index vocabulary = push == Push::kNoise ? 1 : kVocabulary;
    const ChainShape shape{wiring, depth, values.Integer("width"), 128, vocabulary};
    const double logarithm = LogMoved(push, shape, values);
    measured.depths.push_back(static_cast<double>(depth));
    measured.moved.push_back(push == Push::kNoise ? Exp(logarithm) / unit : Exp(logarithm / 2));
  }
  return measured;
}

double Growth(const OverDepth& measured) { return measured.moved.back() / measured.moved.front(); }

// The norm of W2's gradient, first layer over last, of a stack that trains without warmup.
class Starving {
 public:
  Starving(const std::string& wiring, std::uint32_t seed) : run_(Induction(wiring, seed)) {}

  double AfterStep(int step) {
    while (run_.StepsDone() < step) run_.Step();
    const int last = run_.Settings().model.depth - 1;
    return Norm(0) / Norm(last);
  }

 private:
  static Experiment Induction(const std::string& wiring, std::uint32_t seed) {
    Experiment experiment = InductionRecipe(wiring, seed);
    experiment.schedule.warmup = 0;
    return experiment;
  }

  double Norm(int layer) const {
    const auto& model = run_.Model();
    const Tensor* w2 =
        model.Layout().Find("layer." + std::to_string(layer) + ".feed_forward.w2.weight");
    return std::sqrt(MeasuredSumOfSquares(model.Gradients().data() + w2->offset, w2->Size()));
  }

  Run run_;
};

// Geometric means over the seeds, after each of the steps.
std::vector<double> StarvingOf(const std::string& wiring, const std::vector<int>& steps,
                               const LabValues& values) {
  const int seeds = values.Integer("seeds");
  std::vector<double> means(steps.size());
  for (int i = 0; i < seeds; ++i) {
    Starving run(wiring, values.Seed() + static_cast<std::uint32_t>(i));
    for (std::size_t s = 0; s < steps.size(); ++s) {
      means[s] += Log(run.AfterStep(steps[s])) / seeds;
    }
  }
  for (double& mean : means) mean = Exp(mean);
  return means;
}

}  // namespace

LabCost UpdateCost(const LabValues& values) {
  const ChainShape deepest{"pre", 2 * values.Integer("depth"), values.Integer("width"), 128,
                           kVocabulary};
  Experiment experiment = InductionRecipe("pre", 0);
  experiment.steps = 50;
  // Noise, Adam and SGD on each wiring: there, back, and there once more.
  const double runs = static_cast<double>(std::size(kWirings)) * values.Integer("seeds");
  return ChainCost(deepest, 4).Times(3 * runs) + TrainingCost(experiment).Times(runs);
}

LabReport UpdateLab(const LabValues& values, const LabProgress& progress) {
  LabReport report;
  double done = 0;
  constexpr double kParts = 12;
  const std::string random_start = "at the start of training, feed-forward branches alone";
  struct PushInfo {
    Push push;
    const char* name;
    const char* y_label;
  };
  const PushInfo pushes[] = {
      {Push::kNoise, "noise", "mean square moved by noise, in units of width std²"},
      {Push::kAdam, "adam", "moved by one step of Adam, RMS relative"},
      {Push::kSgd, "sgd", "moved by one step of gradient descent, RMS relative"}};
  std::vector<std::vector<OverDepth>> of_pushes;
  for (const PushInfo& info : pushes) {
    LabChart chart{info.name, "branches in the chain", info.y_label, Scale::kLog, Scale::kLog};
    std::vector<OverDepth>& of_wirings = of_pushes.emplace_back();
    for (const char* wiring : kWirings) {
      const OverDepth measured = Measure(info.push, wiring, values);
      LabSeries series{wiring, std::string(RequireWiring(wiring).label)};
      for (std::size_t i = 0; i < measured.depths.size(); ++i) {
        const double law =
            info.push == Push::kNoise ? NoiseLaw(wiring, measured.depths[i]) : kUnpredicted;
        series.points.push_back({measured.depths[i], measured.moved[i], law});
      }
      chart.series.push_back(series);
      of_wirings.push_back(measured);
      progress(++done / kParts);
    }
    report.charts.push_back(chart);
  }

  const std::vector<int> steps = {1, 2, 5, 10, 20, 30, 40, 50};
  LabChart starving{"starving", "step without warmup", "gradient of W2, first layer over last",
                    Scale::kLog, Scale::kLog};
  std::vector<std::vector<double>> ratios;
  for (const char* wiring : kWirings) {
    ratios.push_back(StarvingOf(wiring, steps, values));
    LabSeries series{wiring, std::string(RequireWiring(wiring).label)};
    for (std::size_t s = 0; s < steps.size(); ++s) {
      series.points.push_back({static_cast<double>(steps[s]), ratios.back()[s]});
    }
    starving.series.push_back(series);
    progress(++done / kParts);
  }
  report.charts.push_back(starving);

  const std::vector<OverDepth>& noise = of_pushes[0];
  const std::vector<OverDepth>& adam = of_pushes[1];
  const std::vector<OverDepth>& sgd = of_pushes[2];
  std::vector<double> log_depths;
  std::vector<double> log_moved;
  for (std::size_t i = 0; i < noise[0].depths.size(); ++i) {
    log_depths.push_back(Log(noise[0].depths[i]));
    log_moved.push_back(Log(noise[0].moved[i]));
  }
  const double deepest = noise[1].depths.back();
  const double pre_law = NoiseLaw("pre", deepest);
  report.statements = {
      {"noise_post",
       "Post-norm: noise on the weights moves the output in proportion to depth (slope of the mean "
       "square, both as logarithms).",
       "Wang 2022, section 3", Comparison::kWithin, 1, 0.1, Slope(log_depths, log_moved),
       random_start + "; in chains deeper than 32 the seeds spread tenfold"},
      {"noise_pre",
       "Pre-norm: as a logarithm of depth, 2 ln(1 + L/2) or so (at the deepest, in units of width "
       "std²).",
       "Liu 2020", Comparison::kWithin, pre_law, 0.1 * pre_law, noise[1].moved.back(),
       random_start},
      {"noise_deepnorm",
       "DeepNorm: by the same at every depth, a quarter in units of width std² (largest relative "
       "deviation).",
       "Wang 2022, theorem 4.2", Comparison::kWithin, 0, 0.05,
       WorstDeviation(noise[2].moved, std::vector<double>(noise[2].moved.size(), 0.25)),
       random_start},
      {"adam",
       "The first step of Adam moves a deep post-norm stack more than DeepNorm's: how the movement "
       "grows from 2 branches to the deepest, post-norm's over DeepNorm's.",
       "Wang 2022", Comparison::kAtLeast, 2, 0, Growth(adam[0]) / Growth(adam[2]), random_start},
      {"sgd",
       "A step of gradient descent moves DeepNorm's output by no more in deep stacks than in "
       "shallow ones (deepest over 2 branches).",
       "Wang 2022, theorem 4.2", Comparison::kAtMost, 1, 0.1, Growth(sgd[2]), random_start},
      {"starving",
       "Unwarmed steps starve post-norm's lower layers: the gradient of the first layer's W2 over "
       "the last's, after 50 steps relative to the first step.",
       "", Comparison::kAtMost, 0.1, 0, ratios[0].back() / ratios[0].front(),
       "12 layers, width 32, Adam at 2e-3: the induction recipe"},
      {"starving_pre", "Pre-norm's lower layers keep theirs (the same figure).", "",
       Comparison::kAtLeast, 0.5, 0, ratios[1].back() / ratios[1].front(), "the same recipe"}};
  return report;
}

}  // namespace normlab
