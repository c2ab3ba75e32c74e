// How many seeds a claim about training is tried with: NORMLAB_SEEDS, or what the suite takes by
// itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace normlab {

inline std::uint32_t Seeds(std::uint32_t by_itself) {
  const char* chosen = std::getenv("NORMLAB_SEEDS");
  if (chosen == nullptr || *chosen == '\0') return by_itself;
  return static_cast<std::uint32_t>(std::max(1, std::atoi(chosen)));
}

}  // namespace normlab
