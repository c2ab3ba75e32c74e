// One training step of a stack: forward, backward, measure, clip, update.
#pragma once

#include "core/stack/stack.hpp"
#include "core/training/optimizer.hpp"
#include "core/training/record.hpp"
#include "core/training/schedule.hpp"

namespace normlab {

template <class S>
class Trainer {
 public:
  // `steps` is the budget that the cosine schedule ends with.
  Trainer(const ModelSettings& model, Index vocabulary, Index context, Index batch,
          const OptimizerSettings& optimizer, const ScheduleSettings& schedule, int steps);

  // ids, targets: (batch * context). Trains one step and fills `record`, whose loss is the one
  // before the update. Where the loss or the gradient norm is not finite it doesn't update, and
  // returns false. Without `measure` the series stay as they are.
  bool Step(const std::int32_t* ids, const std::int32_t* targets, bool measure, Record& record);

  Stack<S>& Model() { return stack_; }
  const Stack<S>& Model() const { return stack_; }
  const Optimizer<S>& Moments() const { return optimizer_; }
  const RecordLayout& Layout() const { return layout_; }
  int StepsDone() const { return step_; }

 private:
  double MeasureGradients(Record& record);
  void UpdateParameters(bool measure, Record& record);
  void CopyMeasures(Record& record) const;

  Stack<S> stack_;
  RecordLayout layout_;
  OptimizerSettings optimizer_settings_;
  ScheduleSettings schedule_;
  Optimizer<S> optimizer_;
  int steps_;
  int step_ = 0;
};

extern template class Trainer<float>;
extern template class Trainer<double>;

}  // namespace normlab
