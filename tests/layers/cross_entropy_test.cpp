#include "core/layers/cross_entropy.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/gradient_checker.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

struct CrossEntropyUnit {
  std::vector<std::int32_t> targets;
  Index vocabulary;

  std::vector<std::string> Names() const { return {"logits"}; }

  Index Tokens() const { return static_cast<Index>(targets.size()); }

  template <class S>
  std::vector<S> Forward(const Blocks<S>& inputs) const {
    Matrix<S> dlogits(Tokens(), vocabulary);
    return {CrossEntropy<S>(View(inputs[0], Tokens(), vocabulary), targets.data(), dlogits)};
  }

  Blocks<double> Backward(const Blocks<double>& inputs, const std::vector<double>&) const {
    Blocks<double> d = {std::vector<double>(inputs[0].size())};
    CrossEntropy<double>(View(inputs[0], Tokens(), vocabulary), targets.data(),
                         View(d[0], Tokens(), vocabulary));
    return d;
  }
};

TEST(CrossEntropy, Gradients) {
  const CrossEntropyUnit all{{2, 0, 6, 1}, 7};
  CheckGradients(all, {RandomValues(28, "logits", 3.0)}, Upstream::kOne);
}

TEST(CrossEntropy, MaskedTokensHaveNoLossAndNoGradient) {
  const CrossEntropyUnit masked{{2, kMasked, -1, 1}, 7};
  const std::vector<double> logits = RandomValues(28, "logits", 3.0);
  CheckGradients(masked, {logits}, Upstream::kOne);
  const std::vector<double> d = masked.Backward({logits}, {1.0})[0];
  for (std::size_t i = 7; i < 21; ++i) EXPECT_EQ(d[i], 0.0);

  const CrossEntropyUnit first{{2}, 7};
  const CrossEntropyUnit last{{1}, 7};
  const double want =
      (first.Forward<double>({std::vector<double>(logits.begin(), logits.begin() + 7)})[0] +
       last.Forward<double>({std::vector<double>(logits.begin() + 21, logits.end())})[0]) /
      2;
  EXPECT_NEAR(masked.Forward<double>({logits})[0], want, tolerance::kDoubleRounding);
}

TEST(CrossEntropy, WithoutATargetThereIsNoLoss) {
  const CrossEntropyUnit none{{kMasked, kMasked}, 3};
  EXPECT_EQ(none.Forward<double>({RandomValues(6, "logits")})[0], 0.0);
  const Blocks<double> gradients = none.Backward({RandomValues(6, "logits")}, {1.0});
  for (const double d : gradients[0]) EXPECT_EQ(d, 0.0);
}

TEST(CrossEntropy, UniformLogitsAreAtChance) {
  const CrossEntropyUnit unit{{3}, 16};
  EXPECT_NEAR(unit.Forward<double>({std::vector<double>(16, 5.0)})[0], std::log(16.0),
              tolerance::kDoubleRounding);
}

// N14 (executorch PR#18407, optax#896): no score is too large.
TEST(CaseN14, CrossEntropyOfExtremeLogitsInFloat) {
  const std::vector<float> logits = {1000.0f, 0.0f};
  Matrix<float> d(1, 2);
  std::int32_t target = 1;
  EXPECT_EQ(CrossEntropy<float>(View(logits, 1, 2), &target, d), 1000.0f);
  EXPECT_EQ(ToVector(d), (std::vector<float>{1.0f, -1.0f}));
  target = 0;
  EXPECT_EQ(CrossEntropy<float>(View(logits, 1, 2), &target, d), 0.0f);
  EXPECT_EQ(ToVector(d), (std::vector<float>{0.0f, 0.0f}));
}

TEST(CrossEntropy, NotANumberIsNotHidden) {
  std::vector<float> logits = {1.0f, std::numeric_limits<float>::quiet_NaN(), 2.0f};
  Matrix<float> d(1, 3);
  const std::int32_t target = 0;
  EXPECT_TRUE(std::isnan(CrossEntropy<float>(View(logits, 1, 3), &target, d)));
}

}  // namespace
}  // namespace normlab
