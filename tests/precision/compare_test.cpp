#include "core/precision/compare.hpp"

#include <cstdint>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "core/training/run.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

constexpr std::uint32_t kSeeds = 5;
constexpr RoundedPlaces kProducts = {.products = true};
constexpr RoundedPlaces kProductsAndNorms = {.products = true, .norms = true};
constexpr RoundedPlaces kAll = {.products = true, .norms = true, .adds = true};

Experiment Small(std::string_view wiring, std::uint32_t seed, int steps) {
  Experiment experiment;
  experiment.model.wiring = wiring;
  experiment.model.depth = 3;
  experiment.model.width = 24;
  experiment.model.feed_forward = 96;
  experiment.schedule.warmup = 50;
  experiment.batch = 8;
  experiment.steps = steps;
  experiment.seed = seed;
  return experiment;
}

// A trained stack, and a batch that it has not seen.
struct Trained {
  explicit Trained(const Experiment& experiment) : run(experiment) {
    while (run.Step() != nullptr) continue;
    run.Learned().Fill(static_cast<std::uint64_t>(experiment.steps) + 1, batch);
  }

  PrecisionFigures With(const RoundedPlaces& places) const {
    return CompareInt8(run.Model(), places, batch);
  }

  normlab::Run run;
  Batch batch;
};

TEST(Precision, NothingNamedIsNothingLost) {
  for (const Wiring& row : Wirings()) {
    const Trained trained(Small(row.name, 1, 2));
    const Vector<float> before = trained.run.Model().Parameters();
    const PrecisionFigures figures = trained.With({});
    EXPECT_EQ(figures.loss, figures.exact_loss) << row.name;
    EXPECT_EQ(figures.divergence, 0) << row.name;
    EXPECT_NEAR(figures.cosine, 1, tolerance::kDoubleRounding) << row.name;
    trained.With(kAll);
    EXPECT_EQ(trained.run.Model().Parameters(), before) << "the stack itself was rounded";
  }
}

// Each place changes something, wherever the wiring has it.
TEST(Precision, EveryPlaceOfEveryWiringIsAsked) {
  for (const Wiring& row : Wirings()) {
    const Trained trained(Small(row.name, 1, 2));
    EXPECT_LT(trained.With(kProducts).cosine, 1) << row.name;
    const bool norms = row.norm_in || row.norm_out || row.norm_trunk;
    EXPECT_EQ(trained.With({.norms = true}).divergence != 0, norms) << row.name;
    EXPECT_EQ(trained.With({.adds = true}).divergence != 0, row.skip) << row.name;
  }
}

// wyoming-whisper-trt PR#1052: eight bits on norms and additions ruined an output that eight bits
// on the products alone had left whole. A test for each wiring and seed.
class CaseN28 : public testing::TestWithParam<std::tuple<const char*, std::uint32_t>> {};

TEST_P(CaseN28, ProtectedNormsBeatEightBitsEverywhere) {
  const auto [wiring, seed] = GetParam();
  const Trained trained(Small(wiring, seed, 300));
  const PrecisionFigures products = trained.With(kProducts);
  const PrecisionFigures norms = trained.With(kProductsAndNorms);
  const PrecisionFigures all = trained.With(kAll);
  EXPECT_LT(products.exact_loss, trained.run.Learned().Chance()) << "it has learned something";
  EXPECT_GT(products.cosine, norms.cosine);
  EXPECT_GT(products.cosine, all.cosine);
  EXPECT_LT(products.divergence, all.divergence);
  EXPECT_LT(1 - products.cosine, tolerance::kInt8ProductsCosine);
  EXPECT_LT(1 - all.cosine, tolerance::kInt8AllCosine);
  EXPECT_GT((1 - all.cosine) / (1 - products.cosine), tolerance::kInt8AllOverProducts);
  const std::string name = std::string(wiring) + ", seed " + std::to_string(seed);
  Evidence("precision, 1 - cosine, int8 products", name, Short(1 - products.cosine));
  Evidence("precision, 1 - cosine, int8 products and norms", name, Short(1 - norms.cosine));
  Evidence("precision, 1 - cosine, int8 products, norms and adds", name, Short(1 - all.cosine));
}

INSTANTIATE_TEST_SUITE_P(Trained, CaseN28,
                         testing::Combine(testing::Values("post", "pre", "deepnorm"),
                                          testing::Range(1u, Seeds(kSeeds) + 1)));

}  // namespace
}  // namespace normlab
