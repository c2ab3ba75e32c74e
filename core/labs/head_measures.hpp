// What one attention head does, from the cache that a forward pass leaves.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/layers/attention.hpp"

namespace normlab {

struct HeadMeasures {
  double largest_score = 0;  // of abs(q k / sqrt(head width)), over what the mask leaves
  // Mean over rows of -sum p ln p over ln(row + 1): 0 looks at one token, 1 at all alike.
  double entropy = 0;
  // Mean over rows of the softmax's trace of derivatives, 1 - sum p^2, over that of a uniform row:
  // what it lets through to the scores. 0 is a head whose queries and keys learn nothing more.
  double passed = 0;
};

// (heads). A row of one token has neither entropy nor derivative and is left out; context > 1.
template <class S>
std::vector<HeadMeasures> MeasureHeads(const AttentionShape& shape,
                                       const AttentionCache<S>& cache) {
  std::vector<HeadMeasures> heads(static_cast<std::size_t>(shape.heads));
  const bool normed = shape.qk_norm != QkNorm::kNone;
  const Index stride = normed ? shape.width : 3 * shape.width;
  const S* queries = normed ? cache.queries.data() : cache.qkv.data();
  const S* keys = normed ? cache.keys.data() : cache.qkv.data() + shape.width;
  const double scale = 1 / Sqrt(static_cast<double>(shape.HeadWidth()));
  const double rows = static_cast<double>(shape.batch * (shape.context - 1));
  for (Index sequence = 0; sequence < shape.batch; ++sequence) {
    for (Index head = 0; head < shape.heads; ++head) {
      HeadMeasures& measures = heads[static_cast<std::size_t>(head)];
      const Index slice = head * shape.HeadWidth();
      for (Index i = 1; i < shape.context; ++i) {
        const Index row = (sequence * shape.heads + head) * shape.context + i;
        const S* p = cache.probabilities.data() + row * shape.context;
        const S* query = queries + (sequence * shape.context + i) * stride + slice;
        double entropy = 0;
        double squares = 0;
        for (Index j = 0; j <= i; ++j) {
          const S* key = keys + (sequence * shape.context + j) * stride + slice;
          const double score = Value(Dot(query, key, shape.HeadWidth())) * scale;
          measures.largest_score = std::max(measures.largest_score, std::abs(score));
          const double probability = Value(p[j]);
          if (probability > 0) entropy -= probability * Log(probability);
          squares += probability * probability;
        }
        const double seen = static_cast<double>(i + 1);
        measures.entropy += entropy / Log(seen) / rows;
        measures.passed += (1 - squares) / (1 - 1 / seen) / rows;
      }
    }
  }
  return heads;
}

}  // namespace normlab
