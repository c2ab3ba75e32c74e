// How large a run is, from its settings alone: computed, and refused, before anything is allocated.
#pragma once

#include <string>

#include "core/document/facts.hpp"
#include "core/training/experiment.hpp"

namespace normlab {

// A tab's WebAssembly memory may grow to 2 GiB; half of it leaves room to build the next run before
// the last one is gone.
inline constexpr double kMemoryLimit = 1024.0 * 1024.0 * 1024.0;

// In bytes; the works of Shakespeare are 5.4 million, and no run of these sizes sees them all.
inline constexpr double kLongestText = 4.0 * 1024.0 * 1024.0;

inline constexpr int kMostArms = 6;

// Doubles, since a size that is refused may be beyond any integer of 32 bits.
struct RunSize {
  double parameters = 0;
  double memory_bytes = 0;
};

RunSize SizeOf(const Experiment& experiment, const TaskFacts& facts);

// 1.50 GiB, 12.0 MiB.
std::string MemoryText(double bytes);

}  // namespace normlab
