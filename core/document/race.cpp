#include "core/document/race.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "core/document/check.hpp"
#include "core/document/fields.hpp"
#include "core/document/limits.hpp"
#include "core/document/nearest.hpp"
#include "core/document/read_experiment.hpp"
#include "core/document/read_json.hpp"
#include "core/document/write_experiment.hpp"

namespace normlab {
namespace {

bool Gives(const Json& document, const std::string& path) {
  const Json::json_pointer pointer(FieldPointer("", path));
  return document.contains(pointer);
}

void ReadMembers(const Json& race, FieldErrors& errors) {
  const std::vector<std::string> known = {"version", "base", "arms"};
  for (const auto& [name, value] : race.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string shown = ShortText(name);
    errors.push_back(
        {JsonPointer("", name), shown, ShortValue(value), "version, base, arms",
         "unknown field " + shown + " of a race; did you mean " + Nearest(name, known) + "?"});
  }
  if (race.contains("version")) ReadVersion(race["version"], "/version", errors);
}

bool ReadArmCount(const Json& race, FieldErrors& errors) {
  const std::string allowed = "list of 1 to " + std::to_string(kMostArms) + " arms";
  if (!race.contains("arms")) {
    errors.push_back({"/arms", "arms", nullptr, allowed, "arms is missing; allowed: a " + allowed});
    return false;
  }
  const Json& arms = race["arms"];
  if (arms.is_array() && !arms.empty() && arms.size() <= kMostArms) return true;
  const std::string found =
      arms.is_array() ? "a list of " + std::to_string(arms.size()) : ValueText(arms);
  errors.push_back(
      {"/arms", "arms", ShortValue(arms), allowed, "arms is " + found + "; allowed: a " + allowed});
  return false;
}

// A matched race: its arms see the same data for the same number of steps from the same seed.
void CheckShared(const Json& patch, const std::string& pointer, const Experiment& arm,
                 const Experiment& base, FieldErrors& errors) {
  for (const Field& field : Fields()) {
    if (!field.shared) continue;
    const Json value = field.access.get(arm);
    const Json of_base = field.access.get(base);
    if (value == of_base) continue;
    const bool given = Gives(patch, field.path);
    errors.push_back({given ? FieldPointer(pointer, field.path) : pointer, field.path,
                      ShortValue(value), ValueText(of_base) + ", as in the base",
                      field.path + " is " + ValueText(value) + " in an arm and " +
                          ValueText(of_base) +
                          " in the base; all arms of a race share it: set it in the base"});
  }
}

FieldError Placed(const Conflict& conflict, const Json& patch, const std::string& pointer,
                  const Json& base, const Experiment& arm) {
  for (const std::string& field : conflict.fields) {
    if (Gives(patch, field)) return ConflictError(conflict, field, pointer, arm);
  }
  for (const std::string& field : conflict.fields) {
    if (Gives(base, field)) return ConflictError(conflict, field, "/base", arm);
  }
  return ConflictError(conflict, conflict.fields.front(), pointer, arm);
}

// The fields of one arm; and, where the base reads as well, what they say together with it.
void ReadArm(const Json& patch, const std::string& pointer, const Json* base, RaceReading& race) {
  FieldErrors errors;
  Experiment arm = DefaultExperiment();
  ReadFields(patch, pointer, Nulls::kErase, arm, errors);
  if (errors.empty() && base != nullptr) {
    Json merged = *base;
    merged.merge_patch(patch);
    arm = DefaultExperiment();
    ReadFields(merged, pointer, Nulls::kRefused, arm, errors);
    CheckShared(patch, pointer, arm, race.base, errors);
    // An arm with a task of its own is refused already; its own facts would say no more.
    if (!SameTask(arm.task, race.base.task)) arm.task = race.base.task;
    for (const Conflict& conflict : CheckTogether(arm, race.facts)) {
      if (!AllRead(conflict.fields, errors)) continue;
      errors.push_back(Placed(conflict, patch, pointer, *base, arm));
    }
  }
  race.errors.insert(race.errors.end(), errors.begin(), errors.end());
  race.arms.push_back(std::move(arm));
}

// A conflict that lies in the base comes back from every arm.
FieldErrors EachOnce(const FieldErrors& errors) {
  std::set<std::pair<std::string, std::string>> seen;
  FieldErrors once;
  for (const FieldError& error : errors) {
    if (seen.insert({error.pointer, error.message}).second) once.push_back(error);
  }
  return once;
}

}  // namespace

RaceReading ReadRace(std::string_view text) {
  RaceReading race{DefaultExperiment(), {}, {}, {}};
  const JsonReading json = ReadJson(text);
  race.errors = json.errors;
  for (FieldError& error : race.errors) error.field = FieldAt(error.pointer);
  if (!json.whole) return race;
  if (!json.value.is_object()) {
    race.errors.push_back(
        {"", "", ShortValue(json.value), "object with base and arms",
         "the race is " + ValueText(json.value) + "; allowed: an object with version, base, arms"});
    return race;
  }
  ReadMembers(json.value, race.errors);
  const Json base = json.value.contains("base") ? json.value["base"] : Json::object();
  const std::size_t before_base = race.errors.size();
  ReadFields(base, "/base", Nulls::kRefused, race.base, race.errors);
  race.facts = FactsOf(race.base.task);
  const bool base_reads = race.errors.size() == before_base;
  if (!ReadArmCount(json.value, race.errors)) return race;
  const Json& arms = json.value["arms"];
  for (std::size_t i = 0; i < arms.size(); ++i) {
    ReadArm(arms[i], "/arms/" + std::to_string(i), base_reads ? &base : nullptr, race);
  }
  race.errors = EachOnce(race.errors);
  return race;
}

Json RaceDocument(const RaceReading& race) {
  Json document = Json::object();
  document["version"] = kDocumentVersion;
  document["base"] = MinimalDocument(race.base);
  document["arms"] = Json::array();
  for (const Experiment& arm : race.arms) document["arms"].push_back(Difference(arm, race.base));
  return document;
}

}  // namespace normlab
