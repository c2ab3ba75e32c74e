// Races that are worth opening: each asks one question and is small enough to answer it here. Those
// of a model take its wiring, norm, activation and depth at a width that a tab can train, beside
// the same stack without what sets the model apart.
#pragma once

#include <span>
#include <string_view>

#include "core/document/json.hpp"

namespace normlab {

enum class PresetKind { kQuestion, kModel };

struct Preset {
  PresetKind kind;
  std::string_view name;
  std::string_view label;  // the question, or the model
  std::string_view help;   // what to look at; which row a model is, and what is left out of it
  std::string_view race;   // JSON text, which ReadRace takes
};

// The first is what the page opens with.
std::span<const Preset> Presets();

// Of the first preset.
Json DefaultRace();

}  // namespace normlab
