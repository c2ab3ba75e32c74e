// What a norm does to the gradient that passes it (Xiong 2020, appendix D): it rescales all
// directions but two, which it removes. And RMSNorm in LayerNorm's place (Zhang & Sennrich 2019).
#include <cmath>

#include "core/labs/chain.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/norm_vector.hpp"
#include "core/labs/singular_values.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"

namespace normlab {
namespace {

// A token with a mean and a scale of its own, so that neither is 0 or 1 by chance.
Vector<double> Token(Index width, std::uint32_t seed) {
  Vector<double> x(width);
  RandomStream(seed, StreamId("lab.norm")).FillNormal(0, x.data(), width);
  for (Index j = 0; j < width; ++j) x[j] = 2 * x[j] + 0.5;
  return x;
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
  Normalise(kind, x, before);
  Normalise(kind, shifted, after);
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
      const std::vector<double> measured = SingularValues(NormJacobian(kind, x));
      const std::vector<double> predicted = PredictedSingularValues(kind, x);
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
