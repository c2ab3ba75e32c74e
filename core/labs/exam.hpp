// What a trained stack is asked afterwards: sequences that its training did not draw.
#pragma once

#include <functional>

#include "core/document/run_weights.hpp"
#include "core/labs/values.hpp"
#include "core/stack/stack.hpp"
#include "core/training/experiment.hpp"
#include "core/training/task.hpp"

namespace normlab {

struct Exam {
  int sequences;
  Task task;
  Batch batch;

  // The mean loss of a stack that ForExam or WithoutLayer gave.
  double Loss(Stack<float>& stack, bool measure = false) const {
    return stack.Forward(batch.ids.data(), batch.targets.data(), measure);
  }
};

Exam ExamOf(const Experiment& experiment, int sequences);

// What a lab measures: the stack that it was given, else one that it trains by the recipe. `told`
// hears the share done, 0 to 1, now and then.
TrainedStack Trained(const LabValues& values, const Experiment& recipe,
                     const std::function<void(double)>& told = {});

// The experiment of that stack, before anything is trained.
const Experiment& ExperimentOf(const LabValues& values, const Experiment& recipe);

// The trained stack with room for that many sequences of its task.
Stack<float> StackOf(const TrainedStack& trained, int sequences);

// The trained stack with room for the exam's sequences.
Stack<float> ForExam(const Stack<float>& trained, const Exam& exam);

// The same without one layer, counted from 0, of at least two: the stream goes past it. Not of
// wirings whose scales depend on the depth (DeepNorm, layer-norm scaling): their other layers would
// change too.
Stack<float> WithoutLayer(const Stack<float>& trained, const Exam& exam, int layer);

}  // namespace normlab
