// Races that are worth opening: each asks one question and is small enough to answer it here.
#pragma once

#include <span>
#include <string_view>

#include "core/document/json.hpp"

namespace normlab {

struct Preset {
  std::string_view name;
  std::string_view label;  // the question
  std::string_view help;   // what to look at
  std::string_view race;   // JSON text, which ReadRace takes
};

// The first is what the page opens with.
std::span<const Preset> Presets();

// Of the first preset.
Json DefaultRace();

}  // namespace normlab
