// The known name nearest to one that is not known, for "did you mean".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace normlab {

// Insertions, deletions, substitutions and swaps of neighbours that turn one into the other.
std::size_t EditDistance(std::string_view a, std::string_view b);

// The first of the nearest; empty only where there are no names.
std::string Nearest(std::string_view name, const std::vector<std::string>& names);

// The path among `paths` nearest to `path`; a right name in a wrong place is found too.
std::string NearestPath(std::string_view path, const std::vector<std::string>& paths);

}  // namespace normlab
