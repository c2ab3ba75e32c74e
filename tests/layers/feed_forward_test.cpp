#include "core/layers/feed_forward.hpp"

#include <gtest/gtest.h>

#include "tests/support/gradient_checker.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

struct FeedForwardUnit {
  Activation activation;
  bool bias;
  Index tokens = 3, width = 4, hidden = 6;

  std::vector<std::string> Names() const {
    if (!bias) return {"x", "w1", "w2"};
    return {"x", "w1", "w2", "b1", "b2"};
  }

  Blocks<double> Inputs() const {
    Blocks<double> inputs = {RandomValues(12, "x"), RandomValues(24, "w1", 0.6),
                             RandomValues(24, "w2", 0.6)};
    if (bias) {
      inputs.push_back(RandomValues(6, "b1"));
      inputs.push_back(RandomValues(4, "b2"));
    }
    return inputs;
  }

  template <class S>
  FeedForwardParameters<S> Parameters(Blocks<S>& blocks) const {
    return {blocks[1].data(), blocks[2].data(), bias ? blocks[3].data() : nullptr,
            bias ? blocks[4].data() : nullptr};
  }

  template <class S>
  std::vector<S> Forward(Blocks<S> inputs) const {
    FeedForwardCache<S> cache;
    cache.Resize(tokens, hidden);
    Matrix<S> y(tokens, width);
    FeedForwardForward<S>(activation, View(inputs[0], tokens, width), Parameters(inputs), cache, y);
    return ToVector(y);
  }

  Blocks<double> Backward(Blocks<double> inputs, const std::vector<double>& dy) const {
    FeedForwardCache<double> cache;
    cache.Resize(tokens, hidden);
    Matrix<double> y(tokens, width);
    FeedForwardForward<double>(activation, View(inputs[0], tokens, width), Parameters(inputs),
                               cache, y);
    Blocks<double> d;
    for (const std::vector<double>& block : inputs) {
      d.push_back(std::vector<double>(block.size(), kAlreadyThere));
    }
    Matrix<double> dhidden(tokens, hidden);
    FeedForwardBackward<double>(View(inputs[0], tokens, width), View(dy, tokens, width),
                                Parameters(inputs), cache, Parameters(d), dhidden,
                                View(d[0], tokens, width));
    for (std::size_t block = 1; block < d.size(); ++block) TakeOff(d[block]);
    return d;
  }
};

TEST(FeedForward, GradientsOfEveryActivation) {
  for (const Activation activation : {Activation::kRelu, Activation::kGeluTanh,
                                      Activation::kGeluErf, Activation::kSilu, Activation::kTanh}) {
    for (const bool bias : {false, true}) {
      const FeedForwardUnit unit{activation, bias};
      CheckGradients(unit, unit.Inputs());
    }
  }
}

TEST(FeedForward, IsTheFormula) {
  const FeedForwardUnit unit{Activation::kRelu, true};
  const Blocks<double> in = unit.Inputs();
  const std::vector<double> y = unit.Forward<double>(in);
  for (std::size_t token = 0; token < 3; ++token) {
    for (std::size_t o = 0; o < 4; ++o) {
      double want = in[4][o];
      for (std::size_t h = 0; h < 6; ++h) {
        double hidden = in[3][h];
        for (std::size_t j = 0; j < 4; ++j) hidden += in[1][h * 4 + j] * in[0][token * 4 + j];
        want += in[2][o * 6 + h] * std::max(hidden, 0.0);
      }
      EXPECT_NEAR(y[token * 4 + o], want, tolerance::kDoubleRounding);
    }
  }
}

}  // namespace
}  // namespace normlab
