#include "core/document/describe.hpp"

#include "core/document/describe_field.hpp"
#include "core/document/fields.hpp"
#include "core/document/limits.hpp"
#include "core/document/presets.hpp"
#include "core/document/race.hpp"
#include "core/document/wirings.hpp"
#include "core/training/verdict.hpp"

namespace normlab {
namespace {

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
    entry["kind"] = preset.kind == PresetKind::kQuestion ? "question" : "model";
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
  for (const Field& field : Fields())
    description["fields"].push_back(DescribeField(field, field.access.get(DefaultExperiment())));
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
