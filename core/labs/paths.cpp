// (I + J_L) ... (I + J_1), expanded by how many branches a path goes through (Veit 2016). One pass
// over the layers: C_k <- C_k + J_l C_{k-1}; C_0 = I stays.
#include <cmath>

#include "core/labs/chain.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/statistics.hpp"
#include "core/labs/table.hpp"

namespace normlab {
namespace {

struct Expansion {
  std::vector<Matrix<double>> by_length;  // (L + 1), each (width, width)
  Matrix<double> product;                 // (width, width), multiplied out

  explicit Expansion(Index width)
      : by_length{Matrix<double>::Identity(width, width)},
        product(Matrix<double>::Identity(width, width)) {}

  // jacobian: (width, width), of the next branch
  void Add(const Matrix<double>& jacobian) {
    by_length.push_back(Matrix<double>::Zero(jacobian.rows(), jacobian.cols()));
    for (std::size_t k = by_length.size() - 1; k > 0; --k) {
      MultiplyAdd<double>(jacobian, by_length[k - 1], by_length[k]);
    }
    const Matrix<double> before = product;
    MultiplyAdd<double>(jacobian, before, product);
  }

  // The share of every length in the energy, the squares of all entries.
  std::vector<double> Shares() const {
    std::vector<double> shares;
    double total = 0;
    for (const Matrix<double>& paths : by_length) {
      shares.push_back(MeasuredSumOfSquares(paths.data(), paths.size()));
      total += shares.back();
    }
    for (double& share : shares) share /= total;
    return shares;
  }

