#include "core/stack/stack.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/stack/stack_unit.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

std::vector<std::int32_t> Tokens(std::size_t count, std::uint32_t vocabulary) {
  const RandomStream draws(3, StreamId("tokens"));
  std::vector<std::int32_t> ids(count);
  for (std::size_t i = 0; i < count; ++i) {
    ids[i] = static_cast<std::int32_t>(draws.Below(i, vocabulary));
  }
  return ids;
}

Stack<double> Initialised(const ModelSettings& model, Index vocabulary, Index context, Index batch,
                          std::uint32_t seed = 1) {
  Stack<double> stack(model, vocabulary, context, batch);
  stack.Initialise(seed);
  return stack;
}

// N1 (pytorch#61165): pre-norm overwrote the residual. With branches that give 0, x comes back.
TEST(CaseN1, ZeroBranchesReturnTheStreamOrItsNorm) {
  const std::vector<double> x = {1, 2, 3, 4};
  for (const Wiring& row : Wirings()) {
    SCOPED_TRACE(std::string(row.name));
    ModelSettings model;
    model.wiring = row.name;
    model.depth = 1;
    model.width = 4;
    model.heads = 2;
    model.feed_forward = 8;
    Stack<double> stack = Initialised(model, 2, 1, 1);
    for (const Tensor& tensor : stack.Layout().Tensors()) {
      double* values = stack.Parameters().data() + tensor.offset;
      if (tensor.name == "token") {
        std::copy(x.begin(), x.end(), values);
      } else if (tensor.kind != ParameterKind::kGain) {
        std::fill(values, values + tensor.Size(), 0.0);
      }
    }
    const std::int32_t id = 0;
    stack.Forward(&id, &id, false);
    const std::vector<double> after = ToVector(stack.Streams()[1]);
    if (!row.skip) {
      EXPECT_EQ(after, std::vector<double>(4, 0.0));
    } else if (!row.norm_trunk) {
      EXPECT_EQ(after, x);
      EXPECT_EQ(ToVector(stack.Streams()[2]), x);
    } else {
      // N(x), and N(a x) is the same but for epsilon.
      const double want[] = {-1.3416, -0.4472, 0.4472, 1.3416};
      for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(after[j], want[j], tolerance::kFourDigits);
    }
  }
}

// N21 (pytorch#124464): two evaluations have the same bits; so have two stacks of one seed.
TEST(CaseN21, TwoEvaluationsAreBitIdentical) {
  for (const Wiring& row : Wirings()) {
    ModelSettings model = SmallModel(row.name);
    model.qk_norm = QkNorm::kRmsPerHead;
    const std::vector<std::int32_t> ids = Tokens(8, 5);
    Stack<float> stack(model, 5, 4, 2);
    stack.Initialise(1);
    const float loss = stack.Forward(ids.data(), ids.data(), true);
    stack.Backward(ids.data(), true);
    const Vector<float> gradients = stack.Gradients();
    const std::vector<float> logits = ToVector(stack.Logits());

    EXPECT_EQ(stack.Forward(ids.data(), ids.data(), false), loss) << row.name;
    stack.Backward(ids.data(), false);
    EXPECT_EQ(stack.Gradients(), gradients) << row.name;
    EXPECT_EQ(ToVector(stack.Logits()), logits) << row.name;
    Stack<float> again(model, 5, 4, 2);
    again.Initialise(1);
    EXPECT_EQ(again.Forward(ids.data(), ids.data(), false), loss) << row.name;
  }
}

TEST(Stack, ALaterTokenChangesNoBitOfAnEarlierPrediction) {
  for (const Wiring& row : Wirings()) {
    Stack<double> stack = Initialised(SmallModel(row.name), 5, 4, 2);
    std::vector<std::int32_t> ids = {0, 3, 1, 4, 2, 2, 0, 1};
    stack.Forward(ids.data(), ids.data(), false);
    const Matrix<double> before = stack.Logits();
    ids[2] = 0;
    stack.Forward(ids.data(), ids.data(), false);
    const Matrix<double> after = stack.Logits();
    EXPECT_EQ(before.topRows(2), after.topRows(2)) << row.name;
    EXPECT_NE(before.row(2), after.row(2)) << row.name;
    EXPECT_EQ(before.bottomRows(4), after.bottomRows(4)) << row.name;
  }
}

// The branch's increment and the stream's RMS, against their definitions. What a branch adds is
// what it hands over, behind a norm of its own; under a norm on the trunk it does not show.
TEST(Stack, MeasuresAreWhatTheyAreCalled) {
  const std::vector<std::int32_t> ids = Tokens(8, 5);
  for (const Wiring& row : Wirings()) {
    SCOPED_TRACE(std::string(row.name));
    Stack<double> stack = Initialised(SmallModel(row.name), 5, 4, 2);
    stack.Forward(ids.data(), ids.data(), true);
    for (std::size_t i = 0; i < 4; ++i) {
      const Matrix<double>& x = stack.Streams()[i];
      EXPECT_NEAR(stack.Measures().stream_rms[i],
                  x.norm() / std::sqrt(static_cast<double>(x.size())), tolerance::kDoubleRounding);
      if (row.norm_trunk) continue;
      const Matrix<double>& next = stack.Streams()[i + 1];
      const double added = row.skip ? (next - x).norm() : next.norm();
      EXPECT_NEAR(stack.Measures().increment[i], added / x.norm(), tolerance::kDoubleRounding);
    }
  }
}

