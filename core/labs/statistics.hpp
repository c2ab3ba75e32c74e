// Means and slopes of what a lab measured.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/numerics/elementary.hpp"
#include "core/numerics/matrix.hpp"
#include "core/numerics/reduce.hpp"

namespace normlab {

inline double Log2(double x) { return Log(x) * 1.4426950408889634; }
inline double PowerOfTwo(double x) { return Exp(x * 0.69314718055994531); }

// mean[i] += values[i] / count: the running mean of several seeds' curves.
inline void AddToMean(const std::vector<double>& values, int count, std::vector<double>& mean) {
  if (mean.empty()) mean.assign(values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) mean[i] += values[i] / count;
}

// The least-squares slope of y over x; at least two different x.
inline double Slope(const std::vector<double>& x, const std::vector<double>& y) {
  const double count = static_cast<double>(x.size());
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / count;
    mean_y += y[i] / count;
  }
  double along = 0;
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    along += (x[i] - mean_x) * (y[i] - mean_y);
    squares += (x[i] - mean_x) * (x[i] - mean_x);
  }
  return along / squares;
}

// A mean over seeds, and half the width of its 95 % confidence interval.
struct OverSeeds {
  double mean = 0;
  double interval = std::numeric_limits<double>::quiet_NaN();  // NaN of a single seed
};

// Student's interval: t(n - 1) s / sqrt(n), s with n - 1 below. values: one a seed.
inline OverSeeds Confidence(const std::vector<double>& values) {
  // The 97.5 % quantile for 1, 2, ... degrees of freedom. The last stands for all beyond, where it
  // is at most 4 % too large.
  constexpr double kStudent[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                 2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                 2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                 2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  const double count = static_cast<double>(values.size());
  OverSeeds over;
  for (const double value : values) over.mean += value / count;
  if (values.size() < 2) return over;
  double squares = 0;
  for (const double value : values) squares += (value - over.mean) * (value - over.mean);
  const std::size_t row = std::min(values.size() - 2, std::size(kStudent) - 1);
  over.interval = kStudent[row] * std::sqrt(squares / (count - 1) / count);
  return over;
}

// The slope of every seed's curve. curves[i]: one y a seed at x[i].
inline OverSeeds SlopeOverSeeds(const std::vector<double>& x,
                                const std::vector<std::vector<double>>& curves) {
  std::vector<double> slopes;
  for (std::size_t seed = 0; seed < curves.front().size(); ++seed) {
    std::vector<double> y;
    for (const std::vector<double>& at : curves) y.push_back(at[seed]);
    slopes.push_back(Slope(x, y));
  }
  return Confidence(slopes);
}

// The largest |values[i] / targets[i] - 1|, with its sign.
inline double WorstDeviation(const std::vector<double>& values,
                             const std::vector<double>& targets) {
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double deviation = values[i] / targets[i] - 1;
    // Negated, so that a NaN is the worst of all and stays.
    if (!(std::abs(deviation) <= std::abs(worst))) worst = deviation;
    if (std::isnan(worst)) return worst;
  }
  return worst;
}

inline double MeanSquare(const Matrix<double>& x) {
  return MeasuredSumOfSquares(x.data(), x.size()) / static_cast<double>(x.size());
}

inline double FrobeniusNorm(const Matrix<double>& x) {
  return std::sqrt(MeasuredSumOfSquares(x.data(), x.size()));
}

}  // namespace normlab
