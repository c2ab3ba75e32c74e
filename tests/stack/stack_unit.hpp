// A small stack as a unit of the gradient checker: every tensor, down to the embeddings, is an
// input; the loss is the output.
#pragma once

#include "core/stack/stack.hpp"
#include "tests/support/gradient_checker.hpp"

namespace normlab {

inline constexpr Index kUnitVocabulary = 5;
inline constexpr Index kUnitContext = 4;
inline constexpr Index kUnitBatch = 2;

struct StackUnit {
  ModelSettings model;
  std::vector<std::int32_t> ids = {0, 3, 1, 4, 2, 2, 0, 1};
  std::vector<std::int32_t> targets = {3, 1, 4, 0, 2, 0, 1, 3};

  ParameterLayout Layout() const {
    return ParameterLayout(model, RequireWiring(model.wiring), kUnitVocabulary, kUnitContext);
  }

  std::vector<std::string> Names() const {
    const ParameterLayout layout = Layout();
    std::vector<std::string> names;
    for (const Tensor& tensor : layout.Tensors()) names.push_back(tensor.name);
    return names;
  }

  // No special values: gains are not 1 and biases not 0.
  Blocks<double> Inputs() const {
    const ParameterLayout layout = Layout();
    Blocks<double> inputs;
    for (const Tensor& tensor : layout.Tensors()) {
      const bool gain = tensor.kind == ParameterKind::kGain;
      inputs.push_back(RandomValues(static_cast<std::size_t>(tensor.Size()), tensor.name,
                                    gain ? 0.3 : 0.5, gain ? 1.0 : 0.0));
    }
    return inputs;
  }

  template <class S>
  void Fill(const Blocks<S>& inputs, Stack<S>& stack) const {
    S* parameters = stack.Parameters().data();
    for (const std::vector<S>& block : inputs) {
      parameters = std::copy(block.begin(), block.end(), parameters);
    }
  }

  template <class S>
  std::vector<S> Forward(const Blocks<S>& inputs) const {
    Stack<S> stack(model, kUnitVocabulary, kUnitContext, kUnitBatch);
    Fill(inputs, stack);
    return {stack.Forward(ids.data(), targets.data(), false)};
  }

  Blocks<double> Backward(const Blocks<double>& inputs, const std::vector<double>&) const {
    Stack<double> stack(model, kUnitVocabulary, kUnitContext, kUnitBatch);
    Fill(inputs, stack);
    stack.Forward(ids.data(), targets.data(), false);
    stack.Backward(ids.data(), false);
    Blocks<double> gradients;
    for (const Tensor& tensor : stack.Layout().Tensors()) {
      const double* from = stack.Gradients().data() + tensor.offset;
      gradients.emplace_back(from, from + tensor.Size());
    }
    return gradients;
  }
};

inline ModelSettings SmallModel(std::string_view wiring, int depth = 2) {
  ModelSettings model;
  model.wiring = wiring;
  model.depth = depth;
  model.width = 6;
  model.heads = 2;
  model.feed_forward = 7;
  return model;
}

}  // namespace normlab
