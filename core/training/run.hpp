// One experiment, run step by step. Everything it does follows from the experiment alone.
#pragma once

#include <optional>

#include "core/training/experiment.hpp"
#include "core/training/record.hpp"
#include "core/training/task.hpp"
#include "core/training/trainer.hpp"
#include "core/training/trajectory.hpp"
#include "core/training/verdict.hpp"

namespace normlab {

class Run {
 public:
  // The experiment must be valid and within the memory limit (document/ checks both). Allocates
  // all that training needs.
  explicit Run(const Experiment& experiment);

  // Trains one step and returns its record, which stays valid until the next one; null once the
  // run is finished.
  const Record* Step();

  // The loss that the next step would record, and its batch, whether or not the budget has room
  // for it. Changes nothing of what Step does.
  double LossAhead(Batch& batch);

  // The budget is used up, or the run has halted because a loss or a gradient is not finite.
  bool Finished() const { return halted_ || StepsDone() >= experiment_.steps; }

  int StepsDone() const { return trainer_.StepsDone(); }
  const Experiment& Settings() const { return experiment_; }
  const Task& Learned() const { return task_; }
  const RecordLayout& Layout() const { return trainer_.Layout(); }
  const Verdict& Current() const { return tracker_.Current(); }
  std::string SentenceOfVerdict() const { return Sentence(Current(), tracker_.References()); }
  // Trajectory::Hash() of the steps done.
  std::uint64_t TrajectoryHash() const { return trajectory_.Hash(); }
  const Stack<float>& Model() const { return trainer_.Model(); }

 private:
  Experiment experiment_;
  Task task_;
  Trainer<float> trainer_;
  VerdictTracker tracker_;
  Trajectory trajectory_;
  Batch batch_;
  Record record_;
  bool halted_ = false;
};

}  // namespace normlab
