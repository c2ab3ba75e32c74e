#include "core/training/schedule.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

constexpr double kPeak = 2e-3;
constexpr int kWidth = 64;

double At(ScheduleKind kind, int warmup, int step, int steps, double floor = 0.0) {
  return LearningRate({kind, warmup, floor}, kPeak, step, steps, kWidth) / kPeak;
}

void ExpectShare(double got, double want) { EXPECT_NEAR(got, want, tolerance::kDoubleRounding); }

TEST(Schedule, WarmupIsLinearFromTheFirstStep) {
  for (const ScheduleKind kind :
       {ScheduleKind::kConstant, ScheduleKind::kInverseSquareRoot, ScheduleKind::kCosine}) {
    ExpectShare(At(kind, 400, 1, 800), 1.0 / 400);
    ExpectShare(At(kind, 400, 100, 800), 0.25);
    ExpectShare(At(kind, 400, 399, 800), 399.0 / 400);
    ExpectShare(At(kind, 400, 400, 800), 1.0);
  }
}

TEST(Schedule, ConstantStaysAtThePeak) {
  for (const int step : {400, 401, 800}) {
    EXPECT_EQ(At(ScheduleKind::kConstant, 400, step, 800), 1.0);
  }
  EXPECT_EQ(At(ScheduleKind::kConstant, 0, 1, 800), 1.0);
}

TEST(Schedule, InverseSquareRootFallsFromTheWarmup) {
  ExpectShare(At(ScheduleKind::kInverseSquareRoot, 100, 400, 800), 0.5);
  ExpectShare(At(ScheduleKind::kInverseSquareRoot, 100, 101, 800), std::sqrt(100.0 / 101));
  ExpectShare(At(ScheduleKind::kInverseSquareRoot, 0, 1, 800), 1.0);
  ExpectShare(At(ScheduleKind::kInverseSquareRoot, 0, 4, 800), 0.5);
}

TEST(Schedule, CosineEndsAtItsFloor) {
  ExpectShare(At(ScheduleKind::kCosine, 200, 200, 800), 1.0);
  ExpectShare(At(ScheduleKind::kCosine, 200, 500, 800), 0.5);
  ExpectShare(At(ScheduleKind::kCosine, 200, 800, 800), 0.0);
  ExpectShare(At(ScheduleKind::kCosine, 200, 500, 800, 0.1), 0.55);
  ExpectShare(At(ScheduleKind::kCosine, 200, 800, 800, 0.1), 0.1);
}

// N17 (nanoGPT PR#578, DeepSpeed#771): every warmup is valid, the rate at step 1 is above 0, and
// the peak comes at the stated step.
TEST(CaseN17, WarmupsAtTheEdges) {
  constexpr int kSteps = 50;
  for (const ScheduleKind kind :
       {ScheduleKind::kConstant, ScheduleKind::kInverseSquareRoot, ScheduleKind::kCosine}) {
    for (const int warmup : {0, 1, kSteps - 1, kSteps, kSteps + 1}) {
      double largest = 0;
      int peak_at = 0;
      for (int step = 1; step <= kSteps; ++step) {
        const double share = At(kind, warmup, step, kSteps);
        ASSERT_TRUE(std::isfinite(share));
        EXPECT_GE(share, 0.0);
        EXPECT_LE(share, 1.0);
        if (share > largest) {
          largest = share;
          peak_at = step;
        }
      }
      EXPECT_GT(At(kind, warmup, 1, kSteps), 0.0) << warmup;
      EXPECT_EQ(peak_at, std::min(std::max(warmup, 1), kSteps)) << warmup;
      if (warmup <= kSteps) {
        EXPECT_EQ(largest, 1.0);
      }
    }
  }
}

// Vaswani 2017: at width 64 an eighth of step^(-1/2) after the warmup, a line before it.
TEST(Schedule, VaswanisIsItsFormula) {
  constexpr ScheduleKind kKind = ScheduleKind::kVaswani;
  ExpectShare(At(kKind, 100, 1, 800), 0.125 / 1000);
  ExpectShare(At(kKind, 100, 50, 800), 0.125 * 50 / 1000);
  ExpectShare(At(kKind, 100, 100, 800), 0.125 / 10);
  ExpectShare(At(kKind, 100, 400, 800), 0.125 / 20);
  ExpectShare(At(kKind, 0, 1, 800), 0.125);
  ExpectShare(At(kKind, 0, 4, 800), 0.0625);
  ExpectShare(At(kKind, 1600, 800, 800), 0.125 * 800 / 64000);
}

TEST(Schedule, ARunOfOneStepTrains) {
  for (const ScheduleKind kind :
       {ScheduleKind::kConstant, ScheduleKind::kInverseSquareRoot, ScheduleKind::kCosine}) {
    EXPECT_EQ(At(kind, 0, 1, 1), 1.0);
  }
}

}  // namespace
}  // namespace normlab