// The first branch of post-norm is that of the residual stack: same weights, same stream.
TEST(Stack, AnIncrementIsMeasuredBeforeTheNormOnTheTrunk) {
  const std::vector<std::int32_t> ids = Tokens(8, 5);
  Stack<double> post = Initialised(SmallModel("post"), 5, 4, 2);
  Stack<double> residual = Initialised(SmallModel("residual"), 5, 4, 2);
  post.Forward(ids.data(), ids.data(), true);
  residual.Forward(ids.data(), ids.data(), true);
  EXPECT_EQ(post.Measures().increment[0], residual.Measures().increment[0]);
}

// The stack of a wiring with the weights of another: those that both have, by name.
Stack<double> WithWeightsOf(const Stack<double>& other, std::string_view wiring) {
  ModelSettings model = other.Model();
  model.wiring = wiring;
  Stack<double> stack = Initialised(model, 5, 4, 2);
  for (const Tensor& tensor : stack.Layout().Tensors()) {
    const Tensor* same = other.Layout().Find(tensor.name);
    if (same == nullptr) continue;
    std::copy_n(other.Parameters().data() + same->offset, same->Size(),
                stack.Parameters().data() + tensor.offset);
  }
  return stack;
}

void Fill(Stack<double>& stack, const std::string& ending, double value) {
  for (const Tensor& tensor : stack.Layout().Tensors()) {
    if (!tensor.name.ends_with(ending)) continue;
    std::fill_n(stack.Parameters().data() + tensor.offset, tensor.Size(), value);
  }
}

TEST(Stack, ReZeroStartsAsTheIdentityAndAtOneIsTheResidual) {
  const std::vector<std::int32_t> ids = Tokens(8, 5);
  Stack<double> rezero = Initialised(SmallModel("rezero"), 5, 4, 2);
  rezero.Forward(ids.data(), ids.data(), true);
  EXPECT_EQ(rezero.Streams().back(), rezero.Streams().front());
  Fill(rezero, ".scale", 1.0);
  Stack<double> residual = Initialised(SmallModel("residual"), 5, 4, 2);
  EXPECT_EQ(rezero.Forward(ids.data(), ids.data(), true),
            residual.Forward(ids.data(), ids.data(), true));
  EXPECT_EQ(rezero.Streams(), residual.Streams());
}

TEST(Stack, LayerScaleAddsATenthOfWhatPreNormAdds) {
  const std::vector<std::int32_t> ids = Tokens(8, 5);
  Stack<double> scaled = Initialised(SmallModel("layer_scale"), 5, 4, 2);
  Stack<double> pre = Initialised(SmallModel("pre"), 5, 4, 2);
  scaled.Forward(ids.data(), ids.data(), false);
  pre.Forward(ids.data(), ids.data(), false);
  const Matrix<double> added = scaled.Streams()[1] - scaled.Streams()[0];
  const Matrix<double> whole = pre.Streams()[1] - pre.Streams()[0];
  EXPECT_LE((added - 0.1 * whole).norm(), tolerance::kDoubleRounding);
  EXPECT_GT(whole.norm(), 1.0);
}

// Both branches of a layer read its start: what pre-norm's would say alone, added.
TEST(Stack, ParallelBranchesAddWhatEachAloneWould) {
  const std::vector<std::int32_t> ids = Tokens(8, 5);
  Stack<double> parallel = Initialised(SmallModel("parallel", 1), 5, 4, 2);
  parallel.Forward(ids.data(), ids.data(), false);
  Stack<double> pre = WithWeightsOf(parallel, "pre");
  pre.Forward(ids.data(), ids.data(), false);
  const Matrix<double> attention = pre.Streams()[1] - pre.Streams()[0];
  Fill(pre, ".attention.wo.weight", 0.0);
  pre.Forward(ids.data(), ids.data(), false);
  const Matrix<double> feed_forward = pre.Streams()[2] - pre.Streams()[0];
  const Matrix<double> want = parallel.Streams()[0] + attention + feed_forward;
  EXPECT_LE((parallel.Streams()[2] - want).norm(), tolerance::kDoubleRounding);
  EXPECT_GT(attention.norm(), 0.1);
  EXPECT_GT(feed_forward.norm(), 0.1);
}

