// What a trained stack is asked afterwards: sequences that its training did not draw.
#pragma once

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

// The trained stack with room for the exam's sequences.
Stack<float> ForExam(const Stack<float>& trained, const Exam& exam);

// The same without one layer, counted from 0, of at least two: the stream goes past it. Not of
// wirings whose scales depend on the depth (DeepNorm, layer-norm scaling): their other layers would
// change too.
Stack<float> WithoutLayer(const Stack<float>& trained, const Exam& exam, int layer);

}  // namespace normlab
