#include "core/document/describe_field.hpp"

namespace normlab {
namespace {

const char* KindName(FieldKind kind) {
  switch (kind) {
    case FieldKind::kInteger:
      return "integer";
    case FieldKind::kReal:
      return "real";
    case FieldKind::kChoice:
      return "choice";
    case FieldKind::kBoolean:
      return "boolean";
    case FieldKind::kText:
      return "text";
  }
  return "";
}

}  // namespace

Json DescribeField(const Field& field, const Json& standard) {
  Json entry = Json::object();
  entry["path"] = field.path;
  entry["group"] = field.Group();
  entry["kind"] = KindName(field.kind);
  entry["default"] = standard;
  if (field.kind == FieldKind::kInteger || field.kind == FieldKind::kReal) {
    entry["minimum"] = field.minimum;
    entry["maximum"] = field.maximum;
    entry["scale"] = field.scale == Scale::kLog ? "log" : "linear";
  }
  if (field.kind == FieldKind::kText) entry["maximum"] = field.maximum;
  if (!field.unit.empty()) entry["unit"] = field.unit;
  entry["label"] = field.label;
  entry["help"] = field.help;
  for (const Choice& choice : field.choices) {
    Json option = Json::object();
    option["value"] = choice.value;
    option["label"] = choice.label;
    option["help"] = choice.help;
    entry["choices"].push_back(option);
  }
  for (const Condition& condition : field.when) entry["when"][condition.path] = condition.values;
  entry["shared"] = field.shared;
  return entry;
}

}  // namespace normlab
