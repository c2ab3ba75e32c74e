// The wiring table as the document shows it.
#pragma once

#include <string>
#include <vector>

#include "core/document/fields.hpp"

namespace normlab {

std::vector<Choice> WiringChoices();

// The names of the rows with a norm somewhere: elsewhere the kind of norm changes nothing.
std::vector<std::string> WiringsWithNorm();

Json DescribeWirings();

}  // namespace normlab
