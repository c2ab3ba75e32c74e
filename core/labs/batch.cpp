// The same token alone and among others: a norm over the token gives it the same treatment, a norm
// over the batch does not (Ba 2016).
#include "core/labs/chain.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/table.hpp"
#include "core/layers/batch_norm.hpp"

namespace normlab {
namespace {

constexpr float kEpsilon = 1e-5F;
constexpr float kMomentum = 0.1F;  // of the averages: PyTorch's default
constexpr int kBatches = 100;      // that the averages are of
constexpr double kScale = 2;       // of the tokens: their variance is not 1
constexpr double kOffset = 0.5;    // and their mean not 0

enum class Kind { kLayer, kRms, kBatch, kBatchEvaluated };

constexpr struct {
  const char* name;
  const char* label;
} kKinds[] = {{"layer", "LayerNorm"},
              {"rms", "RMSNorm"},
              {"batch", "BatchNorm in training"},
              {"batch_evaluated", "BatchNorm in evaluation"}};

void FillTokens(std::uint32_t seed, std::uint64_t batch, Matrix<float>& x) {
  const std::uint64_t count = static_cast<std::uint64_t>(x.size());
  RandomStream(seed, StreamId("lab.batch")).FillNormal(batch * count, x.data(), x.size());
  for (Index i = 0; i < x.size(); ++i) {
    x.data()[i] = static_cast<float>(kScale * double{x.data()[i]} + kOffset);
  }
}

// What training on batches of `tokens` tokens leaves behind.
BatchNormAverages<float> Averages(std::uint32_t seed, Index tokens, Index width) {
  BatchNormAverages<float> averages{Vector<float>::Zero(width), Vector<float>::Ones(width)};
  Matrix<float> x(tokens, width);
  for (std::uint64_t batch = 1; batch <= kBatches; ++batch) {
    FillTokens(seed, batch, x);
    UpdateBatchNormAverages<float>(x, kMomentum, averages);
  }
  return averages;
}

Vector<float> FirstToken(Kind kind, const Matrix<float>& x,
                         const BatchNormAverages<float>& averages) {
  const Vector<float> gain = Vector<float>::Ones(x.cols());
  const Vector<float> bias = Vector<float>::Zero(x.cols());
  NormCache<float> cache;
  cache.Resize(std::max(x.rows(), x.cols()), x.cols());
  Matrix<float> y(x.rows(), x.cols());
  switch (kind) {
    case Kind::kLayer:
    case Kind::kRms:
      NormForward<float>(kind == Kind::kLayer ? NormKind::kLayer : NormKind::kRms, x, gain.data(),
                         bias.data(), kEpsilon, cache, y);
      break;
    case Kind::kBatch:
      BatchNormForward<float>(x, gain.data(), bias.data(), kEpsilon, cache, y);
      break;
    case Kind::kBatchEvaluated:
      BatchNormEvaluate<float>(x, averages, gain.data(), bias.data(), kEpsilon, y);
      break;
  }
  return y.row(0).transpose();
}

double LargestDifference(const Vector<float>& a, const Vector<float>& b) {
  const Vector<float> difference = a - b;
  return LargestMagnitude(difference.data(), difference.size());
}

}  // namespace

LabCost BatchCost(const LabValues& values) {
  const double numbers =
      static_cast<double>(values.Integer("width")) * (1 + values.Integer("others"));
  // A number of a batch is drawn, counted twice and normed: some forty nanoseconds.
  constexpr double kSecondsANumber = 4e-8;
  return {kSecondsANumber * numbers * kBatches * values.Integer("seeds"),
          8 * numbers * sizeof(float)};
}

LabReport BatchLab(const LabValues& values, const LabProgress& progress) {
  const int seeds = values.Integer("seeds");
  const Index tokens = 1 + values.Integer("others");
  constexpr std::size_t kCount = std::size(kKinds);
  double largest[kCount] = {};
  double least_batch = std::numeric_limits<double>::infinity();
  double least_gap = std::numeric_limits<double>::infinity();
  LabChart chart{"difference", "seed", "largest change of the token's answer"};
  for (const auto& kind : kKinds) chart.series.push_back({kind.name, kind.label});
  for (int i = 0; i < seeds; ++i) {
    const std::uint32_t seed = values.Seed() + static_cast<std::uint32_t>(i);
    Matrix<float> x(tokens, values.Integer("width"));
    FillTokens(seed, 0, x);
    const BatchNormAverages<float> averages = Averages(seed, tokens, x.cols());
    for (std::size_t k = 0; k < kCount; ++k) {
      const Kind kind = static_cast<Kind>(k);
      // One token has no variance over the batch: its companion is the second.
      const Matrix<float> alone = x.topRows(kind == Kind::kBatch ? 2 : 1);
      const double change =
          LargestDifference(FirstToken(kind, alone, averages), FirstToken(kind, x, averages));
      largest[k] = std::max(largest[k], change);
      if (kind == Kind::kBatch) least_batch = std::min(least_batch, change);
      LabPoint point{static_cast<double>(seed), change};
      if (kind != Kind::kBatch) point.predicted = 0;
      chart.series[k].points.push_back(point);
    }
    least_gap =
        std::min(least_gap, LargestDifference(FirstToken(Kind::kBatch, x, averages),
                                              FirstToken(Kind::kBatchEvaluated, x, averages)));
    progress((i + 1.0) / seeds);
  }
  const std::string refusal = WhyBatchNormRefuses(1);
  LabReport report;
  report.statements = {
      {"layer", "LayerNorm: a token's answer is bit for bit the same alone and among the others.",
       "Ba 2016", Comparison::kAtMost, 0, 0, largest[0]},
      {"rms", "RMSNorm: a token's answer is bit for bit the same alone and among the others.",
       "Zhang & Sennrich 2019", Comparison::kAtMost, 0, 0, largest[1]},
      {"batch",
       "BatchNorm in training: the answer depends on who else is in the batch (smallest change "
       "over the seeds, from one companion to all).",
       "Ioffe & Szegedy 2015", Comparison::kAtLeast, 0.01, 0, least_batch},
      {"batch_evaluated",
       "BatchNorm in evaluation uses averages of earlier batches: the answer is the same bits "
       "again,",
       "Ioffe & Szegedy 2015", Comparison::kAtMost, 0, 0, largest[3]},
      {"batch_gap", "but not the one that it gave in training (smallest change over the seeds).",
       "Ioffe & Szegedy 2015", Comparison::kAtLeast, 0.01, 0, least_gap},
      {"batch_alone", refusal + " (refused: 1).", "", Comparison::kAtLeast, 1, 0,
       refusal.empty() ? 0.0 : 1.0}};
  report.charts = {chart};
  return report;
}

}  // namespace normlab
