// Initial weights: normal, one standard deviation per projection, never over a packed matrix. A
// tensor's numbers depend on the seed and its name alone, so the arms of a race share every weight
// that they have in common.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/numerics/random.hpp"
#include "core/stack/layout.hpp"

namespace normlab {

// The standard deviation of a tensor's initial weights.
//   token N(0, 1), position N(0, 1/4), head N(0, 1/width)
//   default   attention N(0, 1/fan-in), feed-forward Xavier normal (recipe of the default race)
//   xavier    N(0, 2 / (fan-in + fan-out)), Glorot 2010
//   fan-in    N(0, 1/fan-in)
//   fixed     N(0, std^2)
// Value, output and feed-forward weights are then times the wiring's initial gain.
double InitialStd(const ModelSettings& model, const Wiring& wiring, const Tensor& tensor);

// Where gains, biases and branch scales start: 1, 0, and what the wiring says.
double InitialConstant(const ModelSettings& model, const Wiring& wiring, const Tensor& tensor);

// parameters: (layout.Size())
template <class S>
void InitialiseParameters(const ModelSettings& model, const Wiring& wiring,
                          const ParameterLayout& layout, std::uint32_t seed, S* parameters) {
  for (const Tensor& tensor : layout.Tensors()) {
    S* values = parameters + tensor.offset;
    const Index size = tensor.Size();
    if (tensor.kind != ParameterKind::kWeight && tensor.kind != ParameterKind::kEmbedding) {
      const S value = S(InitialConstant(model, wiring, tensor));
      for (Index i = 0; i < size; ++i) values[i] = value;
      continue;
    }
    RandomStream(seed, StreamId(tensor.name)).FillNormal(0, values, size);
    const S std = S(InitialStd(model, wiring, tensor));
    for (Index i = 0; i < size; ++i) values[i] = values[i] * std;
  }
}

}  // namespace normlab
