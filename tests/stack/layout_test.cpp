#include "core/stack/layout.hpp"

#include <set>

#include <gtest/gtest.h>

namespace normlab {
namespace {

ParameterLayout LayoutOf(const ModelSettings& model, Index vocabulary = 7, Index context = 5) {
  return ParameterLayout(model, RequireWiring(model.wiring), vocabulary, context);
}

TEST(Layout, TensorsFollowOneAnotherWithoutGap) {
  for (const Wiring& row : Wirings()) {
    ModelSettings model;
    model.wiring = row.name;
    model.depth = 3;
    model.qk_norm = QkNorm::kRmsPerHead;
    const ParameterLayout layout = LayoutOf(model);
    Index at = 0;
    std::set<std::string> names;
    for (const Tensor& tensor : layout.Tensors()) {
      EXPECT_EQ(tensor.offset, at) << tensor.name;
      at += tensor.Size();
      EXPECT_TRUE(names.insert(tensor.name).second) << tensor.name;
      EXPECT_EQ(layout.Find(tensor.name), &tensor);
    }
    EXPECT_EQ(layout.Size(), at);
    EXPECT_EQ(layout.Find("layer.3.attention.wq.weight"), nullptr);
  }
}

TEST(Layout, SublayersAreRangesOfWeightsThenOthers) {
  ModelSettings model;
  model.wiring = "sandwich";
  model.depth = 2;
  const ParameterLayout layout = LayoutOf(model);
  ASSERT_EQ(layout.Sublayers().size(), 4u);
  Index at = layout.Position() + 5 * model.width;
  for (const SublayerOffsets& sublayer : layout.Sublayers()) {
    EXPECT_EQ(sublayer.weights.begin, at);
    EXPECT_EQ(sublayer.others.begin, sublayer.weights.end);
    at = sublayer.others.end;
    for (const Tensor& tensor : layout.Tensors()) {
      if (tensor.offset < sublayer.weights.begin || tensor.offset >= sublayer.others.end) continue;
      EXPECT_EQ(tensor.kind == ParameterKind::kWeight, tensor.offset < sublayer.weights.end)
          << tensor.name;
    }
  }
}

TEST(Layout, ParameterCountOfTheDefaultModel) {
  // d = 32, ff = 128, 12 layers, 16 symbols, 16 places, post-norm with biases.
  const Index d = 32;
  const Index ff = 128;
  const Index attention = 4 * d * d + 4 * d + 2 * d;
  const Index feed_forward = 2 * d * ff + ff + d + 2 * d;
  const ParameterLayout layout = LayoutOf(ModelSettings{}, 16, 16);
  EXPECT_EQ(layout.Size(), 16 * d + 16 * d + 12 * (attention + feed_forward) + 16 * d);
}

TEST(Layout, RmsNormHasNoBiasAndBiasesCanBeLeftOut) {
  ModelSettings model;
  model.wiring = "pre";
  model.norm = NormKind::kRms;
  const ParameterLayout rms = LayoutOf(model);
  EXPECT_NE(rms.Find("final.gain"), nullptr);
  EXPECT_EQ(rms.Find("final.bias"), nullptr);
  EXPECT_NE(rms.Find("layer.0.attention.wq.bias"), nullptr);
  model.norm = NormKind::kLayer;
  model.bias = false;
  const ParameterLayout bare = LayoutOf(model);
  for (const Tensor& tensor : bare.Tensors()) EXPECT_NE(tensor.kind, ParameterKind::kBias);
}

}  // namespace
}  // namespace normlab
