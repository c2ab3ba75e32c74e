// The rows of the table of fields. To add a field: add a row here; nothing else needs to know.
#pragma once

#include <vector>

#include "core/document/fields.hpp"

namespace normlab {

std::vector<Field> FieldTable();

}  // namespace normlab
