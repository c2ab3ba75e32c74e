// The learning rate as a function of the step, after a linear warmup.
#pragma once

namespace normlab {

enum class ScheduleKind { kConstant, kInverseSquareRoot, kCosine, kVaswani };

struct ScheduleSettings {
  ScheduleKind kind = ScheduleKind::kConstant;
  int warmup = 400;    // steps; 0 means none
  double floor = 0.0;  // of kCosine: the last learning rate as a fraction of the peak
};

// The learning rate at `step`, counted from 1, of a run of `steps` steps whose peak is `peak`, of a
// stack of that width. Never 0 at step 1. Warmup is peak * min(1, step / warmup); after it
//   constant            peak
//   inverse square root peak * sqrt(warmup / step)   (warmup 0 counts as 1)
//   cosine              from peak at the end of the warmup to floor * peak at the last step
// Vaswani 2017 (1706.03762, section 5.3) fixes the peak too; `peak` is a factor then, there 1:
//   peak * width^(-1/2) min(step^(-1/2), step warmup^(-3/2))   (warmup 0 counts as 1)
double LearningRate(const ScheduleSettings& schedule, double peak, int step, int steps, int width);

}  // namespace normlab
