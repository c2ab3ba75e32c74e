// The wiring table as the document shows it.
#pragma once

#include <string>
#include <vector>

#include "core/document/fields.hpp"
#include "core/stack/wiring.hpp"

namespace normlab {

// The rows of the table, then the one that a visitor sets column by column.
std::vector<Choice> WiringChoices();

// The names of the rows with a norm somewhere, and of one's own, which may have one: elsewhere the
// kind of norm changes nothing.
std::vector<std::string> WiringsWithNorm();

Json DescribeWiring(const Wiring& wiring);
Json DescribeWirings();

}  // namespace normlab
