// A field in words that a page can build a control from.
#pragma once

#include "core/document/fields.hpp"
#include "core/document/json.hpp"

namespace normlab {

// `standard` is its value where a document says nothing.
Json DescribeField(const Field& field, const Json& standard);

}  // namespace normlab
