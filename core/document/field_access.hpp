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

template <typename Group, typename Enumeration>
Access OneOf(Group Experiment::*group, Enumeration Group::*member,
             const std::vector<Named<Enumeration>>& names) {
  return {[=](const Experiment& experiment) {
            for (const auto& named : names) {
              if (named.value == experiment.*group.*member) return Json(named.name);
            }
            return Json();
          },
          [=](Experiment& experiment, const Json& value) {
            for (const auto& named : names) {
              if (value == named.name) experiment.*group.*member = named.value;
            }
          }};
}

}  // namespace normlab
