// The same token alone and among others: a norm over the token gives it the same treatment, a norm
// over the batch does not (Ba 2016).
#include "core/labs/chain.hpp"
#include "core/labs/table.hpp"
#include "core/layers/batch_norm.hpp"

namespace normlab {
namespace {

constexpr float kEpsilon = 1e-5F;

Vector<float> FirstToken(const char* kind, const Matrix<float>& x) {
  const Vector<float> gain = Vector<float>::Ones(x.cols());
  const Vector<float> bias = Vector<float>::Zero(x.cols());
  NormCache<float> cache;
  cache.Resize(std::max(x.rows(), x.cols()), x.cols());
  Matrix<float> y(x.rows(), x.cols());
  if (kind == std::string("batch")) {
    BatchNormForward<float>(x, gain.data(), bias.data(), kEpsilon, cache, y);
  } else {
    const NormKind norm = kind == std::string("layer") ? NormKind::kLayer : NormKind::kRms;
    NormForward<float>(norm, x, gain.data(), bias.data(), kEpsilon, cache, y);
  }
  return y.row(0).transpose();
}

// Largest difference of the token's answer in `few` and in `many` tokens.
double Difference(const char* kind, const Matrix<float>& x, Index few) {
  const Matrix<float> alone = x.topRows(few);
  Vector<float> difference = FirstToken(kind, alone) - FirstToken(kind, x);
  return LargestMagnitude(difference.data(), difference.size());
}

}  // namespace

LabReport BatchLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Integer("seeds");
  const Index others = values.Integer("others");
  double largest[2] = {};
  double smallest = std::numeric_limits<double>::infinity();
  LabChart chart{"difference", "seed", "largest change of the token's answer"};
  LabSeries series[3] = {{"layer", "LayerNorm"}, {"rms", "RMSNorm"}, {"batch", "BatchNorm"}};
  for (int i = 0; i < seeds; ++i) {
    const std::uint32_t seed = values.Seed() + static_cast<std::uint32_t>(i);
    Matrix<float> x(1 + others, values.Integer("width"));
    RandomStream(seed, StreamId("lab.batch")).FillNormal(0, x.data(), x.size());
    const double layer = Difference("layer", x, 1);
    const double rms = Difference("rms", x, 1);
    // One token has no variance over the batch: its companion is the second.
    const double batch = Difference("batch", x, 2);
    largest[0] = std::max(largest[0], layer);
    largest[1] = std::max(largest[1], rms);
    smallest = std::min(smallest, batch);
    series[0].points.push_back({static_cast<double>(seed), layer, 0});
    series[1].points.push_back({static_cast<double>(seed), rms, 0});
    series[2].points.push_back({static_cast<double>(seed), batch});
    progress((i + 1.0) / seeds);
  }
  chart.series = {series[0], series[1], series[2]};
  LabReport report;
  report.statements = {
      {"layer", "LayerNorm: a token's answer is bit for bit the same alone and among the others.",
       "Ba 2016", Comparison::kAtMost, 0, 0, largest[0]},
      {"rms", "RMSNorm: a token's answer is bit for bit the same alone and among the others.",
       "Zhang & Sennrich 2019", Comparison::kAtMost, 0, 0, largest[1]},
      {"batch",
       "BatchNorm in training: the answer depends on who else is in the batch (smallest change "
       "over the seeds, from one companion to all).",
       "Ioffe & Szegedy 2015", Comparison::kAtLeast, 0.01, 0, smallest}};
  report.charts = {chart};
  return report;
}

}  // namespace normlab
