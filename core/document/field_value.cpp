#include "core/document/field_value.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "core/document/nearest.hpp"

namespace normlab {

bool IsWhole(const Json& value) {
  return value.is_number() && std::floor(value.get<double>()) == value.get<double>();
}

namespace {

bool InRange(const Field& field, double number) {
  return number >= field.minimum && number <= field.maximum;
}

std::string WithArticle(const Field& field) {
  const std::string allowed = AllowedText(field);
  switch (field.kind) {
    case FieldKind::kInteger:
      return "an " + allowed;
    case FieldKind::kReal:
    case FieldKind::kText:
      return "a " + allowed;
    default:
      return allowed;
  }
}

}  // namespace

bool IsAllowed(const Field& field, const Json& value) {
  switch (field.kind) {
    case FieldKind::kInteger:
      return IsWhole(value) && InRange(field, value.get<double>());
    case FieldKind::kReal:
      return value.is_number() && InRange(field, value.get<double>());
    case FieldKind::kBoolean:
      return value.is_boolean();
    case FieldKind::kText:
      return value.is_string() &&
             InRange(field, static_cast<double>(value.get_ref<const std::string&>().size()));
    case FieldKind::kChoice:
      for (const Choice& choice : field.choices) {
        if (value == choice.value) return true;
      }
      return false;
  }
  return false;
}

std::string AllowedText(const Field& field) {
  const std::string range = NumberText(field.minimum) + " to " + NumberText(field.maximum);
  switch (field.kind) {
    case FieldKind::kInteger:
      return "integer from " + range;
    case FieldKind::kReal:
      return "real number from " + range;
    case FieldKind::kBoolean:
      return "true or false";
    case FieldKind::kText:
      return "text of at most " + NumberText(field.maximum) + " bytes";
    case FieldKind::kChoice:
      break;
  }
  std::string names;
  for (const Choice& choice : field.choices) names += (names.empty() ? "" : ", ") + choice.value;
  return "one of " + names;
}

FieldError NotAllowed(const Field& field, std::string pointer, const Json& value) {
  std::string message = field.path + " is " + ValueText(value) + "; allowed: " + WithArticle(field);
  if (field.kind == FieldKind::kText && value.is_string()) {
    message = field.path + " is " + NumberText(double(value.get_ref<const std::string&>().size())) +
              " bytes long; allowed: " + WithArticle(field);
  }
  if (field.kind == FieldKind::kChoice && value.is_string()) {
    std::vector<std::string> names;
    for (const Choice& choice : field.choices) names.push_back(choice.value);
    const std::string& given = value.get_ref<const std::string&>();
    const std::string nearest = Nearest(given, names);
    // A far one would be a guess; the whole list stands in the message anyway.
    if (2 * EditDistance(given, nearest) <= nearest.size()) {
      message += "; did you mean " + nearest + "?";
    }
  }
  return {std::move(pointer), field.path, ShortValue(value), AllowedText(field), message};
}

}  // namespace normlab
