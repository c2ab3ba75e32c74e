// The last layer's gradient at the start of training, over the total depth (Xiong 2020, theorem 1).
// Often told as "post-norm's grows with depth": the theorem says that it stays and that pre-norm's
// falls, so that the ratio grows.
#include <cmath>

#include "core/labs/chain.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"

namespace normlab {
namespace {

struct OverDepth {
  std::vector<double> log_depths = {};
  std::vector<std::vector<double>> log_gradients = {};  // of the last W2: of each depth, by seed

  void Add(Index depth, const std::vector<double>& by_seed) {
    log_depths.push_back(Log(static_cast<double>(depth)));
    log_gradients.push_back(by_seed);
  }
  // The mean over the seeds, of the logarithm.
  double Gradient(std::size_t at) const { return Exp(Confidence(log_gradients[at]).mean); }
  OverSeeds LogSlope() const { return SlopeOverSeeds(log_depths, log_gradients); }
};

constexpr Index kVocabulary = 2048;

// The chain as the seed draws it -> the gradients' norms at x_0 ... x_L.
std::vector<double> GradientNorms(Chain& chain, std::uint32_t seed) {
  chain.Initialise(seed);
  chain.Forward();
  Matrix<double> d;
  chain.Loss(seed, 1.0, d);
  std::vector<double> norms;
  chain.Backward(d, norms);
  return norms;
}

// By seed.
std::vector<double> LogLastGradients(const ChainShape& shape, const LabValues& values) {
  Chain chain(shape);
  std::vector<double> gradients;
  for (int i = 0; i < values.Integer("seeds"); ++i) {
    GradientNorms(chain, values.Seed() + static_cast<std::uint32_t>(i));
    gradients.push_back(Log(chain.LastWeightGradient()));
  }
  return gradients;
}

OverDepth Measure(const std::string& wiring, const LabValues& values) {
  OverDepth measured;
  for (Index depth = 2; depth <= values.Integer("depth"); depth *= 2) {
    const ChainShape shape{wiring, depth, values.Integer("width"), 128, kVocabulary};
    measured.Add(depth, LogLastGradients(shape, values));
  }
  return measured;
}

// What the gradient is proportional to in a chain of `depth` branches.
double LawOf(const std::string& wiring, double depth) {
  if (wiring == "pre") return 1 / std::sqrt(1 + kBranchGain * depth);
  if (wiring == "deepnorm") return 1 / std::sqrt(depth);
  return 1;
}

// A whole post-norm stack with attention, and the tokens it is asked about.
struct StackShape {
  const char* name;
  const char* label;
  int feed_forward_over_width;
  int heads;
  Activation activation;
  Initialiser initialiser;
  Index vocabulary;
  Index context;
  Index sequences;
};

// As the theorem has it but for the attention; and as the race trains it, where 16 symbols share
// 256 tokens.
constexpr StackShape kStackShapes[] = {
    {"attention", "post-norm with attention, over its layers", 1, 1, Activation::kRelu,
     Initialiser::kXavier, kVocabulary, 32, 4},
    {"few_symbols", "the same with 16 symbols for all tokens", 4, 4, Activation::kGeluErf,
     Initialiser::kDefault, 16, 16, 16}};

// By seed.
std::vector<double> LogLastGradientsWithAttention(const StackShape& shape, int depth,
                                                  const LabValues& values) {
  ModelSettings model;
  model.wiring = "post";
  model.depth = depth;
  model.width = values.Integer("width") / shape.heads * shape.heads;
  model.feed_forward = shape.feed_forward_over_width * model.width;
  model.heads = shape.heads;
  model.activation = shape.activation;
  model.initialiser = shape.initialiser;
  Stack<double> stack(model, shape.vocabulary, shape.context, shape.sequences);
  const Tensor* w2 =
      stack.Layout().Find("layer." + std::to_string(depth - 1) + ".feed_forward.w2.weight");
  const std::uint64_t tokens = static_cast<std::uint64_t>(shape.sequences * shape.context);
  std::vector<double> gradients;
  for (int i = 0; i < values.Integer("seeds"); ++i) {
    const std::uint32_t seed = values.Seed() + static_cast<std::uint32_t>(i);
    stack.Initialise(seed);
    const RandomStream draw(seed, StreamId("lab.tokens"));
    const auto symbols = static_cast<std::uint32_t>(shape.vocabulary);
    std::vector<std::int32_t> ids;
    std::vector<std::int32_t> targets;
    for (std::uint64_t token = 0; token < tokens; ++token) {
      ids.push_back(static_cast<std::int32_t>(draw.Below(2 * token, symbols)));
      targets.push_back(static_cast<std::int32_t>(draw.Below(2 * token + 1, symbols)));
    }
    stack.Forward(ids.data(), targets.data(), false);
    stack.Backward(ids.data(), false);
    const double squares = MeasuredSumOfSquares(stack.Gradients().data() + w2->offset, w2->Size());
    gradients.push_back(Log(squares) / 2);
  }
  return gradients;
}

// The slope over the layers, both as logarithms; the curve goes into `series`.
OverSeeds SlopeWithAttention(const StackShape& shape, const LabValues& values, LabSeries& series) {
  OverDepth measured;
  for (int layers = 2; layers <= values.Integer("depth"); layers *= 2) {
    measured.Add(layers, LogLastGradientsWithAttention(shape, layers, values));
    series.points.push_back(
        {static_cast<double>(layers), measured.Gradient(measured.log_depths.size() - 1)});
  }
  return measured.LogSlope();
}

// RMS(x_l) times the gradient's norm at x_l, over l, of one pre-norm chain.
std::vector<double> StreamTimesGradient(const LabValues& values, Index depth) {
  const int seeds = values.Integer("seeds");
  Chain chain({"pre", depth, values.Integer("width"), 128, kVocabulary});
  std::vector<double> mean;
  for (int i = 0; i < seeds; ++i) {
    std::vector<double> products =
        GradientNorms(chain, values.Seed() + static_cast<std::uint32_t>(i));
    for (std::size_t l = 0; l < products.size(); ++l) {
      products[l] *= std::sqrt(MeanSquare(chain.Streams()[l]));
    }
    AddToMean(products, seeds, mean);
  }
  return mean;
}

}  // namespace

LabCost GradientCost(const LabValues& values) {
  const Index width = values.Integer("width");
  const Index depth = values.Integer("depth");
  // Depths 2, 4, 8, ... come to twice the deepest; a layer with attention costs some four branches.
  return ChainCost({"pre", 2 * depth, width, 128, kVocabulary}, 3)
      .Times((std::size(kStackShapes) * 4 + 4.0) * values.Integer("seeds"));
}

LabReport GradientLab(const LabValues& values, const LabProgress& progress) {
  struct Claim {
    const char* wiring;
    const char* sentence;
    double tolerance;
    const char* source;
  };
  const Claim claims[] = {
      {"post",
       "Post-norm: the last layer's gradient does not depend on the total depth (slope over it, "
       "both as logarithms).",
       0.05, "Xiong 2020, theorem 1"},
      {"pre",
       "Pre-norm: the last layer's gradient falls as 1/sqrt(1 + L/2) (slope, both as logarithms).",
       0.08, "Xiong 2020, theorem 1"},
      {"deepnorm",
       "DeepNorm: the last layer's gradient falls as 1/sqrt(L) (slope, both as logarithms).", 0.05,
       "Wang 2022"}};
  LabReport report;
  LabChart over_depth{"over_depth", "branches in the chain", "gradient of the last W2", Scale::kLog,
                      Scale::kLog};
  double grown[2] = {};  // deepest over shallowest, of post-norm and of pre-norm
  double done = 0;
  for (const Claim& claim : claims) {
    const OverDepth measured = Measure(claim.wiring, values);
    LabSeries series{claim.wiring, std::string(RequireWiring(claim.wiring).label)};
    std::vector<double> log_laws;
    for (std::size_t i = 0; i < measured.log_depths.size(); ++i) {
      const double depth = PowerOfTwo(static_cast<double>(i + 1));
      log_laws.push_back(Log(LawOf(claim.wiring, depth)));
      series.points.push_back(
          {depth, measured.Gradient(i), measured.Gradient(0) * Exp(log_laws[i] - log_laws[0])});
    }
    over_depth.series.push_back(series);
    const OverSeeds slope = measured.LogSlope();
    report.statements.push_back({claim.wiring, claim.sentence, claim.source, Comparison::kWithin,
                                 Slope(measured.log_depths, log_laws), claim.tolerance, slope.mean,
                                 "at the start of training, feed-forward branches alone",
                                 slope.interval});
    const double growth = measured.Gradient(log_laws.size() - 1) / measured.Gradient(0);
    if (claim.wiring == std::string("post")) grown[0] = growth;
    if (claim.wiring == std::string("pre")) grown[1] = growth;
    progress(++done / 6);
  }
  std::vector<OverSeeds> slopes;
  for (const StackShape& shape : kStackShapes) {
    LabSeries series{shape.name, shape.label};
    slopes.push_back(SlopeWithAttention(shape, values, series));
    over_depth.series.push_back(series);
    progress(++done / 6);
  }
  report.statements.push_back(
      {"attention",
       "With attention between its branches it does not depend on the depth either (slope over the "
       "layers).",
       "", Comparison::kWithin, 0, 0.08, slopes[0].mean,
       "at the start of training, as many symbols as the theorem's tokens ask for: 2048",
       slopes[0].interval});
  report.statements.push_back(
      {"few_symbols",
       "It does grow where many tokens share a symbol, so that what they ask of W2 adds up (slope "
       "over the layers);",
       "", Comparison::kAtLeast, 0.1, 0, slopes[1].mean,
       "16 symbols for 256 tokens, as in the race", slopes[1].interval});
  report.statements.push_back({"few_symbols_power",
                               "and even so by a small power of the depth (the same slope).", "",
                               Comparison::kAtMost, 0.5, 0, slopes[1].mean,
                               "16 symbols for 256 tokens, as in the race", slopes[1].interval});
  report.statements.push_back(
      {"ratio",
       "What does grow with depth is the ratio of post-norm's last gradient to pre-norm's: deepest "
       "over shallowest, at least as much as pre-norm's falls.",
       "Xiong 2020", Comparison::kAtLeast,
       LawOf("pre", 2) / LawOf("pre", over_depth.series[0].points.back().x), 0.3,
       grown[0] / grown[1]});

  const Index profile_depth = std::min(16, values.Integer("depth"));
  const std::vector<double> products = StreamTimesGradient(values, profile_depth);
  LabChart profile{"profile", "branch", "RMS of the stream times the gradient at it"};
  LabSeries series{"pre", "pre-norm"};
  double mean = 0;
  for (const double product : products) mean += product / static_cast<double>(products.size());
  for (std::size_t l = 0; l < products.size(); ++l) {
    series.points.push_back({static_cast<double>(l), products[l], mean});
  }
  profile.series.push_back(series);
  report.statements.push_back(
      {"profile",
       "Pre-norm's gradient is not flat: earlier layers get more, in proportion to one over the "
       "stream's RMS (largest deviation of the product from its mean, relative).",
       "Wang 2022", Comparison::kWithin, 0, 0.06,
       WorstDeviation(products, std::vector<double>(products.size(), mean))});
  progress(1);
  report.charts = {over_depth, profile};
  return report;
}

}  // namespace normlab
