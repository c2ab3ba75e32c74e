#include "core/training/schedule.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/elementary.hpp"

namespace normlab {

double LearningRate(const ScheduleSettings& schedule, double peak, int step, int steps) {
  const double warmup = std::max(1, schedule.warmup);
  if (step < schedule.warmup) return peak * (step / warmup);
  switch (schedule.kind) {
    case ScheduleKind::kConstant:
      return peak;
    case ScheduleKind::kInverseSquareRoot:
      return peak * std::sqrt(warmup / step);
    case ScheduleKind::kCosine: {
      // The first step at the peak is `warmup`, the last one is `steps`.
      const double span = steps - warmup;
      const double progress = span > 0 ? std::min(1.0, (step - warmup) / span) : 0.0;
      double sine = 0;
      double cosine = 1;
      SinCosTwoPi(0.5 * progress, sine, cosine);
      return peak * (schedule.floor + (1.0 - schedule.floor) * 0.5 * (1.0 + cosine));
    }
  }
  return peak;
}

}  // namespace normlab
