// The recipe of the default race, wiring by wiring: what solves, what stays at chance, what
// explodes. Every seed of a row is a test of its own, so they run side by side.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/training/run.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/seeds.hpp"

namespace normlab {
namespace {

struct Row {
  const char* wiring;
  int warmup;
  Outcome verdict;
  // Smoothed losses.
  double low_200, high_200, low_800, high_800;
};

// The verdict is the claim; the bounds hold the losses to the size that the recipe is known for
// (chance is 2.7726), with room for other seeds.
constexpr Row kRecipe[] = {
    {"post", 0, Outcome::kStuckAtChance, 2.6, 2.85, 2.7, 2.83},
    {"post", 400, Outcome::kSolved, 2.3, 2.8, 0.0, 0.14},
    {"pre", 0, Outcome::kSolved, 0.0, 0.9, 0.0, 0.004},
    {"sandwich", 0, Outcome::kSolved, 0.0, 0.9, 0.0, 0.004},
    {"deepnorm", 0, Outcome::kSolved, 0.0, 0.04, 0.0, 0.004},
    {"residual", 0, Outcome::kExploded, 10, 1e5, 10, 1e5},
    {"plain", 0, Outcome::kStuckAtChance, 2.74, 2.83, 2.74, 2.83},
};

// Of the first ten seeds, those that end otherwise: the claim is about most seeds, and these are
// the others. The bits are the same everywhere, so they are known, not guessed.
struct Exception {
  std::uint32_t seed;
  Row row;
};

constexpr Exception kExceptions[] = {
    // These two leave chance late.
    {7, {"post", 0, Outcome::kLearning, 2.6, 2.85, 2.3, 2.6}},
    {10, {"post", 0, Outcome::kLearning, 2.6, 2.85, 2.3, 2.6}},
};

Row Expected(const Row& row, std::uint32_t seed) {
  for (const Exception& exception : kExceptions) {
    if (exception.seed == seed && exception.row.warmup == row.warmup &&
        std::string_view(exception.row.wiring) == row.wiring) {
      return exception.row;
    }
  }
  return row;
}

// Training in wasm takes twice the time, and its bits are those of the native build: one seed.
#ifdef __EMSCRIPTEN__
constexpr std::uint32_t kSeeds = 1;
#else
constexpr std::uint32_t kSeeds = 3;
#endif

struct Trial {
  Row row;
  std::uint32_t seed;
};

std::vector<Trial> Trials() {
  std::vector<Trial> trials;
  for (std::uint32_t seed = 1; seed <= Seeds(kSeeds); ++seed) {
    for (const Row& row : kRecipe) trials.push_back({Expected(row, seed), seed});
  }
  return trials;
}

class Recipe : public testing::TestWithParam<Trial> {};

TEST_P(Recipe, EndsAsMeasured) {
  const Row& row = GetParam().row;
  Experiment experiment;
  experiment.model.wiring = row.wiring;
  experiment.schedule.warmup = row.warmup;
  experiment.seed = GetParam().seed;
  normlab::Run run(experiment);
  double at_200 = 0;
  while (run.Step() != nullptr) {
    if (run.StepsDone() == 200) at_200 = run.Current().loss;
  }
  const double at_800 = run.Current().loss;
  char name[80];
  std::snprintf(name, sizeof(name), "%s, warmup %d, seed %u", row.wiring, row.warmup,
                GetParam().seed);
  char figure[160];
  std::snprintf(figure, sizeof(figure), "%.4g after 200 steps, %.4g after 800: %s", at_200, at_800,
                std::string(NameOf(run.Current().outcome)).c_str());
  Evidence("the recipe", name, figure);
  EXPECT_EQ(NameOf(run.Current().outcome), NameOf(row.verdict));
  EXPECT_GE(at_200, row.low_200);
  EXPECT_LE(at_200, row.high_200);
  EXPECT_GE(at_800, row.low_800);
  EXPECT_LE(at_800, row.high_800);
}

std::string NameOfTrial(const testing::TestParamInfo<Trial>& info) {
  return std::string(info.param.row.wiring)
      .append("_warmup_")
      .append(std::to_string(info.param.row.warmup))
      .append("_seed_")
      .append(std::to_string(info.param.seed));
}

INSTANTIATE_TEST_SUITE_P(Science, Recipe, testing::ValuesIn(Trials()), NameOfTrial);

}  // namespace
}  // namespace normlab
