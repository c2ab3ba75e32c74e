// What fewer bits cost a trained stack, place by place, and why a norm's sums are where they hurt.
#include <cmath>

#include "core/labs/cost.hpp"
#include "core/labs/exam.hpp"
#include "core/labs/recipes.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"
#include "core/precision/compare.hpp"
#include "core/precision/sums.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

constexpr int kExamSequences = 16;
constexpr Index kWide = 4096;  // of the vectors whose squares are summed

struct Place {
  const char* name;
  const char* label;
  RoundedPlaces places;
};

constexpr Place kPlaces[] = {
    {"products", "products", {.products = true}},
    {"norms", "norms", {.norms = true}},
    {"adds", "skip and branch", {.adds = true}},
    {"all", "everything", {.products = true, .norms = true, .adds = true}}};

constexpr std::size_t kProductsRow = 0;  // of kPlaces
constexpr std::size_t kNormsRow = 1;
constexpr std::size_t kAllRow = 3;
constexpr std::size_t kFp16Row = 0;  // of kFloatFormats
constexpr std::size_t kBf16Row = 1;

struct Weights {
  const char* name;
  const char* label;
  WeightFormat format;
  double bits;  // of a weight, its share of the scales with it
};

constexpr Weights kWeights[] = {{"int8", "int8, a scale a channel", WeightFormat::kInt8, 8},
                                {"q8_0", "Q8_0, blocks of 32", WeightFormat::kQ8, 8.5},
                                {"q4_0", "Q4_0, blocks of 32", WeightFormat::kQ4, 4.5}};

// Vectors of N(0, 1), scaled to a root mean square of exactly 1.
Vector<double> UnitVector(std::uint32_t seed) {
  Vector<double> x(kWide);
  RandomStream(seed, StreamId("lab.precision")).FillNormal(0, x.data(), kWide);
  const double rms = Sqrt(SumOfSquares(x.data(), kWide) / static_cast<double>(kWide));
  for (Index i = 0; i < kWide; ++i) x[i] = x[i] / rms;
  return x;
}

// The smallest root mean square at which the sum of squares is no longer finite, by halving.
double OverflowingRms(const FloatFormat& format, const Vector<double>& unit) {
  double finite = 0;
  double infinite = 1024;
  Vector<double> x(kWide);
  while (infinite - finite > 1e-3) {
    const double rms = (finite + infinite) / 2;
    for (Index i = 0; i < kWide; ++i) x[i] = rms * unit[i];
    const bool overflows = !std::isfinite(PairwiseSumOfSquares(format, x.data(), kWide));
    (overflows ? infinite : finite) = rms;
  }
  return infinite;
}

Experiment RecipeOf(const LabValues& values, std::uint32_t seed) {
  Experiment experiment = TextRecipe("pre", seed);
  experiment.model.depth = values.Integer("depth");
  SetHeads(4, values.Integer("head_width"), experiment);
  experiment.schedule.warmup = 100;
  experiment.steps = values.Integer("steps");
  return experiment;
}

}  // namespace

LabCost PrecisionCost(const LabValues& values) {
  if (values.Given() == nullptr) {
    return TrainingCost(RecipeOf(values, 0)).Times(values.Integer("seeds"));
  }
  // A pass for every choice, of the stack and of two copies in other formats.
  Experiment passes = values.Given()->experiment;
  passes.batch = kExamSequences;
  passes.steps = static_cast<int>(std::size(kPlaces) * kFloatFormats.size());
  LabCost cost = TrainingCost(passes);
  cost.memory_bytes *= 3;
  return cost;
}