// Xie 2023: the trunk is post-norm's; beside it r = x_0 + what every branch said, and the head
// reads x_L + N(r). With the last branch silent r is the residual stack's sum.
TEST(Stack, ResiDualReadsBothStreams) {
  const std::vector<std::int32_t> ids = Tokens(8, 5);
  Stack<double> dual = Initialised(SmallModel("residual_dual", 1), 5, 4, 2);
  Fill(dual, ".w2.weight", 0.0);
  dual.Forward(ids.data(), ids.data(), false);
  Stack<double> post = WithWeightsOf(dual, "post");
  post.Forward(ids.data(), ids.data(), false);
  EXPECT_EQ(dual.Streams(), post.Streams());
  Stack<double> residual = WithWeightsOf(dual, "residual");
  residual.Forward(ids.data(), ids.data(), false);
  Matrix<double> normed(8, 6);
  NormCache<double> cache;
  cache.Resize(8, 6);
  const std::vector<double> gain(6, 1.0);
  NormForward<double>(NormKind::kLayer, residual.Streams()[2], gain.data(), nullptr,
                      dual.Model().norm_epsilon, cache, normed);
  const Eigen::Map<const Matrix<double>> head(dual.Parameters().data() + dual.Layout().Head(), 5,
                                              6);
  const Matrix<double> want = (post.Streams()[2] + normed) * head.transpose();
  EXPECT_LE((dual.Logits() - want).norm(), tolerance::kDoubleRounding);
}

// A row that a visitor sets is executed as the table's own is.
TEST(Stack, OnesOwnRowIsTheTablesToTheBits) {
  const std::vector<std::int32_t> ids = Tokens(8, 5);
  for (const Wiring& row : Wirings()) {
    ModelSettings model = SmallModel(kOwnWiring);
    model.own = row;
    Stack<double> own = Initialised(model, 5, 4, 2);
    Stack<double> named = Initialised(SmallModel(row.name), 5, 4, 2);
    EXPECT_EQ(own.Forward(ids.data(), ids.data(), true),
              named.Forward(ids.data(), ids.data(), true))
        << row.name;
    own.Backward(ids.data(), true);
    named.Backward(ids.data(), true);
    EXPECT_EQ(own.Gradients(), named.Gradients()) << row.name;
  }
}

// N26 (OLMo#797): "does the stream multiply per layer?" No: it adds. Normed branches add one unit
// of mean square each.
TEST(CaseN26, UnitIncrementsGrowLikeASquareRoot) {
  ModelSettings model;
  model.depth = 12;
  model.width = 64;
  model.feed_forward = 64;
  constexpr std::uint32_t kSeeds = 8;
  for (const char* wiring : {"sandwich", "branch_out"}) {
    model.wiring = wiring;
    std::vector<double> mean_rms(25);
    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
      Stack<double> stack = Initialised(model, 64, 16, 8, seed);
      // Without positions the stream starts at mean square 1.
      std::fill_n(stack.Parameters().data() + stack.Layout().Position(), 16 * 64, 0.0);
      const std::vector<std::int32_t> ids = Tokens(128, 64);
      stack.Forward(ids.data(), ids.data(), true);
      for (std::size_t i = 0; i < 25; ++i) mean_rms[i] += stack.Measures().stream_rms[i] / kSeeds;
    }
    for (std::size_t layer = 1; layer <= 12; ++layer) {
      const double want = std::sqrt(1.0 + 2.0 * static_cast<double>(layer));
      EXPECT_NEAR(mean_rms[2 * layer] / want, 1.0, tolerance::kStreamGrowth)
          << wiring << ", layer " << layer;
    }
  }
}

// N27 (Megatron-DeepSpeed#149): "are pre-norm gradients larger in early layers?" Yes.
double LastOverFirst(int depth) {
  ModelSettings model;
  model.wiring = "pre";
  model.depth = depth;
  double logarithm = 0;
  constexpr int kSeeds = 5;
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
    Stack<double> stack = Initialised(model, 16, 16, 16, seed);
    const std::vector<std::int32_t> ids = Tokens(256, 16);
    stack.Forward(ids.data(), ids.data(), true);
    stack.Backward(ids.data(), true);
    const auto norm = [&](const std::string& name) {
      const Tensor* tensor = stack.Layout().Find(name);
      return std::sqrt(
          MeasuredSumOfSquares(stack.Gradients().data() + tensor->offset, tensor->Size()));
    };
    const std::string last = "layer." + std::to_string(depth - 1) + ".feed_forward.w2.weight";
    logarithm += std::log(norm(last) / norm("layer.0.feed_forward.w2.weight")) / kSeeds;
  }
  return std::exp(logarithm);
}

TEST(CaseN27, PreNormGradientsAreLargerInEarlyLayers) {
  EXPECT_NEAR(LastOverFirst(2) / 0.82, 1.0, tolerance::kOtherSetting);
  EXPECT_NEAR(LastOverFirst(32) / 0.25, 1.0, tolerance::kOtherSetting);
}

TEST(Stack, NotANumberReachesTheLoss) {
  for (const Wiring& row : Wirings()) {
    Stack<float> stack(SmallModel(row.name), 5, 4, 2);
    stack.Initialise(1);
    const Tensor* weight = stack.Layout().Find("layer.1.feed_forward.w1.weight");
    stack.Parameters()[weight->offset] = std::numeric_limits<float>::quiet_NaN();
    const std::vector<std::int32_t> ids = Tokens(8, 5);
    EXPECT_TRUE(std::isnan(stack.Forward(ids.data(), ids.data(), true))) << row.name;
  }
}

}  // namespace
}  // namespace normlab
