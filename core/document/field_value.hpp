// One value against the kind and the range of its field.
#pragma once

#include <string>

#include "core/document/field_error.hpp"
#include "core/document/fields.hpp"
#include "core/document/json.hpp"

namespace normlab {

bool IsWhole(const Json& value);

bool IsAllowed(const Field& field, const Json& value);

// "integer from 1 to 2000", "one of layer, rms".
std::string AllowedText(const Field& field);

// `value`, which is not allowed, at `pointer`.
FieldError NotAllowed(const Field& field, std::string pointer, const Json& value);

}  // namespace normlab
