// JSON text -> a value, or what is wrong with the text and where. Stricter than the grammar: a name
// twice in one object, a number beyond double, deep nests and oversized texts are errors too.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/document/field_error.hpp"
#include "core/document/json.hpp"

namespace normlab {

// Far above any real document, low enough that a hostile one cannot stall the page. The size leaves
// room for the longest text with every character escaped.
inline constexpr std::size_t kLongestJson = 32u << 20;
inline constexpr std::size_t kDeepestNest = 16;
inline constexpr std::size_t kMostValues = 4000;

struct JsonReading {
  Json value;
  FieldErrors errors;
  bool whole = false;  // the text was read to its end: `value` holds all of it
};

JsonReading ReadJson(std::string_view text);

}  // namespace normlab