LabReport PrecisionLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Seeds();
  constexpr std::size_t kFormats = kFloatFormats.size();
  double log_divergence[std::size(kPlaces)][kFormats] = {};
  double log_weights[std::size(kWeights)] = {};
  double disagreement = 0;
  double overflow = 0;
  double sequential[kFormats] = {};
  for (int i = 0; i < seeds; ++i) {
    const std::uint32_t seed = values.Seed() + static_cast<std::uint32_t>(i);
    const TrainedStack subject = Trained(values, RecipeOf(values, seed));
    const Exam exam = ExamOf(subject.experiment, kExamSequences);
    const Stack<float> trained = StackOf(subject, kExamSequences);
    for (std::size_t p = 0; p < std::size(kPlaces); ++p) {
      for (std::size_t f = 0; f < kFormats; ++f) {
        const PrecisionFigures figures =
            CompareFormat(trained, kFloatFormats[f], kPlaces[p].places, exam.batch);
        log_divergence[p][f] += Log(figures.divergence) / seeds;
      }
    }
    for (std::size_t w = 0; w < std::size(kWeights); ++w) {
      const Stack<float> rounded = WithWeightsIn(kWeights[w].format, trained);
      log_weights[w] += Log(CompareStacks(trained, rounded, exam.batch).divergence) / seeds;
    }
    disagreement += (1 - CompareStacks(WithWeightsIn(WeightFormat::kInt8, trained),
                                       WithWeightsIn(WeightFormat::kQ4, trained), exam.batch)
                             .agreement) /
                    seeds;
    const Vector<double> unit = UnitVector(seed);
    overflow += OverflowingRms(kFp16, unit) / seeds;
    for (std::size_t f = 0; f < kFormats; ++f) {
      sequential[f] += SequentialSumOfSquares(kFloatFormats[f], unit.data(), kWide) /
                       static_cast<double>(kWide) / seeds;
    }
    progress((i + 1.0) / seeds);
  }
  LabChart activations{"activations", "bits of the fraction", "KL to 32 bits (nats)",
                       Scale::kLinear, Scale::kLog};
  for (std::size_t p = 0; p < std::size(kPlaces); ++p) {
    LabSeries series{kPlaces[p].name, kPlaces[p].label};
    for (std::size_t f = 0; f < kFormats; ++f) {
      series.points.push_back(
          {static_cast<double>(kFloatFormats[f].fraction_bits), Exp(log_divergence[p][f])});
    }
    activations.series.push_back(series);
  }
  LabChart weights{"weights", "bits of a weight", "KL to 32 bits (nats)", Scale::kLinear,
                   Scale::kLog};
  for (std::size_t w = 0; w < std::size(kWeights); ++w) {
    weights.series.push_back(
        {kWeights[w].name, kWeights[w].label, {{kWeights[w].bits, Exp(log_weights[w])}}});
  }
  LabChart sums{"sums", "bits of the fraction", "mean square by one addition after the other"};
  LabSeries series{"sequential", "4096 squares of mean 1"};
  for (std::size_t f = 0; f < kFormats; ++f) {
    series.points.push_back({static_cast<double>(kFloatFormats[f].fraction_bits), sequential[f]});
  }
  sums.series.push_back(series);
  const auto log2_of = [&](std::size_t place, std::size_t format) {
    return log_divergence[place][format] / Log(2.0);
  };
  const std::string condition =
      std::string(values.Given() == nullptr ? "pre-norm, characters" : "the stack that was given") +
      "; each number rounded on its own";
  LabReport report;
  report.charts = {activations, weights, sums};
  report.statements = {
      {"overflow",
       "fp16 cannot hold a wide token's sum of squares: it overflows where width times RMS² passes "
       "65520 (the RMS, at width 4096).",
       "", Comparison::kWithin, std::sqrt(65520.0 / kWide), 0.01 * std::sqrt(65520.0 / kWide),
       overflow, "squares and sums in fp16; with both in fp32 the same token is harmless"},
      {"stalled",
       "bf16 stops counting: added one after the other, 4096 squares of mean 1 make half of that.",
       "", Comparison::kWithin, 0.5, 0.05, sequential[kBf16Row],
       "the sum stalls where its last bit is worth more than twice a square"},
      {"epsilon", "An epsilon of 1e-8 is nothing in fp16.", "", Comparison::kWithin, 0, 0,
       RoundTo(kFp16, 1e-8)},
      {"bits",
       "Every bit of the fraction divides the divergence by four: it goes with the square of the "
       "rounding (log2 of it per bit, fp16 against bf16, everything rounded).",
       "", Comparison::kWithin, -2, 0.15,
       (log2_of(kAllRow, kFp16Row) - log2_of(kAllRow, kBf16Row)) /
           (kFp16.fraction_bits - kBf16.fraction_bits),
       condition},
      {"places",
       "Rounded one by one, a norm's numbers cost what a product's cost: what makes norms "
       "sensitive "
       "is their sums (divergence in bf16, norms over products).",
       "", Comparison::kWithin, 1, 0.6,
       Exp(log_divergence[kNormsRow][kBf16Row] - log_divergence[kProductsRow][kBf16Row]),
       condition},
      {"weights",
       "Weights in Q4_0 cost what the steps say, (127/8)² times Q8_0 (log2 of the ratio).", "",
       Comparison::kWithin, 2 * Log2(127.0 / 8), 0.6, (log_weights[2] - log_weights[1]) / Log(2.0),
       condition},
      {"disagreement",
       "Two quantisations of one model are two models: share of tokens whose most likely symbol "
       "differs, int8 against Q4_0.",
       "", Comparison::kAtLeast, 0.01, 0, disagreement, condition}};
  return report;
}

}  // namespace normlab
