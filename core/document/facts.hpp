// What a task comes to: computed once from its settings, then handed to every check that asks. A
// long text is read once, not once for every arm that learns it.
#pragma once

#include "core/training/task.hpp"

namespace normlab {

struct TaskFacts {
  int characters = 0;  // of a text, as the task reads it; 0 for the other tasks
  int vocabulary = 0;  // different tokens
  int context = 0;     // tokens in a sequence
  double chance = 0;   // the loss of a uniform guess, in nats
  double unigram = 0;  // the loss of a guess by frequency; of a text
};

// Holds for any settings whose fields are allowed, an empty text among them.
TaskFacts FactsOf(const TaskSettings& task);

bool SameTask(const TaskSettings& a, const TaskSettings& b);

}  // namespace normlab
