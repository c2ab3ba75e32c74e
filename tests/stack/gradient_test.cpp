// N8 (mlpack#1923): a gradient check that never reached the input. Here every tensor of two layers
// is checked, the embeddings among them, in every wiring, twice: differences and dual numbers.
#include <tuple>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "tests/stack/stack_unit.hpp"

namespace normlab {
namespace {

constexpr Activation kActivations[] = {Activation::kGeluTanh, Activation::kRelu,
                                       Activation::kGeluErf, Activation::kSilu, Activation::kTanh};

using Combination = std::tuple<int, NormKind, QkNorm>;

class CaseN8 : public testing::TestWithParam<Combination> {
 protected:
  StackUnit Unit() const {
    const auto [row, norm, qk_norm] = GetParam();
    StackUnit unit{SmallModel(Wirings()[static_cast<std::size_t>(row)].name)};
    unit.model.norm = norm;
    unit.model.qk_norm = qk_norm;
    // Each activation meets several wirings; bias goes with LayerNorm, and half of RMSNorm.
    unit.model.activation = kActivations[(row + 2 * (qk_norm == QkNorm::kNone)) % 5];
    unit.model.bias = norm == NormKind::kLayer || row % 2 == 0;
    return unit;
  }
};

TEST_P(CaseN8, EveryTensorOfTwoLayersDownToTheEmbeddings) {
  const StackUnit unit = Unit();
  CheckGradients(unit, unit.Inputs(), Upstream::kOne);
}

TEST_P(CaseN8, MaskedTargets) {
  StackUnit unit = Unit();
  unit.targets[0] = unit.targets[1] = unit.targets[6] = kMasked;
  CheckGradients(unit, unit.Inputs(), Upstream::kOne);
}

std::string NameOfCombination(const testing::TestParamInfo<Combination>& info) {
  const auto [row, norm, qk_norm] = info.param;
  return std::string(Wirings()[static_cast<std::size_t>(row)].name)
      .append(norm == NormKind::kLayer ? "_layer" : "_rms")
      .append(qk_norm == QkNorm::kNone ? "" : "_qk");
}

INSTANTIATE_TEST_SUITE_P(EveryWiring, CaseN8,
                         testing::Combine(testing::Range(0, static_cast<int>(Wirings().size())),
                                          testing::Values(NormKind::kLayer, NormKind::kRms),
                                          testing::Values(QkNorm::kNone, QkNorm::kRmsPerHead)),
                         NameOfCombination);

TEST(Gradient, WithoutBiasesAndWithLayerNorm) {
  StackUnit unit{SmallModel("post")};
  unit.model.bias = false;
  CheckGradients(unit, unit.Inputs(), Upstream::kOne);
}

TEST(Gradient, WithPositionsThatAreNotLearned) {
  StackUnit unit{SmallModel("pre")};
  unit.model.positions = Positions::kSinusoidal;
  CheckGradients(unit, unit.Inputs(), Upstream::kOne);
}

// The checker itself must notice a wrong gradient, in any block.
struct FaultyUnit : StackUnit {
  std::size_t block = 0;
  Blocks<double> Backward(const Blocks<double>& inputs, const std::vector<double>& dy) const {
    Blocks<double> gradients = StackUnit::Backward(inputs, dy);
    gradients[block][0] += 1e-6;
    return gradients;
  }
};

TEST(GradientChecker, NoticesAFaultOfAMillionth) {
  FaultyUnit unit{{SmallModel("pre", 1)}};
  for (const std::size_t block : {std::size_t{0}, std::size_t{1}, unit.Names().size() - 1}) {
    unit.block = block;
    testing::TestPartResultArray failures;
    {
      testing::ScopedFakeTestPartResultReporter reporter(
          testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
      GradientChecker<FaultyUnit>(unit, unit.Inputs(), Upstream::kOne).Check();
    }
    EXPECT_GT(failures.size(), 0) << block;
  }
}

}  // namespace
}  // namespace normlab
