// What a lab takes, from its settings alone: said before it starts.
#pragma once

#include <algorithm>

#include "core/labs/chain.hpp"
#include "core/training/experiment.hpp"

namespace normlab {

struct LabCost {
  double seconds = 0;       // on one core of an ordinary machine, within a factor of about three
  double memory_bytes = 0;  // at once

  // The same that many times over, one after the other.
  LabCost Times(double count) const { return {seconds * count, memory_bytes}; }

  friend LabCost operator+(const LabCost& a, const LabCost& b) {
    return {a.seconds + b.seconds, std::max(a.memory_bytes, b.memory_bytes)};
  }
};

// A chain that is built and passed through; a pass back counts for two.
LabCost ChainCost(const ChainShape& shape, double passes);

// An experiment that is trained to its end.
LabCost TrainingCost(const Experiment& experiment);

}  // namespace normlab
