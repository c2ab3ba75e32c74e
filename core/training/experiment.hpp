// One experiment: a stack, what it learns, how it is trained, for how long, from which seed.
// document/ reads it from JSON; run.hpp trains it.
#pragma once

#include <cstdint>

#include "core/stack/model.hpp"
#include "core/training/optimizer.hpp"
#include "core/training/schedule.hpp"
#include "core/training/task.hpp"

namespace normlab {

struct Experiment {
  ModelSettings model;
  TaskSettings task;
  OptimizerSettings optimizer;
  ScheduleSettings schedule;
  int batch = 16;   // sequences per step
  int steps = 800;  // the budget; a run stops there
  std::uint32_t seed = 1;
};

}  // namespace normlab
