#include "core/document/unicode.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/training/utf8.hpp"

namespace normlab {
namespace {

constexpr std::string_view kReplacementEscape = "\\ufffd";

std::optional<std::uint32_t> EscapedUnit(std::string_view json, std::size_t start) {
  if (start + 6 > json.size() || json[start] != '\\' || json[start + 1] != 'u') return {};
  std::uint32_t unit = 0;
  for (std::size_t i = start + 2; i < start + 6; ++i) {
    const char c = json[i];
    const char lower = static_cast<char>(c | 0x20);
    if (c >= '0' && c <= '9') {
      unit = unit * 16 + static_cast<std::uint32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      unit = unit * 16 + static_cast<std::uint32_t>(lower - 'a' + 10);
    } else {
      return {};
    }
  }
  return unit;
}

bool IsHighSurrogate(std::uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool IsLowSurrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

}  // namespace

std::string WellFormedJson(std::string_view bytes) {
  std::string json = EncodeUtf8(DecodeUtf8(bytes));
  for (std::size_t i = 0; i < json.size();) {
    if (json[i] != '\\') {
      ++i;
      continue;
    }
    const std::optional<std::uint32_t> unit = EscapedUnit(json, i);
    if (!unit) {
      i += 2;  // an escaped backslash must not be taken for the start of the next escape
      continue;
    }
    const std::optional<std::uint32_t> next = EscapedUnit(json, i + 6);
    if (IsHighSurrogate(*unit) && next && IsLowSurrogate(*next)) {
      i += 12;
      continue;
    }
    if (IsHighSurrogate(*unit) || IsLowSurrogate(*unit)) {
      json.replace(i, kReplacementEscape.size(), kReplacementEscape);
    }
    i += 6;
  }
  return json;
}

}  // namespace normlab
