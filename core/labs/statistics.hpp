// Means and slopes of what a lab measured.
#pragma once

#include <cmath>
#include <cstddef>
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
