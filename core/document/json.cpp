#include "core/document/json.hpp"

#include <cmath>
#include <cstddef>

namespace normlab {
namespace {

constexpr std::size_t kLongestTextShown = 60;

}  // namespace

std::string JsonPointer(const std::string& pointer, std::string_view member) {
  std::string result = pointer + "/";
  for (const char c : member) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

std::string NumberText(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  std::string text = Json(number).dump();
  const std::size_t point = text.find(".0");
  if (point != std::string::npos && point + 2 == text.size()) text.resize(point);
  const std::size_t exponent = text.find("e-0");
  if (exponent != std::string::npos) text.erase(exponent + 2, 1);
  return text;
}

std::string JsonText(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string ShortText(const std::string& text) {
  if (text.size() <= kLongestTextShown) return text;
  std::size_t end = kLongestTextShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string ValueText(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  if (value.is_number_float()) return NumberText(value.get<double>());
  return JsonText(ShortValue(value));
}

Json ShortValue(const Json& value) {
  if (value.is_object() || value.is_array()) return ValueText(value);
  if (value.is_string()) return ShortText(value.get_ref<const std::string&>());
  return value;
}

}  // namespace normlab
