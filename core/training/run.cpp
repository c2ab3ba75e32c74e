#include "core/training/run.hpp"

namespace normlab {

Run::Run(const Experiment& experiment)
    : experiment_(experiment),
      task_(experiment.task, experiment.batch, experiment.seed),
      trainer_(experiment.model, task_.Vocabulary(), task_.Context(), experiment.batch,
               experiment.optimizer, experiment.schedule, experiment.steps),
      tracker_(experiment.model.depth, experiment.schedule.warmup,
               {task_.Chance(), task_.Unigram()}) {
  trainer_.Model().Initialise(experiment.seed);
}

const Record* Run::Step() {
  if (Finished()) return nullptr;
  task_.Fill(static_cast<std::uint64_t>(StepsDone()) + 1, batch_);
  halted_ = !trainer_.Step(batch_.ids.data(), batch_.targets.data(), true, record_);
  tracker_.Add(record_);
  trajectory_.Add(record_);
  return &record_;
}

double Run::LossAhead(Batch& batch) {
  task_.Fill(static_cast<std::uint64_t>(StepsDone()) + 1, batch);
  return trainer_.Model().Forward(batch.ids.data(), batch.targets.data(), false);
}

}  // namespace normlab
