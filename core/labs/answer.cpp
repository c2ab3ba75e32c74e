#include "core/labs/answer.hpp"

#include <cmath>

#include "core/document/describe_field.hpp"
#include "core/document/limits.hpp"
#include "core/document/nearest.hpp"

namespace normlab {
namespace {

Json Number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json ScaleName(Scale scale) { return scale == Scale::kLog ? "log" : "linear"; }

const char* NameOf(Comparison comparison) {
  switch (comparison) {
    case Comparison::kWithin:
      return "within";
    case Comparison::kAtMost:
      return "at most";
    case Comparison::kAtLeast:
      return "at least";
  }
  return "";
}

Json ChartJson(const LabChart& chart) {
  Json answer = Json::object();
  answer["name"] = chart.name;
  answer["x"]["label"] = chart.x_label;
  answer["x"]["scale"] = ScaleName(chart.x_scale);
  answer["y"]["label"] = chart.y_label;
  answer["y"]["scale"] = ScaleName(chart.y_scale);
  answer["series"] = Json::array();
  for (const LabSeries& series : chart.series) {
    Json entry = Json::object();
    entry["name"] = series.name;
    entry["label"] = series.label;
    for (const char* column : {"x", "measured", "predicted"}) entry[column] = Json::array();
    for (const LabPoint& point : series.points) {
      entry["x"].push_back(Number(point.x));
      entry["measured"].push_back(Number(point.measured));
      entry["predicted"].push_back(Number(point.predicted));
    }
    if (!series.documents.empty()) entry["documents"] = series.documents;
    answer["series"].push_back(entry);
  }
  return answer;
}

Json StatementJson(const LabStatement& statement) {
  Json answer = Json::object();
  answer["name"] = statement.name;
  answer["statement"] = statement.sentence;
  answer["source"] = statement.source;
  answer["comparison"] = NameOf(statement.comparison);
  answer["predicted"] = Number(statement.predicted);
  answer["tolerance"] = Number(statement.tolerance);
  answer["measured"] = Number(statement.measured);
  answer["holds"] = statement.Holds();
  answer["condition"] = statement.condition;
  return answer;
}

Json Refusal(const FieldErrors& errors) {
  Json answer = Json::object();
  answer["ok"] = false;
  answer["errors"] = ToJson(errors);
  return answer;
}

FieldError UnknownLab(std::string_view name) {
  std::vector<std::string> names;
  std::string allowed = "one of ";
  for (const Lab& lab : Labs()) {
    allowed += (names.empty() ? "" : ", ") + lab.name;
    names.push_back(lab.name);
  }
  const std::string shown = ShortText(std::string(name));
  return {"", "lab", shown, allowed,
          "there is no lab " + shown + "; did you mean " + Nearest(shown, names) + "?"};
}

// A lab that takes more than a tab may have. Each field alone is within its range.
FieldErrors TooLarge(const LabCost& cost, const LabValues& values) {
  if (cost.memory_bytes <= kMemoryLimit) return {};
  std::string settings;
  for (const auto& [name, value] : values.All()) {
    settings += (settings.empty() ? "" : ", ") + name + " " + value.dump();
  }
  const std::string allowed = "at most " + MemoryText(kMemoryLimit);
  return {{"", "", settings, allowed,
           "the measurement would take " + MemoryText(cost.memory_bytes) + " of memory (" +
               settings + "); allowed: " + allowed}};
}

}  // namespace

Json DescribeLabs() {
  Json list = Json::array();
  for (const Lab& lab : Labs()) {
    Json entry = Json::object();
    entry["name"] = lab.name;
    entry["title"] = lab.title;
    entry["question"] = lab.question;
    entry["settings"] = Json::array();
    for (const LabSetting& setting : lab.settings) {
      Json field = DescribeField(setting.field, setting.standard);
      field["quick"] = setting.quick;
      entry["settings"].push_back(field);
    }
    list.push_back(entry);
  }
  return list;
}

Json CheckLab(std::string_view name, std::string_view settings, bool quick) {
  const Lab* lab = FindLab(name);
  if (lab == nullptr) return Refusal({UnknownLab(name)});
  const LabReading reading = ReadLabValues(lab->settings, settings, quick);
  if (!reading.ok()) return Refusal(reading.errors);
  const LabCost cost = lab->cost(reading.values);
  if (const FieldErrors errors = TooLarge(cost, reading.values); !errors.empty()) {
    return Refusal(errors);
  }
  Json answer = Json::object();
  answer["ok"] = true;
  answer["estimate"]["seconds"] = cost.seconds;
  answer["estimate"]["memory_bytes"] = std::ceil(cost.memory_bytes);
  return answer;
}

Json RunLab(std::string_view name, std::string_view settings, bool quick,
            const LabProgress& progress) {
  const Lab* lab = FindLab(name);
  if (lab == nullptr) return Refusal({UnknownLab(name)});
  const LabReading reading = ReadLabValues(lab->settings, settings, quick);
  if (!reading.ok()) return Refusal(reading.errors);
  if (const FieldErrors errors = TooLarge(lab->cost(reading.values), reading.values);
      !errors.empty()) {
    return Refusal(errors);
  }
  const LabReport report = lab->run(reading.values, progress);
  Json answer = Json::object();
  answer["ok"] = true;
  answer["lab"] = lab->name;
  answer["title"] = lab->title;
  for (const auto& [setting, value] : reading.values.All()) answer["settings"][setting] = value;
  answer["statements"] = Json::array();
  bool holds = true;
  for (const LabStatement& statement : report.statements) {
    answer["statements"].push_back(StatementJson(statement));
    holds = holds && statement.Holds();
  }
  answer["holds"] = holds;
  answer["charts"] = Json::array();
  for (const LabChart& chart : report.charts) answer["charts"].push_back(ChartJson(chart));
  answer["texts"] = Json::array();
  for (const LabText& text : report.texts) {
    answer["texts"].push_back({{"name", text.name}, {"label", text.label}, {"text", text.text}});
  }
  return answer;
}

}  // namespace normlab
