// The preset "A thousand layers?": DeepNorm solves it within its steps, and post-norm, given the
// same data at the same rate, stays at chance. Many minutes under a sanitizer, and twice the
// native time in wasm, whose bits are the same: native alone.
#if !defined(__EMSCRIPTEN__) && !defined(__SANITIZE_ADDRESS__)

#include <algorithm>
#include <cstdio>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "core/document/presets.hpp"
#include "core/document/race.hpp"
#include "core/training/run.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

// One takes most of a minute; who asks for more is given all that the preset was tried with.
constexpr std::uint32_t kSeeds = 1;
constexpr std::uint32_t kMostSeeds = 3;

Experiment ArmOfPreset(std::string_view wiring, std::uint32_t seed) {
  for (const Preset& preset : Presets()) {
    if (preset.name != "thousand_layers") continue;
    for (Experiment arm : ReadRace(preset.race).arms) {
      if (arm.model.wiring != wiring) continue;
      arm.seed = seed;
      return arm;
    }
  }
  ADD_FAILURE() << "the preset has no such arm: " << wiring;
  return Experiment();
}

class ThousandLayersRecipe : public testing::TestWithParam<std::tuple<const char*, std::uint32_t>> {
};

TEST_P(ThousandLayersRecipe, EndsAsThePresetSays) {
  const auto& [wiring, seed] = GetParam();
  const Experiment experiment = ArmOfPreset(wiring, seed);
  ASSERT_EQ(experiment.model.depth, 1000);
  normlab::Run run(experiment);
  double best = run.Learned().Chance();
  while (run.Step() != nullptr) best = std::min(best, run.Current().loss);
  const Verdict& verdict = run.Current();
  char figure[160];
  std::snprintf(figure, sizeof(figure), "loss %.4g after %d steps, at best %.4g: %s since step %d",
                verdict.loss, run.StepsDone(), best, std::string(NameOf(verdict.outcome)).c_str(),
                verdict.since);
  Evidence("a thousand layers", std::string(wiring) + ", seed " + std::to_string(seed), figure);
  EXPECT_EQ(run.StepsDone(), experiment.steps);
  if (std::string_view(wiring) == "deepnorm") {
    EXPECT_EQ(NameOf(verdict.outcome), "solved");
  } else {
    EXPECT_EQ(NameOf(verdict.outcome), "stuck at chance");
    // Not only at the end.
    EXPECT_GT(best, (1 - tolerance::kAtChance) * run.Learned().Chance());
  }
}

INSTANTIATE_TEST_SUITE_P(Science, ThousandLayersRecipe,
                         testing::Combine(testing::Values("deepnorm", "post"),
                                          testing::Range(1u,
                                                         std::min(Seeds(kSeeds), kMostSeeds) + 1)),
                         [](const auto& trial) {
                           return std::string(std::get<0>(trial.param)) + "_seed_" +
                                  std::to_string(std::get<1>(trial.param));
                         });

}  // namespace
}  // namespace normlab

#endif
