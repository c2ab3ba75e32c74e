// How the stream's mean square grows with depth at the start of training (Xiong 2020, lemma 2).
#include <cmath>

#include "core/labs/chain.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"

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

}  // namespace

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
    progress(++done / std::size(kLaws));
  }
  report.charts = {chart};
  return report;
}

}  // namespace normlab
