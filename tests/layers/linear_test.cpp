#include "core/layers/linear.hpp"

#include <gtest/gtest.h>

#include "core/layers/embedding.hpp"
#include "tests/support/gradient_checker.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

struct LinearUnit {
  Index tokens, in, out;
  bool bias;

  std::vector<std::string> Names() const {
    std::vector<std::string> names = {"x", "weight"};
    if (bias) names.push_back("bias");
    return names;
  }

  Blocks<double> Inputs() const {
    Blocks<double> inputs = {RandomValues(static_cast<std::size_t>(tokens * in), "x"),
                             RandomValues(static_cast<std::size_t>(out * in), "weight")};
    if (bias) inputs.push_back(RandomValues(static_cast<std::size_t>(out), "bias"));
    return inputs;
  }

  template <class S>
  std::vector<S> Forward(const Blocks<S>& inputs) const {
    Matrix<S> y(tokens, out);
    LinearForward<S>(View(inputs[0], tokens, in), View(inputs[1], out, in),
                     bias ? inputs[2].data() : nullptr, y);
    return ToVector(y);
  }

  Blocks<double> Backward(const Blocks<double>& inputs, const std::vector<double>& dy) const {
    Blocks<double> d = {std::vector<double>(inputs[0].size()),
                        std::vector<double>(inputs[1].size(), kAlreadyThere)};
    if (bias) d.push_back(std::vector<double>(inputs[2].size(), kAlreadyThere));
    LinearBackwardInput<double>(View(inputs[1], out, in), View(dy, tokens, out),
                                View(d[0], tokens, in));
    LinearBackwardParameters<double>(View(inputs[0], tokens, in), View(dy, tokens, out),
                                     View(d[1], out, in), bias ? d[2].data() : nullptr);
    for (std::size_t block = 1; block < d.size(); ++block) TakeOff(d[block]);
    return d;
  }
};

TEST(Linear, GradientsWithAndWithoutBias) {
  for (const LinearUnit unit : {LinearUnit{5, 3, 4, true}, LinearUnit{2, 17, 9, false}}) {
    CheckGradients(unit, unit.Inputs());
  }
}

TEST(Linear, StoresWeightsOutByIn) {
  const std::vector<double> x = {1, 10};
  const std::vector<double> weight = {1, 2, 3, 4, 5, 6};  // (3, 2)
  const std::vector<double> bias = {0.5, 0, -0.5};
  Matrix<double> y(1, 3);
  LinearForward<double>(View(x, 1, 2), View(weight, 3, 2), bias.data(), y);
  EXPECT_EQ(ToVector(y), (std::vector<double>{21.5, 43, 64.5}));
}

struct EmbeddingUnit {
  std::vector<std::int32_t> ids = {2, 0, 2,
                                   1, 2, 4};  // a token that comes back, one that never does
  Index vocabulary = 5, context = 3, width = 4;

  std::vector<std::string> Names() const { return {"token", "position"}; }

  template <class S>
  std::vector<S> Forward(const Blocks<S>& inputs) const {
    Matrix<S> x(static_cast<Index>(ids.size()), width);
    EmbeddingForward<S>(ids.data(), View(inputs[0], vocabulary, width),
                        View(inputs[1], context, width), x);
    return ToVector(x);
  }

  Blocks<double> Backward(const Blocks<double>& inputs, const std::vector<double>& dx) const {
    Blocks<double> d = {std::vector<double>(inputs[0].size(), kAlreadyThere),
                        std::vector<double>(inputs[1].size(), kAlreadyThere)};
    EmbeddingBackward<double>(ids.data(), View(dx, static_cast<Index>(ids.size()), width),
                              View(d[0], vocabulary, width), View(d[1], context, width));
    TakeOff(d[0]);
    TakeOff(d[1]);
    return d;
  }
};

TEST(Embedding, GradientsReachEachTokenAndPosition) {
  const EmbeddingUnit unit;
  CheckGradients(unit, {RandomValues(20, "token"), RandomValues(12, "position")});
}

TEST(Embedding, AddsTheTokenAndThePositionInItsSequence) {
  const EmbeddingUnit unit;
  const Blocks<double> inputs = {RandomValues(20, "token"), RandomValues(12, "position")};
  const std::vector<double> x = unit.Forward<double>(inputs);
  EXPECT_EQ(x[4 * 4 + 1], inputs[0][2 * 4 + 1] + inputs[1][1 * 4 + 1]);  // token 4: id 2, place 1
}

}  // namespace
}  // namespace normlab
