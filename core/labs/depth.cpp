// Backpropagation multiplies L Jacobians (Glorot 2010, Saxe 2013); a skip leaves one term of the
// product that no branch touches (He 2016).
#include <cmath>

#include "core/labs/chain.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"

namespace normlab {
namespace {

struct Curves {
  std::vector<double> gradient;  // (depth + 1), log2 of the norm at x_l over that at x_L
  std::vector<double> stream;    // (depth + 1), log2 of the mean square of x_l
  OverSeeds gradient_slope;      // per layer, from the end to the beginning
  OverSeeds stream_slope;        // per layer, from the beginning to the end
};

Curves Measure(const ChainShape& shape, const LabValues& values) {
  const int seeds = values.Integer("seeds");
  Chain chain(shape);
  Curves mean;
  std::vector<double> gradient_slopes;
  std::vector<double> stream_slopes;
  const double layers = static_cast<double>(shape.depth);
  for (int i = 0; i < seeds; ++i) {
    const std::uint32_t seed = values.Seed() + static_cast<std::uint32_t>(i);
    chain.Initialise(seed);
    chain.Forward();
    std::vector<double> gradient = BackwardNorms(chain, shape, seed);
    const double last = gradient.back();
    for (double& norm : gradient) norm = Log2(norm / last);
    std::vector<double> stream;
    for (const Matrix<double>& x : chain.Streams()) stream.push_back(Log2(MeanSquare(x)));
    AddToMean(gradient, seeds, mean.gradient);
    AddToMean(stream, seeds, mean.stream);
    gradient_slopes.push_back(gradient.front() / layers);
    stream_slopes.push_back((stream.back() - stream.front()) / layers);
  }
  mean.gradient_slope = Confidence(gradient_slopes);
  mean.stream_slope = Confidence(stream_slopes);
  return mean;
}

LabSeries SeriesOf(const std::string& name, const std::string& label,
                   const std::vector<double>& values, double predicted_slope, bool to_end) {
  LabSeries series{name, label};
  const double last = static_cast<double>(values.size()) - 1;
  for (std::size_t l = 0; l < values.size(); ++l) {
    const double x = static_cast<double>(l);
    series.points.push_back({x, values[l], predicted_slope * (to_end ? last - x : x)});
  }
  return series;
}

}  // namespace

LabCost DepthCost(const LabValues& values) {
  // Five wirings, there and back.
  return ChainCost({"plain", values.Integer("depth"), values.Integer("width")}, 3)
      .Times(5.0 * values.Integer("seeds"));
}

LabReport DepthLab(const LabValues& values, const LabProgress& progress) {
  const Index depth = values.Integer("depth");
  const Index width = values.Integer("width");
  LabReport report;
  LabChart gradients{"gradient", "branch", "log2 of the gradient over that at the end"};
  LabChart streams{"stream", "branch", "log2 of the stream's mean square"};

  struct Scaled {
    const char* name;
    const char* words;
    double log2_scale;
  };
  const Scaled scales[] = {{"below", "below critical", 0},
                           {"critical", "critical", 0.25},
                           {"above", "above critical", 0.5}};
  double done = 0;
  for (const Scaled& scaled : scales) {
    ChainShape shape{"plain", depth, width};
    shape.weight_std = PowerOfTwo(scaled.log2_scale) / std::sqrt(static_cast<double>(width));
    const Curves curves = Measure(shape, values);
    const double predicted = 2 * scaled.log2_scale - 0.5;
    gradients.series.push_back(SeriesOf(std::string("plain_") + scaled.name,
                                        std::string("plain, weights ") + scaled.words,
                                        curves.gradient, predicted, true));
    report.statements.push_back(
        {std::string("plain_") + scaled.name,
         std::string("Without a skip, with weights ") + scaled.words +
             ", the gradient changes by the same factor in every layer (log2 of it).",
         "Glorot 2010, Saxe 2013", Comparison::kWithin, predicted, 0.05, curves.gradient_slope.mean,
         "", curves.gradient_slope.interval});
    progress(++done / 5);
  }

  const Curves residual = Measure({"residual", depth, width}, values);
  const double growth = Log2(1 + kBranchGain);
  gradients.series.push_back(
      SeriesOf("residual", "residual", residual.gradient, kUnpredicted, true));
  streams.series.push_back(SeriesOf("residual", "residual", residual.stream, growth, false));
  report.statements.push_back({"residual_gradient",
                               "With a skip the gradient at the first layer is no smaller than at "
                               "the last (log2 of their ratio, per layer).",
                               "He 2016", Comparison::kAtLeast, 0, 0.05,
                               residual.gradient_slope.mean, "", residual.gradient_slope.interval});
  report.statements.push_back(
      {"residual_stream",
       "A skip alone explodes: the stream's mean square grows as (1 + g)^L (log2 per layer).",
       "He 2016", Comparison::kWithin, growth, 0.05, residual.stream_slope.mean, "",
       residual.stream_slope.interval});
  progress(++done / 5);

  const Curves normed = Measure({"plain_norm", depth, width}, values);
  gradients.series.push_back(
      SeriesOf("plain_norm", "plain + norm", normed.gradient, kUnpredicted, true));
  report.statements.push_back(
      {"plain_norm_gradient",
       "With norms and no skip the gradient does not vanish at the start of training (log2 of the "
       "ratio, per layer): such nets train badly for other reasons.",
       "Balduzzi 2017", Comparison::kWithin, 0, 0.05, normed.gradient_slope.mean, "",
       normed.gradient_slope.interval});
  progress(1);

  report.charts = {gradients, streams};
  return report;
}

}  // namespace normlab
