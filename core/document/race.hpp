// A race: one base document and, for each arm, what differs in it (an RFC 7386 merge patch).
#pragma once

#include <string_view>
#include <vector>

#include "core/document/facts.hpp"
#include "core/document/field_error.hpp"
#include "core/document/json.hpp"
#include "core/training/experiment.hpp"

namespace normlab {

struct RaceReading {
  Experiment base;
  TaskFacts facts;  // of the task that all arms share
  std::vector<Experiment> arms;
  FieldErrors errors;  // `arms` may be run where there are none

  bool ok() const { return errors.empty(); }
};

// Pointers in the errors lead into the race as it was given: /arms/1/model/width.
RaceReading ReadRace(std::string_view text);

// The race again, with only what differs: in the base from the defaults, in an arm from the base.
Json RaceDocument(const RaceReading& race);

}  // namespace normlab
