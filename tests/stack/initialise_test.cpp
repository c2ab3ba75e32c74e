#include "core/stack/initialise.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "core/stack/stack.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

template <class S>
std::vector<S> Weights(const Stack<S>& stack, const std::string& name) {
  const Tensor* tensor = stack.Layout().Find(name);
  EXPECT_NE(tensor, nullptr) << name;
  if (tensor == nullptr) return {};
  const S* from = stack.Parameters().data() + tensor->offset;
  return std::vector<S>(from, from + tensor->Size());
}

template <class S>
double StdOf(const std::vector<S>& values) {
  double squares = 0;
  for (const S value : values) squares += Value(value) * Value(value);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

Stack<float> Initialised(const ModelSettings& model, std::uint32_t seed = 1) {
  Stack<float> stack(model, 64, 64, 1);
  stack.Initialise(seed);
  return stack;
}

ModelSettings WideModel(std::string_view wiring, Initialiser initialiser, int depth = 2) {
  ModelSettings model;
  model.wiring = wiring;
  model.depth = depth;
  model.width = 64;
  model.feed_forward = 256;
  model.initialiser = initialiser;
  return model;
}

void ExpectStd(const Stack<float>& stack, const std::string& name, double want) {
  EXPECT_NEAR(StdOf(Weights(stack, name)) / want, 1.0, tolerance::kInitialStd) << name;
}

TEST(Initialise, TheDefaultRecipe) {
  const Stack<float> stack = Initialised(WideModel("post", Initialiser::kDefault));
  ExpectStd(stack, "token", 1.0);
  ExpectStd(stack, "position", 0.5);
  ExpectStd(stack, "head.weight", 1.0 / 8);
  for (const char* name : {"wq", "wk", "wv", "wo"}) {
    ExpectStd(stack, std::string("layer.1.attention.") + name + ".weight", 1.0 / 8);
  }
  const double xavier = std::sqrt(2.0 / (64 + 256));
  ExpectStd(stack, "layer.0.feed_forward.w1.weight", xavier);
  ExpectStd(stack, "layer.0.feed_forward.w2.weight", xavier);
  for (const float bias : Weights(stack, "layer.0.attention.wq.bias")) EXPECT_EQ(bias, 0.0f);
  for (const float gain : Weights(stack, "layer.0.attention.norm_trunk.gain")) {
    EXPECT_EQ(gain, 1.0f);
  }
}

// N10 (pytorch#166378): Xavier over a packed 3d x d would be sqrt(2 / (3 64 + 64)). The published
// uniform bound .2165 is sqrt(3) times the standard deviation of one projection.
TEST(CaseN10, XavierIsPerProjection) {
  const Stack<float> stack = Initialised(WideModel("post", Initialiser::kXavier));
  for (const char* name : {"wq", "wk", "wv", "wo"}) {
    const double bound =
        std::sqrt(3.0) *
        StdOf(Weights(stack, std::string("layer.0.attention.") + name + ".weight"));
    EXPECT_NEAR(bound / 0.2165, 1.0, tolerance::kInitialStd);
  }
  const Wiring& row = RequireWiring("post");
  const Tensor* wq = stack.Layout().Find("layer.0.attention.wq.weight");
  EXPECT_NEAR(std::sqrt(3.0) * InitialStd(stack.Model(), row, *wq), 0.2165, tolerance::kFourDigits);
}

TEST(Initialise, FanInAndFixed) {
  const Stack<float> fan_in = Initialised(WideModel("post", Initialiser::kFanIn));
  ExpectStd(fan_in, "layer.0.feed_forward.w1.weight", 1.0 / 8);
  ExpectStd(fan_in, "layer.0.feed_forward.w2.weight", 1.0 / 16);
  ModelSettings model = WideModel("post", Initialiser::kFixed);
  model.initial_std = 0.02;
  const Stack<float> fixed = Initialised(model);
  ExpectStd(fixed, "layer.0.attention.wk.weight", 0.02);
  ExpectStd(fixed, "layer.1.feed_forward.w2.weight", 0.02);
}

// N9 (xformers PR#284, torchscale#16): DeepNorm missed V in a packed projection.
TEST(CaseN9, DeepNormScalesValueOutAndFeedForwardAlone) {
  for (const Initialiser initialiser : {Initialiser::kXavier, Initialiser::kDefault}) {
    const Stack<float> deep = Initialised(WideModel("deepnorm", initialiser, 12));
    const Stack<float> post = Initialised(WideModel("post", initialiser, 12));
    const auto ratio = [&](const std::string& name) {
      return StdOf(Weights(deep, name)) / StdOf(Weights(post, name));
    };
    for (const char* layer : {"layer.0", "layer.11"}) {
      for (const char* name :
           {".attention.wv", ".attention.wo", ".feed_forward.w1", ".feed_forward.w2"}) {
        EXPECT_NEAR(ratio(std::string(layer) + name + ".weight"), 0.3195, tolerance::kFourDigits);
      }
      for (const char* name : {".attention.wq", ".attention.wk"}) {
        EXPECT_EQ(ratio(std::string(layer) + name + ".weight"), 1.0);
      }
    }
    EXPECT_EQ(ratio("head.weight"), 1.0);
  }
  const Stack<float> deep = Initialised(WideModel("deepnorm", Initialiser::kXavier, 12));
  ExpectStd(deep, "layer.3.attention.wv.weight", 0.3195 * std::sqrt(2.0 / 128));
}

// N11 (pytorch#72253): cloned layers shared their initial weights.
TEST(CaseN11, LayersDiffer) {
  const Stack<float> stack = Initialised(WideModel("pre", Initialiser::kDefault));
  for (const char* name : {".attention.wq.weight", ".feed_forward.w1.weight"}) {
    const std::vector<float> first = Weights(stack, std::string("layer.0") + name);
    const std::vector<float> second = Weights(stack, std::string("layer.1") + name);
    for (std::size_t i = 0; i < 64; ++i) EXPECT_NE(first[i], second[i]);
  }
  EXPECT_NE(Weights(stack, "layer.0.attention.wq.weight"),
            Weights(stack, "layer.0.attention.wk.weight"));
}

TEST(Initialise, ArmsOfARaceShareEveryWeightTheyHaveInCommon) {
  const Stack<float> post = Initialised(WideModel("post", Initialiser::kDefault, 3));
  const Stack<float> pre = Initialised(WideModel("pre", Initialiser::kDefault, 2));
  for (const Tensor& tensor : pre.Layout().Tensors()) {
    if (post.Layout().Find(tensor.name) == nullptr) continue;
    EXPECT_EQ(Weights(post, tensor.name), Weights(pre, tensor.name)) << tensor.name;
  }
}

TEST(Initialise, AnotherSeedGivesOtherWeights) {
  const ModelSettings model = WideModel("post", Initialiser::kDefault);
  const std::string name = "layer.0.attention.wq.weight";
  EXPECT_EQ(Weights(Initialised(model, 4294967295u), name),
            Weights(Initialised(model, 4294967295u), name));
  EXPECT_NE(Weights(Initialised(model, 0), name), Weights(Initialised(model, 4294967295u), name));
}

// N23 (drake#4361): the same hundred weights native and in wasm, to the last bit.
TEST(CaseN23, TheFirstHundredInitialWeightsHaveTheSameBitsEverywhere) {
  Stack<float> stack(ModelSettings{}, 16, 16, 1);
  stack.Initialise(1);
  const std::vector<float> weights = Weights(stack, "layer.0.attention.wq.weight");
  std::uint32_t hash = 2166136261u;
  for (std::size_t i = 0; i < 100; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &weights[i], sizeof(bits));
    hash = (hash ^ bits) * 16777619u;
  }
  EXPECT_EQ(hash, 0x11b3c8fbu);
}

// N12 (nanoT5#25): a head too large starts far above chance.
TEST(CaseN12, ThePreNormPresetStartsNearChance) {
  ModelSettings model;
  model.wiring = "pre";
  Stack<float> stack(model, 16, 16, 16);
  std::vector<std::int32_t> ids(256);
  std::vector<std::int32_t> targets(256);
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const RandomStream draws(seed, StreamId("batch"));
    for (std::size_t i = 0; i < 256; ++i) {
      ids[i] = static_cast<std::int32_t>(draws.Below(i, 16));
      targets[i] = static_cast<std::int32_t>(draws.Below(256 + i, 16));
    }
    stack.Initialise(seed);
    EXPECT_NEAR(stack.Forward(ids.data(), targets.data(), false), std::log(16.0),
                tolerance::kStartsNearChance);
  }
}

}  // namespace
}  // namespace normlab
