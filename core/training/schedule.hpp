// The learning rate as a function of the step, after a linear warmup.
#pragma once

namespace normlab {

enum class ScheduleKind { kConstant, kInverseSquareRoot, kCosine };

struct ScheduleSettings {
  ScheduleKind kind = ScheduleKind::kConstant;
  int warmup = 400;    // steps; 0 means none
  double floor = 0.0;  // of kCosine: the last learning rate as a fraction of the peak
};

// The learning rate at `step`, counted from 1, of a run of `steps` steps whose peak is `peak`.
// Never 0 at step 1. Warmup is peak * min(1, step / warmup); after it
//   constant            peak
//   inverse square root peak * sqrt(warmup / step)   (warmup 0 counts as 1)
//   cosine              from peak at the end of the warmup to floor * peak at the last step
double LearningRate(const ScheduleSettings& schedule, double peak, int step, int steps);

}  // namespace normlab
