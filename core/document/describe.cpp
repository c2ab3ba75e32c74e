#include "core/document/describe.hpp"

#include "core/document/fields.hpp"
#include "core/document/limits.hpp"
#include "core/document/presets.hpp"
#include "core/document/race.hpp"
#include "core/document/wirings.hpp"
#include "core/training/verdict.hpp"

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

Json DescribeField(const Field& field) {
  Json entry = Json::object();
  entry["path"] = field.path;
  entry["group"] = field.Group();
  entry["kind"] = KindName(field.kind);
  entry["default"] = field.access.get(DefaultExperiment());
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

Json DescribeVerdicts() {
  Json list = Json::array();
  for (const OutcomeInfo& info : Outcomes()) {
    Json entry = Json::object();
    entry["name"] = info.name;
    entry["help"] = info.help;
    list.push_back(entry);
  }
  return list;
}

Json DescribeSeries() {
  Json list = Json::array();
  for (const SeriesInfo& series : SeriesTable()) {
    Json entry = Json::object();
    entry["name"] = series.name;
    entry["label"] = series.label;
    entry["help"] = series.help;
    entry["per"] = series.per_layer ? "layer" : "sublayer";
    list.push_back(entry);
  }
  return list;
}

Json DescribePresets() {
  Json list = Json::array();
  for (const Preset& preset : Presets()) {
    Json entry = Json::object();
    entry["name"] = preset.name;
    entry["label"] = preset.label;
    entry["help"] = preset.help;
    entry["race"] = Json::parse(preset.race);
    list.push_back(entry);
  }
  return list;
}

}  // namespace

Json Describe() {
  Json description = Json::object();
  description["version"] = kDocumentVersion;
  description["fields"] = Json::array();
  for (const Field& field : Fields()) description["fields"].push_back(DescribeField(field));
  description["wirings"] = DescribeWirings();
  description["verdicts"] = DescribeVerdicts();
  description["scalars"] = kScalarNames;
  description["series"] = DescribeSeries();
  description["default_race"] = DefaultRace();
  description["presets"] = DescribePresets();
  description["limits"]["memory_bytes"] = kMemoryLimit;
  description["limits"]["text_bytes"] = kLongestText;
  description["limits"]["arms"] = kMostArms;
  return description;
}

Json DescribeLayout(const RecordLayout& layout) {
  Json description = Json::object();
  description["scalars"] = kScalarNames;
  description["series"] = Json::array();
  for (const SeriesInfo& series : SeriesTable()) {
    Json entry = Json::object();
    entry["name"] = series.name;
    entry["label"] = series.label;
    entry["length"] = layout.Length(series.id);
    entry["offset"] = layout.Offset(series.id);
    description["series"].push_back(entry);
  }
  description["width"] = layout.Width();
  return description;
}

}  // namespace normlab
