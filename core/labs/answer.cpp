#include "core/labs/answer.hpp"

#include <cmath>

#include "core/document/describe_field.hpp"
#include "core/document/limits.hpp"
#include "core/document/nearest.hpp"
#include "core/document/run_weights.hpp"
#include "core/document/safetensors.hpp"
#include "core/document/write_experiment.hpp"

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
  answer["interval"] = Number(statement.interval);
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

const char* NameOf(LabWeights weights) {
  switch (weights) {
    case LabWeights::kNone:
      return "";
    case LabWeights::kAny:
      return "a trained stack";
    case LabWeights::kText:
      return "a stack that was trained on a text";
    case LabWeights::kTextWithFinalNorm:
      return "a stack that was trained on a text and whose head reads a final norm alone";
  }
  return "";
}

// A stack that this lab has no use for.
FieldErrors Unsuited(const Lab& lab, const Experiment& experiment) {
  const bool text = experiment.task.kind == TaskKind::kText;
  const bool suits = lab.weights == LabWeights::kAny ||
                     (lab.weights == LabWeights::kText && text) ||
                     (lab.weights == LabWeights::kTextWithFinalNorm && text &&
                      experiment.model.Row().final_norm && !experiment.model.Row().dual);
  if (suits) return {};
  const bool none = lab.weights == LabWeights::kNone;
  const std::string allowed = none ? "no weights" : NameOf(lab.weights);
  return {WeightsError(allowed, "the weights are of " + std::string(experiment.model.Row().label) +
                                    (text ? ", trained on a text" : ", not trained on a text") +
                                    "; " + lab.name + " allows: " + allowed)};
}

// What is asked for, or every reason against it.
struct Request {
  const Lab* lab = nullptr;
  TrainedStack given = {};
  LabValues values = {};
  LabCost cost = {};
  FieldErrors errors = {};

  Request() = default;
  Request(const Request&) = delete;  // the values point to what is given
};

void Read(std::string_view name, std::string_view settings, bool quick, std::string_view weights,
          Request& request) {
  request.lab = FindLab(name);
  if (request.lab == nullptr) {
    request.errors = {UnknownLab(name)};
    return;
  }
  LabReading reading = ReadLabValues(request.lab->settings, settings, quick);
  request.values = std::move(reading.values);
  request.errors = std::move(reading.errors);
  if (!weights.empty()) {
    TrainedReading trained = ReadWeights(weights);
    FieldErrors errors = trained.ok() ? Unsuited(*request.lab, trained.trained.experiment)
                                      : std::move(trained.errors);
    request.errors.insert(request.errors.end(), errors.begin(), errors.end());
    request.given = std::move(trained.trained);
    request.values.Give(request.given);
  }
  if (!request.errors.empty()) return;
  request.cost = request.lab->cost(request.values);
  request.errors = TooLarge(request.cost, request.values);
}

}  // namespace

Json DescribeLabs() {
  Json list = Json::array();
  for (const Lab& lab : Labs()) {
    Json entry = Json::object();
    entry["name"] = lab.name;
    entry["title"] = lab.title;
    entry["question"] = lab.question;
    entry["takes_weights"] = lab.weights == LabWeights::kNone ? Json() : Json(NameOf(lab.weights));
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

Json CheckLab(std::string_view name, std::string_view settings, bool quick,
              std::string_view weights) {
  Request request;
  Read(name, settings, quick, weights, request);
  if (!request.errors.empty()) return Refusal(request.errors);
  Json answer = Json::object();
  answer["ok"] = true;
  answer["estimate"]["seconds"] = request.cost.seconds;
  answer["estimate"]["memory_bytes"] = std::ceil(request.cost.memory_bytes);
  return answer;
}

Json RunLab(std::string_view name, std::string_view settings, bool quick,
            const LabProgress& progress, std::string_view weights) {
  Request request;
  Read(name, settings, quick, weights, request);
  if (!request.errors.empty()) return Refusal(request.errors);
  const LabValues& values = request.values;
  const LabReport report = request.lab->run(values, progress);
  Json answer = Json::object();
  answer["ok"] = true;
  answer["lab"] = request.lab->name;
  answer["title"] = request.lab->title;
  for (const auto& [setting, value] : values.All()) answer["settings"][setting] = value;
  if (values.Given() != nullptr) answer["measured"] = MinimalDocument(values.Given()->experiment);
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
