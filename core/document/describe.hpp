// Everything that a page, a form or a command line needs to know about documents, as JSON.
#pragma once

#include "core/document/json.hpp"
#include "core/training/record.hpp"

namespace normlab {

// version, fields, wirings, verdicts, series, scalars, default_race, presets, limits.
Json Describe();

// Where the scalars and series of a run's records lie.
Json DescribeLayout(const RecordLayout& layout);

}  // namespace normlab
