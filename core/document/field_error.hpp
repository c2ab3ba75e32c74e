// What is wrong with one place of a document. Errors are values: a reading returns all of them.
#pragma once

#include <string>
#include <vector>

#include "core/document/json.hpp"

namespace normlab {

struct FieldError {
  std::string pointer;  // RFC 6901, into the document as it was given
  std::string field;    // the field's path (model.depth); empty where no field is meant
  Json value;           // what was found there; null where nothing was
  std::string allowed;  // "integer from 1 to 2000"
  std::string message;  // one plain sentence that names the field and the value
};

using FieldErrors = std::vector<FieldError>;

Json ToJson(const FieldErrors& errors);

}  // namespace normlab
