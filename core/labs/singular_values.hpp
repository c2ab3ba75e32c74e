// Singular values by one-sided Jacobi rotations (Hestenes 1958): columns are turned against each
// other until all are orthogonal; their lengths are the values.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/numerics/matrix.hpp"
#include "core/numerics/reduce.hpp"

namespace normlab {

// a: (rows, columns) -> (columns), the largest first
inline std::vector<double> SingularValues(const Matrix<double>& a) {
  constexpr int kMostSweeps = 60;
  constexpr double kOrthogonal = 1e-15;
  Matrix<double> columns = a.transpose();  // a column of a is a row here
  const Index length = columns.cols();
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool turned = false;
    for (Index i = 0; i < columns.rows(); ++i) {
      for (Index j = i + 1; j < columns.rows(); ++j) {
        double* p = columns.data() + i * length;
        double* q = columns.data() + j * length;
        const double pp = SumOfSquares(p, length);
        const double qq = SumOfSquares(q, length);
        const double pq = Dot(p, q, length);
        if (std::abs(pq) <= kOrthogonal * std::sqrt(pp * qq)) continue;
        turned = true;
        const double zeta = (qq - pp) / (2 * pq);
        const double tangent = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const double cosine = 1 / std::sqrt(1 + tangent * tangent);
        const double sine = cosine * tangent;
        for (Index k = 0; k < length; ++k) {
          const double turned_p = cosine * p[k] - sine * q[k];
          q[k] = sine * p[k] + cosine * q[k];
          p[k] = turned_p;
        }
      }
    }
    if (!turned) break;
  }
  std::vector<double> values;
  for (Index i = 0; i < columns.rows(); ++i) {
    values.push_back(std::sqrt(SumOfSquares(columns.data() + i * length, length)));
  }
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

}  // namespace normlab
