#include "core/document/presets.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/document/race.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

TEST(Presets, AreRacesThatCanRun) {
  std::set<std::string_view> names;
  for (const Preset& preset : Presets()) {
    const RaceReading race = ReadRace(preset.race);
    EXPECT_TRUE(race.ok()) << preset.name << ": " << (race.ok() ? "" : race.errors.front().message);
    EXPECT_GE(race.arms.size(), 2u) << preset.name << " compares nothing";
    if (preset.kind == PresetKind::kQuestion) {
      EXPECT_TRUE(preset.label.ends_with("?")) << preset.name;
    } else {
      EXPECT_NE(preset.help.find("Left out: "), std::string_view::npos) << preset.name;
    }
    EXPECT_TRUE(preset.help.ends_with(".")) << preset.name;
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
  }
}

// The rows of science that the models are known by.
TEST(Presets, ModelsHaveTheirWiring) {
  const std::map<std::string_view, std::string> wirings = {
      {"bert", "post"},        {"gpt2", "pre"},  {"llama", "pre"},   {"gemma2", "sandwich"},
      {"olmo2", "branch_out"}, {"qwen3", "pre"}, {"glm130b", "own"}, {"palm", "parallel"}};
  std::size_t models = 0;
  for (const Preset& preset : Presets()) {
    if (preset.kind != PresetKind::kModel) continue;
    ++models;
    const Experiment first = ReadRace(preset.race).arms.front();
    ASSERT_TRUE(wirings.contains(preset.name)) << preset.name;
    EXPECT_EQ(first.model.wiring, wirings.at(preset.name)) << preset.name;
  }
  EXPECT_EQ(models, wirings.size());
}

TEST(Presets, GlmsRowIsPostNormWithItsConstants) {
  const auto found = std::find_if(Presets().begin(), Presets().end(),
                                  [](const Preset& preset) { return preset.name == "glm130b"; });
  const ModelSettings model = ReadRace(found->race).arms.front().model;
  EXPECT_EQ(FormulaOf(model.Row()), "x ← N(αx + F(x))");
  EXPECT_NEAR(SkipScaleOf(model.Row(), model.depth), 11.8322, tolerance::kFourDigits);
  EXPECT_NEAR(InitialGainOf(model.Row(), model.depth), 0.0845, tolerance::kFourDigits);
}

TEST(Presets, TheFirstIsTheDefaultRace) {
  EXPECT_EQ(DefaultRace(), Json::parse(Presets().front().race));
}

TEST(Presets, HaveAThousandLayersWithinTheMemoryLimit) {
  const auto found = std::find_if(Presets().begin(), Presets().end(), [](const Preset& preset) {
    return preset.name == "thousand_layers";
  });
  ASSERT_NE(found, Presets().end());
  for (const Experiment& arm : ReadRace(found->race).arms) EXPECT_EQ(arm.model.depth, 1000);
}

}  // namespace
}  // namespace normlab
