// How the table of fields reaches into an Experiment, by pointers to members: the compiler checks
// that the member exists, and the default stays where the member is declared.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/document/fields.hpp"

namespace normlab {

// One value of an enumeration with its name in documents and the words that explain it.
template <typename Enumeration>
struct Named {
  Enumeration value;
  std::string name;
  std::string label;
  std::string help;
};

template <typename Enumeration>
std::vector<Choice> Choices(const std::vector<Named<Enumeration>>& names) {
  std::vector<Choice> choices;
  for (const auto& named : names) choices.push_back({named.name, named.label, named.help});
  return choices;
}

template <typename Value>
Access Plain(Value Experiment::*member) {
  return {
      [=](const Experiment& experiment) { return Json(experiment.*member); },
      [=](Experiment& experiment, const Json& value) { experiment.*member = value.get<Value>(); }};
}

template <typename Group, typename Value>
Access Plain(Group Experiment::*group, Value Group::*member) {
  return {[=](const Experiment& experiment) { return Json(experiment.*group.*member); },
          [=](Experiment& experiment, const Json& value) {
            experiment.*group.*member = value.get<Value>();
          }};
}

// The same of a member that is itself a struct, as a wiring is.
template <typename Group, typename Part, typename Value>
Access Plain(Group Experiment::*group, Part Group::*part, Value Part::*member) {
  return {[=](const Experiment& experiment) { return Json(experiment.*group.*part.*member); },
          [=](Experiment& experiment, const Json& value) {
            experiment.*group.*part.*member = value.get<Value>();
          }};
}

template <typename Enumeration>
Json NameIn(const std::vector<Named<Enumeration>>& names, Enumeration value) {
  for (const auto& named : names) {
    if (named.value == value) return Json(named.name);
  }
  return Json();
}

template <typename Enumeration>
void SetByName(const std::vector<Named<Enumeration>>& names, const Json& name, Enumeration& value) {
  for (const auto& named : names) {
    if (name == named.name) value = named.value;
  }
}

template <typename Group, typename Enumeration>
Access OneOf(Group Experiment::*group, Enumeration Group::*member,
             const std::vector<Named<Enumeration>>& names) {
  return {[=](const Experiment& experiment) { return NameIn(names, experiment.*group.*member); },
          [=](Experiment& experiment, const Json& value) {
            SetByName(names, value, experiment.*group.*member);
          }};
}

template <typename Group, typename Part, typename Enumeration>
Access OneOf(Group Experiment::*group, Part Group::*part, Enumeration Part::*member,
             const std::vector<Named<Enumeration>>& names) {
  return {
      [=](const Experiment& experiment) { return NameIn(names, experiment.*group.*part.*member); },
      [=](Experiment& experiment, const Json& value) {
        SetByName(names, value, experiment.*group.*part.*member);
      }};
}

}  // namespace normlab