  // How far the sum over lengths is from the product, relative.
  double Gap() const {
    Matrix<double> sum = Matrix<double>::Zero(product.rows(), product.cols());
    for (const Matrix<double>& paths : by_length) sum += paths;
    sum -= product;
    return FrobeniusNorm(sum) / FrobeniusNorm(product);
  }
};

// d F / d x of branch l at the point that the chain's one token has reached: W2 diag(relu') W1,
// and behind a norm (I - 1 1^T / d - n n^T / d) / s, n the normalised token.
Matrix<double> JacobianOf(Chain& chain, Index branch, bool normed) {
  const Matrix<double>& x = chain.Streams()[static_cast<std::size_t>(branch)];
  const Index width = x.cols();
  Matrix<double> entry = x;
  double inverse = 1;
  if (normed) {
    inverse = NormaliseLayer(x.data(), width, 1e-5, entry.data());
  }
  using Weight = Eigen::Map<const Matrix<double>>;
  const Weight w1(chain.Parameters() + chain.Branch(branch).first_weight, width, width);
  const Weight w2(chain.Parameters() + chain.Branch(branch).second_weight, width, width);
  Matrix<double> hidden(1, width);
  MultiplyTransposed<double>(entry, w1, nullptr, hidden);
  Matrix<double> inner = w1;
  for (Index i = 0; i < width; ++i) {
    const double slope = hidden(0, i) > 0 ? 1 : 0;
    double* row = inner.data() + i * width;
    for (Index j = 0; j < width; ++j) row[j] = row[j] * slope;
    if (!normed) continue;
    const double mean = Sum(row, width) / static_cast<double>(width);
    const double along = Dot(row, entry.data(), width) / static_cast<double>(width);
    for (Index j = 0; j < width; ++j) row[j] = inverse * (row[j] - mean - entry(0, j) * along);
  }
  Matrix<double> jacobian(width, width);
  Multiply<double>(w2, inner, jacobian);
  return jacobian;
}

struct Measured {
  std::vector<double> shares;
  double length = 0;
  double gap = 0;
};

Measured Measure(const std::string& wiring, const LabValues& values) {
  const int seeds = values.Integer("seeds");
  const Index depth = values.Integer("depth");
  const Index width = values.Integer("width");
  Chain chain({wiring, depth, width, 1});
  Measured measured;
  for (int i = 0; i < seeds; ++i) {
    chain.Initialise(values.Seed() + static_cast<std::uint32_t>(i));
    chain.Forward();
    Expansion expansion(width);
    for (Index l = 0; l < depth; ++l) expansion.Add(JacobianOf(chain, l, wiring == "pre"));
    AddToMean(expansion.Shares(), seeds, measured.shares);
    measured.gap = std::max(measured.gap, expansion.Gap());
  }
  for (std::size_t k = 0; k < measured.shares.size(); ++k) {
    measured.length += static_cast<double>(k) * measured.shares[k];
  }
  return measured;
}

// The law of a sum of independent draws, the l-th with chance p_l: [k] is that of k successes.
std::vector<double> PoissonBinomial(const std::vector<double>& chances) {
  std::vector<double> law{1.0};
  for (const double p : chances) {
    law.push_back(0);
    for (std::size_t k = law.size() - 1; k > 0; --k) law[k] = law[k] * (1 - p) + law[k - 1] * p;
    law[0] *= 1 - p;
  }
  return law;
}

// The chance that the energy goes through branch l (from 0): its gain over 1 + its gain, where
// pre-norm divides by a stream of mean square 1 + g l.
std::vector<double> ChancesOf(const std::string& wiring, Index depth) {
  std::vector<double> chances;
  for (Index l = 0; l < depth; ++l) {
    const double stream = wiring == "pre" ? 1 + kBranchGain * static_cast<double>(l) : 1;
    chances.push_back((kBranchGain / stream) / (1 + kBranchGain / stream));
  }
  return chances;
}

// Eight Jacobians near -I: the identity term survives, and the product is nearly nothing.
double CancelledProduct(Index width, Index depth, double near) {
  Expansion expansion(width);
  const Matrix<double> jacobian = Matrix<double>::Identity(width, width) * -near;
  for (Index l = 0; l < depth; ++l) expansion.Add(jacobian);
  return FrobeniusNorm(expansion.product) / FrobeniusNorm(expansion.by_length[0]);
}

}  // namespace

LabCost PathsCost(const LabValues& values) {
  const Index depth = values.Integer("depth");
  const Index width = values.Integer("width");
  // Every branch's Jacobian times all products so far, by length: as a chain of half the depth
  // whose tokens are the rows. Two sets of products are kept.
  const double seconds = ChainCost({"pre", depth, width, width * depth / 2}, 0.5).seconds * 2 *
                         values.Integer("seeds");
  const double numbers = static_cast<double>(2 * (depth + 1) * width * width);
  return {seconds, numbers * sizeof(double)};
}

LabReport PathsLab(const LabValues& values, const LabProgress& progress) {
  const Index depth = values.Integer("depth");
  LabReport report;
  LabChart chart{"shares", "branches that a path goes through", "share of the energy"};
  double gap = 0;
  for (const std::string wiring : {"residual", "pre"}) {
    const Measured measured = Measure(wiring, values);
    gap = std::max(gap, measured.gap);
    const std::vector<double> chances = ChancesOf(wiring, depth);
    const std::vector<double> law = PoissonBinomial(chances);
    double predicted = 0;
    for (const double chance : chances) predicted += chance;
    LabSeries series{wiring, std::string(RequireWiring(wiring).label)};
    for (std::size_t k = 0; k < law.size(); ++k) {
      series.points.push_back({static_cast<double>(k), measured.shares[k], law[k]});
    }
    chart.series.push_back(series);
    report.statements.push_back(
        {wiring + "_length",
         series.label + (wiring == "pre"
                             ? ": the energy sits in the short paths: their mean length grows as "
                               "the logarithm of the depth."
                             : ": a third of the branches is the mean length of the paths that the "
                               "energy takes."),
         "Veit 2016", Comparison::kWithin, predicted, 0.1 * predicted, measured.length,
         "at the start of training, one token, feed-forward branches"});
    progress(wiring == "residual" ? 0.5 : 1);
  }
  report.statements.push_back({"expansion",
                               "The paths of all lengths add up to the product (relative gap).",
                               "Veit 2016", Comparison::kAtMost, 0, 1e-12, gap});
  report.statements.push_back(
      {"cancelled",
       "A surviving identity term is no lower bound: with eight Jacobians of -0.9 I the product is "
       "0.1^8 of it.",
       "", Comparison::kWithin, 1e-8, 1e-12, CancelledProduct(8, 8, 0.9)});
  report.charts = {chart};
  return report;
}

}  // namespace normlab
