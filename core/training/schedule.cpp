#include "core/training/schedule.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/elementary.hpp"

namespace normlab {

double LearningRate(const ScheduleSettings& schedule, double peak, int step, int steps, int width) {
  const double warmup = std::max(1, schedule.warmup);
  if (schedule.kind == ScheduleKind::kVaswani) {
    const double shape =
        std::min(1.0 / std::sqrt(static_cast<double>(step)), step / (warmup * std::sqrt(warmup)));
    return peak * shape / std::sqrt(static_cast<double>(width));
  }
  if (step < schedule.warmup) return peak * (step / warmup);
  switch (schedule.kind) {
    case ScheduleKind::kConstant:
    case ScheduleKind::kVaswani:
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
