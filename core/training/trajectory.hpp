// The course of a run as one number: two runs with the same one had the same loss and the same
// gradient norm, to the last bit, at every step.
#pragma once

#include <cstdint>
#include <string>

#include "core/training/record.hpp"

namespace normlab {

// A chain: the hash after a step depends on all steps up to it. Bits, not text: what differs in the
// last place differs here. All NaN are one, for their payload is the processor's own.
class Trajectory {
 public:
  void Add(const Record& record);

  // Of the steps so far; 0 before the first.
  std::uint64_t Hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

// 16 hexadecimal digits.
std::string TrajectoryText(std::uint64_t hash);

}  // namespace normlab
