#include "core/document/read_experiment.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/document/check.hpp"
#include "core/document/field_value.hpp"
#include "core/document/nearest.hpp"
#include "core/document/read_json.hpp"

namespace normlab {
namespace {

// What people write from habit, and what it is called here; too short for an edit distance.
const std::vector<std::pair<std::string, std::string>>& Habits() {
  static const std::vector<std::pair<std::string, std::string>> habits = {
      {"lr", "optimizer.learning_rate"},
      {"wd", "optimizer.weight_decay"},
      {"layers", "model.depth"},
      {"n_layers", "model.depth"},
      {"d_model", "model.width"},
      {"ff", "model.feed_forward"},
      {"batch_size", "batch"},
      {"optimiser", "optimizer"},
      {"sequence_length", "task.context"}};
  return habits;
}

std::vector<std::string> KnownPaths() {
  std::vector<std::string> paths;
  std::string last_group;
  for (const Field& field : Fields()) {
    const std::string group = field.Group();
    if (IsGroup(group) && group != last_group) paths.push_back(group);
    last_group = group;
    paths.push_back(field.path);
  }
  paths.push_back("version");
  return paths;
}

std::string MembersOf(std::string_view group) {
  std::string members;
  for (const Field& field : Fields()) {
    if (field.Group() != group) continue;
    members += (members.empty() ? "" : ", ") + field.Name();
  }
  return members;
}

// {"model": {"depth": ...}} for model.depth.
std::string Nested(const Field& field) {
  const std::string inner = "{\"" + field.Name() + "\": ...}";
  return field.Group() == "run" ? inner : "{\"" + field.Group() + "\": " + inner + "}";
}

FieldError UnknownField(const std::string& path, std::string pointer, const Json& value) {
  const std::string shown = ShortText(path);
  FieldError error{std::move(pointer), shown, ShortValue(value), "a known field", ""};
  if (const Field* dotted = FindField(path)) {
    error.message = "\"" + shown + "\" is not one name: write it nested, " + Nested(*dotted);
    return error;
  }
  if (path == "base" || path == "arms") {
    error.message = path + " belongs to a race; this document is read as one experiment";
    return error;
  }
  std::string nearest;
  const std::string last = path.substr(path.rfind('.') + 1);
  for (const auto& [habit, known] : Habits()) {
    if (last == habit) nearest = known;
  }
  if (nearest.empty()) nearest = NearestPath(path, KnownPaths());
  error.message = "unknown field " + shown + "; did you mean " + nearest + "?";
  return error;
}

FieldError NotAnObject(const std::string& name, std::string pointer, const Json& value,
                       const std::string& members) {
  return {std::move(pointer), name, ShortValue(value), "object with " + members,
          (name.empty() ? std::string("the document") : name) + " is " + ValueText(value) +
              "; allowed: an object with " + members};
}

void ReadValue(const Field& field, std::string pointer, const Json& value, Nulls nulls,
               Experiment& experiment, FieldErrors& errors) {
  if (value.is_null() && nulls == Nulls::kErase) return;
  if (IsAllowed(field, value)) {
    field.access.set(experiment, value);
  } else {
    errors.push_back(NotAllowed(field, std::move(pointer), value));
  }
}

void ReadGroup(const std::string& group, const std::string& pointer, const Json& members,
               Nulls nulls, Experiment& experiment, FieldErrors& errors) {
  if (members.is_null() && nulls == Nulls::kErase) return;
  if (!members.is_object()) {
    errors.push_back(NotAnObject(group, pointer, members, MembersOf(group)));
    return;
  }
  for (const auto& [name, value] : members.items()) {
    const std::string path = group + "." + name;
    const std::string place = JsonPointer(pointer, name);
    if (const Field* field = FindField(path)) {
      ReadValue(*field, place, value, nulls, experiment, errors);
    } else {
      errors.push_back(UnknownField(path, place, value));
    }
  }
}

}  // namespace

void ReadFields(const Json& document, const std::string& pointer, Nulls nulls,
                Experiment& experiment, FieldErrors& errors) {
  if (!document.is_object()) {
    errors.push_back(NotAnObject("", pointer, document,
                                 "version, model, task, optimizer, schedule, " + MembersOf("run")));
    return;
  }
  for (const auto& [name, value] : document.items()) {
    const std::string place = JsonPointer(pointer, name);
    const Field* field = name.find('.') == std::string::npos ? FindField(name) : nullptr;
    if (name == "version") {
      ReadVersion(value, place, errors);
    } else if (IsGroup(name)) {
      ReadGroup(name, place, value, nulls, experiment, errors);
    } else if (field != nullptr) {
      ReadValue(*field, place, value, nulls, experiment, errors);
    } else {
      errors.push_back(UnknownField(name, place, value));
    }
  }
}

void ReadVersion(const Json& value, std::string pointer, FieldErrors& errors) {
  if (IsWhole(value) && value.get<double>() == kDocumentVersion) return;
  const std::string version = std::to_string(kDocumentVersion);
  errors.push_back({std::move(pointer), "version", ShortValue(value), version,
                    "version is " + ValueText(value) + "; this NormLab reads version " + version});
}

std::string FieldAt(const std::string& pointer) {
  const std::size_t last = pointer.rfind('/');
  if (last == std::string::npos) return "";
  const std::string name = pointer.substr(last + 1);
  const std::size_t before = last == 0 ? std::string::npos : pointer.rfind('/', last - 1);
  if (before != std::string::npos) {
    const std::string path = pointer.substr(before + 1, last - before - 1) + "." + name;
    if (FindField(path) != nullptr) return path;
  }
  return name.find('.') == std::string::npos && FindField(name) != nullptr ? name : "";
}

bool AllRead(const std::vector<std::string>& fields, const FieldErrors& errors) {
  return std::none_of(errors.begin(), errors.end(), [&](const FieldError& error) {
    return std::find(fields.begin(), fields.end(), error.field) != fields.end();
  });
}

ExperimentReading ReadExperiment(std::string_view text) {
  ExperimentReading reading{DefaultExperiment(), {}, {}};
  const JsonReading json = ReadJson(text);
  reading.errors = json.errors;
  for (FieldError& error : reading.errors) error.field = FieldAt(error.pointer);
  if (!json.whole) return reading;
  ReadFields(json.value, "", Nulls::kRefused, reading.experiment, reading.errors);
  reading.facts = FactsOf(reading.experiment.task);
  for (const Conflict& conflict : CheckTogether(reading.experiment, reading.facts)) {
    if (!AllRead(conflict.fields, reading.errors)) continue;
    reading.errors.push_back(
        ConflictError(conflict, conflict.fields.front(), "", reading.experiment));
  }
  return reading;
}

}  // namespace normlab
