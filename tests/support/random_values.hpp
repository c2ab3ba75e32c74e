// Reproducible random inputs: no two calls with different names share numbers.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/numerics/random.hpp"

namespace normlab {

inline std::vector<double> RandomValues(std::size_t count, std::string_view name,
                                        double scale = 1.0, double shift = 0.0) {
  std::vector<double> values(count);
  const RandomStream stream(2026, StreamId(name));
  for (std::size_t i = 0; i < count; ++i) values[i] = shift + scale * stream.Normal(i);
  return values;
}

template <typename S>
std::vector<S> CastTo(const std::vector<double>& values) {
  return std::vector<S>(values.begin(), values.end());
}

}  // namespace normlab
