// The causal softmax of one head over one sequence, and what is measured of it.
#pragma once

#include <algorithm>

#include "core/numerics/dual.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/reduce.hpp"

namespace normlab {

// Added up over heads and sequences.
struct AttentionMeasures {
  double largest_score = 0;       // of abs(q k / sqrt(head width)), unmasked
  double entropy = 0;             // sum of -sum p ln p over all rows, in nats
  double normalised_entropy = 0;  // sum of the same over ln(row + 1): 0 is one token, 1 is uniform
  double rows = 0;
  double normalised_rows = 0;  // the first row sees one token: it has no normalised entropy

  double MeanEntropy() const { return rows > 0 ? entropy / rows : 0; }
  double MeanNormalisedEntropy() const {
    return normalised_rows > 0 ? normalised_entropy / normalised_rows : 0;
  }
};

// scores: (context, context), q k^T on the way in, probabilities on the way out:
//   p_ij = exp(s_ij - max_j s_ij) / sum over j <= i, with s = scale * score; exactly 0 for j > i.
// The row's maximum is subtracted first, so no score overflows. shifted: (context) is scratch.
template <class S>
void CausalSoftmaxForward(Index context, const S& scale, S* scores, S* __restrict shifted,
                          AttentionMeasures* measures) {
  // Far below any score's distance from its maximum, yet finite: exp gives exactly 0 and the
  // entropy's product of it no NaN.
  const S masked = S(-1e30);
  for (Index i = 0; i < context; ++i) {
    S* __restrict row = scores + i * context;
    for (Index j = 0; j < context; ++j) row[j] = row[j] * scale;
    if (measures != nullptr) {
      measures->largest_score =
          std::max(measures->largest_score, Value(LargestMagnitude(row, i + 1)));
    }
    for (Index j = i + 1; j < context; ++j) row[j] = masked;
    const S largest = Largest(row, context);
    for (Index j = 0; j < context; ++j) shifted[j] = row[j] - largest;
    for (Index j = 0; j < context; ++j) row[j] = Exp(shifted[j]);
    const S total = Sum(row, context);
    if (measures != nullptr) {
      // -sum p ln p with ln p = s - max - ln(total)
      const double entropy = Log(Value(total)) - Value(Dot(row, shifted, context)) / Value(total);
      measures->entropy += entropy;
      measures->rows += 1;
      if (i > 0) {
        measures->normalised_entropy += entropy / Log(static_cast<double>(i + 1));
        measures->normalised_rows += 1;
      }
    }
    const S inverse = S(1) / total;
    for (Index j = 0; j < context; ++j) row[j] = row[j] * inverse;
  }
}

// probabilities, d: (context, context); d is dp on the way in and the gradient of the unscaled
// scores on the way out: ds_ij = scale p_ij (dp_ij - sum_k p_ik dp_ik).
template <class S>
void CausalSoftmaxBackward(Index context, const S& scale, const S* probabilities, S* d) {
  for (Index i = 0; i < context; ++i) {
    const S* __restrict p = probabilities + i * context;
    S* __restrict row = d + i * context;
    const S along = Dot(p, row, context);
    for (Index j = 0; j < context; ++j) row[j] = p[j] * (row[j] - along) * scale;
  }
}

}  // namespace normlab
