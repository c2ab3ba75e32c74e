// What the tests of documents share: the errors of a text, found by the place they point to.
#pragma once

#include <string>
#include <string_view>

#include "core/document/field_error.hpp"
#include "core/document/race.hpp"
#include "core/document/read_experiment.hpp"

namespace normlab {

inline FieldErrors ErrorsOf(std::string_view text) { return ReadExperiment(text).errors; }

inline FieldErrors RaceErrorsOf(std::string_view text) { return ReadRace(text).errors; }

// The message of the error at `pointer`; empty where there is none.
inline std::string MessageAt(const FieldErrors& errors, std::string_view pointer) {
  for (const FieldError& error : errors) {
    if (error.pointer == pointer) return error.message;
  }
  return "";
}

inline bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace normlab
