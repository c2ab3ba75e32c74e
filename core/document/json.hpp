// The JSON library, once: objects keep the order of their members, so that documents read as
// written.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace normlab {

using Json = nlohmann::ordered_json;

// `pointer` and one more member, as RFC 6901 writes it.
std::string JsonPointer(const std::string& pointer, std::string_view member);

// A number as a person would write it: 800, 0.002, 1e-8. It reads back as the same double.
std::string NumberText(double number);

// JSON text that is valid UTF-8 whatever the strings hold: to write never fails.
std::string JsonText(const Json& value);

// A name for a message: whole code points, the beginning alone where it is long.
std::string ShortText(const std::string& text);

// A value for a message: scalars as in JSON, long text cut, objects and arrays by their kind.
std::string ValueText(const Json& value);

// A value to hand back in an error: as it was given, but long text cut and nests by their kind.
Json ShortValue(const Json& value);

}  // namespace normlab
