#include "core/document/field_error.hpp"

namespace normlab {

Json ToJson(const FieldErrors& errors) {
  Json list = Json::array();
  for (const FieldError& error : errors) {
    Json entry = Json::object();
    entry["pointer"] = error.pointer;
    entry["field"] = error.field;
    entry["value"] = error.value;
    entry["allowed"] = error.allowed;
    entry["message"] = error.message;
    list.push_back(entry);
  }
  return list;
}

}  // namespace normlab
