#include "core/document/presets.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/document/race.hpp"

namespace normlab {
namespace {

TEST(Presets, AreRacesThatCanRun) {
  std::set<std::string_view> names;
  for (const Preset& preset : Presets()) {
    const RaceReading race = ReadRace(preset.race);
    EXPECT_TRUE(race.ok()) << preset.name << ": " << (race.ok() ? "" : race.errors.front().message);
    EXPECT_GE(race.arms.size(), 2u) << preset.name << " compares nothing";
    EXPECT_TRUE(preset.label.ends_with("?")) << preset.name;
    EXPECT_TRUE(preset.help.ends_with(".")) << preset.name;
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
  }
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
