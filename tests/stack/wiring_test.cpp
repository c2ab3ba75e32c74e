#include "core/stack/wiring.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/stack/layout.hpp"
#include "core/stack/model.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

struct Expected {
  const char* name;
  bool skip, norm_in, norm_out, norm_trunk, final_norm;
  const char* formula;
};

// From the papers: see the table's `source` column.
constexpr Expected kTable[] = {
    {"plain", false, false, false, false, false, "x ← F(x)"},
    {"plain_norm", false, true, false, false, false, "x ← F(N(x))"},
    {"residual", true, false, false, false, false, "x ← x + F(x)"},
    {"post", true, false, false, true, false, "x ← N(x + F(x))"},
    {"pre", true, true, false, false, true, "x ← x + F(N(x))"},
    {"sandwich", true, true, true, false, true, "x ← x + N(F(N(x)))"},
    {"branch_out", true, false, true, false, true, "x ← x + N(F(x))"},
    {"deepnorm", true, false, false, true, false, "x ← N(αx + F(x))"},
    {"layer_norm_scaling", true, true, false, false, true, "x ← x + F(N(x)/√l)"},
    {"rezero", true, false, false, false, false, "x ← x + sF(x)"},
    {"layer_scale", true, true, false, false, true, "x ← x + s ⊙ F(N(x))"},
    {"residual_dual", true, false, false, true, true, "r ← r + F(x), x ← N(x + F(x))"},
    {"parallel", true, true, false, false, true, "x ← x + A(N(x)) + F(N(x))"},
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
    EXPECT_EQ(FormulaOf(*row), want.formula);
  }
  EXPECT_EQ(Wirings().size(), std::size(kTable)) << "a new row needs its line here";
}

// The columns that one row, or two, have to themselves.
TEST(Wiring, ScalesAndStreamsBesideAreWhereThePapersHaveThem) {
  for (const Wiring& row : Wirings()) {
    SCOPED_TRACE(std::string(row.name));
    const bool deepnorm = row.name == "deepnorm";
    EXPECT_EQ(row.skip_scale == SkipScale::kDeepNormAlpha, deepnorm);
    EXPECT_EQ(row.initial_gain == InitialGain::kDeepNormBeta, deepnorm);
    EXPECT_EQ(row.norm_in_scale == NormInScale::kInverseSqrtLayer,
              row.name == "layer_norm_scaling");
    EXPECT_EQ(row.branch_scale == BranchScale::kLearned, row.name == "rezero");
    EXPECT_EQ(row.branch_scale == BranchScale::kLearnedPerChannel, row.name == "layer_scale");
    EXPECT_EQ(row.dual, row.name == "residual_dual");
    EXPECT_EQ(row.parallel, row.name == "parallel");
  }
}

TEST(Wiring, EveryRowHasWordsForPeople) {
  for (const Wiring& row : Wirings()) {
    EXPECT_FALSE(row.label.empty());
    EXPECT_FALSE(row.source.empty());
    EXPECT_EQ(FindWiring(row.name), &row) << "two rows are called " << row.name;
  }
}

TEST(Wiring, AFormulaHasEveryColumn) {
  const Wiring all = {.name = kOwnWiring,
                      .label = "all",
                      .skip_scale = SkipScale::kDeepNormAlpha,
                      .norm_in = true,
                      .norm_in_scale = NormInScale::kInverseSqrtLayer,
                      .norm_out = true,
                      .branch_scale = BranchScale::kLearned,
                      .norm_trunk = true,
                      .parallel = true,
                      .dual = true};
  EXPECT_EQ(FormulaOf(all),
            "r ← r + sN(A(N(x)/√l)) + sN(F(N(x)/√l)), "
            "x ← N(αx + sN(A(N(x)/√l)) + sN(F(N(x)/√l)))");
}

// Touvron 2021, section 3: the deeper, the smaller.
TEST(Wiring, ABranchScaleStartsSmall) {
  EXPECT_EQ(InitialBranchScaleOf(RequireWiring("rezero"), 12), 0.0);
  EXPECT_EQ(InitialBranchScaleOf(RequireWiring("pre"), 12), 1.0);
  const Wiring& layer_scale = RequireWiring("layer_scale");
  EXPECT_EQ(InitialBranchScaleOf(layer_scale, 18), 0.1);
  EXPECT_EQ(InitialBranchScaleOf(layer_scale, 19), 1e-5);
  EXPECT_EQ(InitialBranchScaleOf(layer_scale, 24), 1e-5);
  EXPECT_EQ(InitialBranchScaleOf(layer_scale, 25), 1e-6);
}

TEST(Wiring, OnesOwnIsPreNormUntilAColumnIsChanged) {
  ModelSettings model;
  model.wiring = kOwnWiring;
  Wiring row = model.Row();
  row.name = RequireWiring("pre").name;
  row.label = RequireWiring("pre").label;
  row.source = RequireWiring("pre").source;
  EXPECT_EQ(row, RequireWiring("pre"));
  EXPECT_EQ(FindWiring(kOwnWiring), nullptr);
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

// Zeng 2022, section 2.1, of 70 layers.
TEST(Wiring, GlmsConstantsAreSquareRoots) {
  const Wiring glm = {.name = kOwnWiring,
                      .label = "GLM-130B's",
                      .skip_scale = SkipScale::kGlmAlpha,
                      .norm_trunk = true,
                      .initial_gain = InitialGain::kGlmBeta};
  EXPECT_NEAR(SkipScaleOf(glm, 70), 11.8322, tolerance::kFourDigits);
  EXPECT_NEAR(InitialGainOf(glm, 70), 0.0845, tolerance::kFourDigits);
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
  EXPECT_EQ(NormCount(RequireWiring("residual_dual"), 12), 25);
  EXPECT_EQ(NormCount(RequireWiring("parallel"), 12), 13);
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
