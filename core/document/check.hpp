// What the fields of an experiment say together: each may be fine alone and wrong beside another.
#pragma once

#include <string>
#include <vector>

#include "core/document/facts.hpp"
#include "core/document/field_error.hpp"
#include "core/training/experiment.hpp"

namespace normlab {

struct Conflict {
  std::vector<std::string> fields;  // every field that takes part
  std::string allowed;
  std::string message;  // names the fields and their values
};

// `experiment` holds values that its fields allow; `facts` are those of its task.
std::vector<Conflict> CheckTogether(const Experiment& experiment, const TaskFacts& facts);

// The conflict as an error at the field `blamed` of the document at `pointer`.
FieldError ConflictError(const Conflict& conflict, const std::string& blamed,
                         const std::string& pointer, const Experiment& experiment);

// Where a field's value lies in the document at `pointer`: /model/depth below it.
std::string FieldPointer(const std::string& pointer, const std::string& path);

}  // namespace normlab
