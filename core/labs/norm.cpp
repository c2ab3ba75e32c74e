// What a norm does to the gradient that passes it (Xiong 2020, appendix D): it rescales all
// directions but two, which it removes. And RMSNorm in LayerNorm's place (Zhang & Sennrich 2019).
#include <cmath>

#include "core/labs/chain.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/singular_values.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"

namespace normlab {
namespace {

constexpr double kEpsilon = 1e-5;

// A token with a mean and a scale of its own, so that neither is 0 or 1 by chance.
Vector<double> Token(Index width, std::uint32_t seed) {
  Vector<double> x(width);
  RandomStream(seed, StreamId("lab.norm")).FillNormal(0, x.data(), width);
  for (Index j = 0; j < width; ++j) x[j] = 2 * x[j] + 0.5;
  return x;
}

// d y / d x: (width, width), a column for every direction of x, by dual numbers.
Matrix<double> JacobianOf(NormKind kind, const Vector<double>& x) {
  using D = Dual<double>;
  const Index width = x.size();
  Matrix<double> jacobian(width, width);
  Vector<D> input(width);
  Vector<D> output(width);
  for (Index j = 0; j < width; ++j) {
    for (Index i = 0; i < width; ++i) input[i] = D(x[i], i == j ? 1.0 : 0.0);
    if (kind == NormKind::kLayer) {
      NormaliseLayer(input.data(), width, D(kEpsilon), output.data());
    } else {
      NormaliseRms(input.data(), width, D(kEpsilon), output.data());
    }
    for (Index i = 0; i < width; ++i) jacobian(i, j) = output[i].derivative;
  }
  return jacobian;
}

// What theory says of the values, the largest first.
std::vector<double> Predicted(NormKind kind, const Vector<double>& x) {
  const double width = static_cast<double>(x.size());
  const bool layer = kind == NormKind::kLayer;
  double mean = 0;
  double squares = 0;
  for (Index j = 0; j < x.size(); ++j) mean += layer ? x[j] / width : 0;
  for (Index j = 0; j < x.size(); ++j) squares += (x[j] - mean) * (x[j] - mean) / width;
  const double root = std::sqrt(squares + kEpsilon);
  std::vector<double> values(static_cast<std::size_t>(x.size()), 1 / root);
  if (layer) {
    values[values.size() - 2] = kEpsilon / (root * root * root);
    values.back() = 0;
  } else {
    values.back() = kEpsilon / (root * root * root);
  }
  return values;
}

// Largest distance of the values from theory, in units of the largest.
double WorstGap(const std::vector<double>& values, const std::vector<double>& predicted) {
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    worst = std::max(worst, std::abs(values[i] - predicted[i]) / predicted[0]);
  }
  return worst;
}

// The mean square at the end of a pre-norm chain with RMSNorm, over that with LayerNorm.
double StreamRatio(const LabValues& values) {
  const int seeds = values.Integer("seeds");
  double logarithm = 0;
  for (int i = 0; i < seeds; ++i) {
    double ends[2] = {};
    for (const NormKind norm : {NormKind::kLayer, NormKind::kRms}) {
      ChainShape shape{"pre", values.Integer("depth"), values.Integer("width")};
      shape.norm = norm;
      Chain chain(shape);
      chain.Initialise(values.Seed() + static_cast<std::uint32_t>(i));
      chain.Forward();
      ends[norm == NormKind::kRms ? 1 : 0] = MeanSquare(chain.Streams().back());
    }
    logarithm += Log(ends[1] / ends[0]) / seeds;
  }
  return Exp(logarithm);
}

// How far the normalised token moves when 1 is added to all of x, largest element.
double MovedByMean(NormKind kind, const Vector<double>& x) {
  Vector<double> shifted = x;
  for (Index j = 0; j < x.size(); ++j) shifted[j] += 1;
  Vector<double> before(x.size());
  Vector<double> after(x.size());
  const auto normalise = [kind](const Vector<double>& from, Vector<double>& to) {
    if (kind == NormKind::kLayer) {
      NormaliseLayer(from.data(), from.size(), kEpsilon, to.data());
    } else {
      NormaliseRms(from.data(), from.size(), kEpsilon, to.data());
    }
  };
  normalise(x, before);
  normalise(shifted, after);
  before -= after;
  return LargestMagnitude(before.data(), before.size());
}

}  // namespace

LabCost NormCost(const LabValues& values) {
  return ChainCost({"pre", values.Integer("depth"), values.Integer("width")}, 1)
             .Times(2.0 * values.Integer("seeds")) +
         // Singular values of two Jacobians: some ten products of the width.
         ChainCost({"pre", 1, values.Integer("width"), values.Integer("width")}, 10)
             .Times(2.0 * values.Integer("seeds"));
}

LabReport NormLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Integer("seeds");
  LabReport report;
  LabChart chart{"singular_values", "direction", "singular value", Scale::kLinear, Scale::kLog};
  double gaps[2] = {};
  double moved[2] = {0, std::numeric_limits<double>::infinity()};
  for (int i = 0; i < seeds; ++i) {
    const Vector<double> x =
        Token(values.Integer("width"), values.Seed() + static_cast<std::uint32_t>(i));
    for (const NormKind kind : {NormKind::kLayer, NormKind::kRms}) {
      const bool layer = kind == NormKind::kLayer;
      const std::vector<double> measured = SingularValues(JacobianOf(kind, x));
      const std::vector<double> predicted = Predicted(kind, x);
      double& gap = gaps[layer ? 0 : 1];
      gap = std::max(gap, WorstGap(measured, predicted));
      const double distance = MovedByMean(kind, x);
      moved[layer ? 0 : 1] = layer ? std::max(moved[0], distance) : std::min(moved[1], distance);
      if (i > 0) continue;
      LabSeries series{layer ? "layer" : "rms", layer ? "LayerNorm" : "RMSNorm"};
      for (std::size_t j = 0; j < measured.size(); ++j) {
        series.points.push_back({static_cast<double>(j + 1), measured[j], predicted[j]});
      }
      chart.series.push_back(series);
    }
    progress((i + 1.0) / seeds / 2);
  }
  report.statements.push_back(
      {"layer_jacobian",
       "LayerNorm passes all but two directions, each times one over the standard deviation, and "
       "removes the mean and the token's own direction (largest gap of a singular value).",
       "Xiong 2020, appendix D", Comparison::kAtMost, 0, 1e-8, gaps[0]});
  report.statements.push_back(
      {"rms_jacobian",
       "RMSNorm passes all but one direction, each times one over the RMS, and removes the token's "
       "own direction (largest gap of a singular value).",
       "Zhang & Sennrich 2019", Comparison::kAtMost, 0, 1e-8, gaps[1]});
  report.statements.push_back({"rms_stream",
                               "With RMSNorm the stream of a pre-norm chain grows as with "
                               "LayerNorm (ratio of the mean squares at the end).",
                               "Zhang & Sennrich 2019", Comparison::kWithin, 1, 0.03,
                               StreamRatio(values)});
  report.statements.push_back({"layer_mean",
                               "LayerNorm does not see a constant that is added to the whole token "
                               "(largest change).",
                               "Ba 2016", Comparison::kAtMost, 0, 1e-12, moved[0]});
  report.statements.push_back({"rms_mean",
                               "RMSNorm does: the mean is no longer removed (smallest change over "
                               "the seeds).",
                               "Zhang & Sennrich 2019", Comparison::kAtLeast, 0.1, 0, moved[1]});
  progress(1);
  report.charts = {chart};
  return report;
}

}  // namespace normlab
