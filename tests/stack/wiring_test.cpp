#include "core/stack/wiring.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/stack/layout.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

struct Expected {
  const char* name;
  bool skip, norm_in, norm_out, norm_trunk, final_norm;
  SkipScale skip_scale;
  NormInScale norm_in_scale;
  InitialGain gain;
};

constexpr auto kA = SkipScale::kDeepNormAlpha;
constexpr auto kB = InitialGain::kDeepNormBeta;
constexpr auto k1 = SkipScale::kOne;
constexpr auto kI = NormInScale::kOne;
constexpr auto kG = InitialGain::kOne;

// From the papers: see the table's `source` column.
constexpr Expected kTable[] = {
    {"plain", false, false, false, false, false, k1, kI, kG},
    {"plain_norm", false, true, false, false, false, k1, kI, kG},
    {"residual", true, false, false, false, false, k1, kI, kG},
    {"post", true, false, false, true, false, k1, kI, kG},
    {"pre", true, true, false, false, true, k1, kI, kG},
    {"sandwich", true, true, true, false, true, k1, kI, kG},
    {"branch_out", true, false, true, false, true, k1, kI, kG},
    {"deepnorm", true, false, false, true, false, kA, kI, kB},
    {"layer_norm_scaling", true, true, false, false, true, k1, NormInScale::kInverseSqrtLayer, kG},
};

TEST(Wiring, RowsAreThePublishedOnes) {
  for (const Expected& want : kTable) {
    SCOPED_TRACE(want.name);
    const Wiring* row = FindWiring(want.name);
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->skip, want.skip);
    EXPECT_EQ(row->norm_in, want.norm_in);
    EXPECT_EQ(row->norm_out, want.norm_out);
    EXPECT_EQ(row->norm_trunk, want.norm_trunk);
    EXPECT_EQ(row->final_norm, want.final_norm);
    EXPECT_EQ(row->skip_scale, want.skip_scale);
    EXPECT_EQ(row->norm_in_scale, want.norm_in_scale);
    EXPECT_EQ(row->initial_gain, want.gain);
  }
  EXPECT_EQ(Wirings().size(), std::size(kTable)) << "a new row needs its line here";
}

TEST(Wiring, EveryRowHasWordsForPeople) {
  for (const Wiring& row : Wirings()) {
    EXPECT_FALSE(row.label.empty());
    EXPECT_FALSE(row.formula.empty());
    EXPECT_FALSE(row.source.empty());
    EXPECT_EQ(FindWiring(row.name), &row) << "two rows are called " << row.name;
  }
}

// The formula shown is the one executed: as many N as norms, an x + for the skip.
TEST(Wiring, FormulaFollowsTheRow) {
  for (const Wiring& row : Wirings()) {
    const std::string formula(row.formula);
    int norms = 0;
    for (const char character : formula) norms += character == 'N' ? 1 : 0;
    EXPECT_EQ(norms, int{row.norm_in} + int{row.norm_out} + int{row.norm_trunk}) << formula;
    EXPECT_EQ(formula.find("x + ") != std::string::npos, row.skip) << formula;
    EXPECT_EQ(formula.find("α") != std::string::npos, row.skip_scale == kA) << formula;
    EXPECT_EQ(formula.find("√") != std::string::npos, row.norm_in_scale != kI) << formula;
  }
}

TEST(Wiring, AnUnknownNameIsNoRow) {
  EXPECT_EQ(FindWiring("zigzag"), nullptr);
  EXPECT_EQ(FindWiring(""), nullptr);
}

TEST(Wiring, DeepNormConstantsOfTwelveLayers) {
  const Wiring& deepnorm = RequireWiring("deepnorm");
  EXPECT_NEAR(SkipScaleOf(deepnorm, 12), 2.2134, tolerance::kFourDigits);
  EXPECT_NEAR(InitialGainOf(deepnorm, 12), 0.3195, tolerance::kFourDigits);
  EXPECT_NEAR(SkipScaleOf(deepnorm, 1000), std::pow(2000.0, 0.25), tolerance::kDoubleRounding);
  EXPECT_EQ(SkipScaleOf(RequireWiring("post"), 12), 1.0);
  EXPECT_EQ(InitialGainOf(RequireWiring("pre"), 12), 1.0);
}

TEST(Wiring, LayerNormScalingCountsLayersFromOne) {
  const Wiring& row = RequireWiring("layer_norm_scaling");
  EXPECT_EQ(NormInScaleOf(row, 1), 1.0);
  EXPECT_EQ(NormInScaleOf(row, 4), 0.5);
  EXPECT_EQ(NormInScaleOf(RequireWiring("pre"), 4), 1.0);
}

// N2 (pytorch#74092): post 2L, pre 2L + 1; and the parameters are really there.
TEST(CaseN2, NormCounts) {
  EXPECT_EQ(NormCount(RequireWiring("post"), 12), 24);
  EXPECT_EQ(NormCount(RequireWiring("deepnorm"), 12), 24);
  EXPECT_EQ(NormCount(RequireWiring("pre"), 12), 25);
  EXPECT_EQ(NormCount(RequireWiring("branch_out"), 12), 25);
  EXPECT_EQ(NormCount(RequireWiring("sandwich"), 12), 49);
  EXPECT_EQ(NormCount(RequireWiring("plain"), 12), 0);
  EXPECT_EQ(NormCount(RequireWiring("residual"), 12), 0);
  EXPECT_EQ(NormCount(RequireWiring("plain_norm"), 12), 24);
  for (const Wiring& row : Wirings()) {
    ModelSettings model;
    model.depth = 3;
    const ParameterLayout layout(model, row, 5, 4);
    int gains = 0;
    for (const Tensor& tensor : layout.Tensors()) {
      gains += tensor.kind == ParameterKind::kGain ? 1 : 0;
    }
    EXPECT_EQ(gains, NormCount(row, 3)) << row.name;
  }
}

}  // namespace
}  // namespace normlab
