#include "core/training/optimizer.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/training/trainer.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

double FirstUpdate(const OptimizerSettings& settings, double gradient) {
  Optimizer<double> optimizer(settings, 1);
  double weight = 0;
  optimizer.BeginStep(settings.learning_rate, 1.0);
  optimizer.Update(0, 1, true, &weight, &gradient);
  return -weight;
}

// N15 (pytorch PR#22628, caffe#4224): bias correction, and eps outside the root, unscaled.
TEST(CaseN15, AdamsFirstUpdates) {
  OptimizerSettings adam;
  adam.learning_rate = 1e-3;
  EXPECT_NEAR(FirstUpdate(adam, 1.0) / 1.0e-3, 1.0, tolerance::kFiveDigits);
  EXPECT_NEAR(FirstUpdate(adam, 1e-8) / 5.0e-4, 1.0, tolerance::kFiveDigits);
}

TEST(Optimizer, SgdWithMomentumIsTheFormula) {
  OptimizerSettings sgd;
  sgd.kind = OptimizerKind::kSgd;
  sgd.momentum = 0.9;
  Optimizer<double> optimizer(sgd, 1);
  double weight = 1;
  double velocity = 0;
  double want = 1;
  for (const double gradient : {0.5, -2.0, 3.0}) {
    optimizer.BeginStep(0.1, 1.0);
    optimizer.Update(0, 1, true, &weight, &gradient);
    velocity = 0.9 * velocity + gradient;
    want -= 0.1 * velocity;
    EXPECT_NEAR(weight, want, tolerance::kDoubleRounding);
  }
}

TEST(Optimizer, GroupsInAnyOrderAreOneUpdate) {
  const std::vector<double> gradients = RandomValues(150, "gradients");
  for (const OptimizerKind kind :
       {OptimizerKind::kSgd, OptimizerKind::kAdam, OptimizerKind::kAdamW}) {
    OptimizerSettings settings;
    settings.kind = kind;
    settings.momentum = 0.5;
    std::vector<double> whole = RandomValues(150, "weights");
    std::vector<double> parts = whole;
    Optimizer<double> one(settings, 150);
    Optimizer<double> many(settings, 150);
    for (int step = 0; step < 3; ++step) {
      one.BeginStep(0.01, 1.0);
      one.Update(0, 150, true, whole.data(), gradients.data());
      many.BeginStep(0.01, 1.0);
      many.Update(70, 150, true, parts.data(), gradients.data());
      many.Update(0, 3, true, parts.data(), gradients.data());
      many.Update(3, 70, true, parts.data(), gradients.data());
    }
    EXPECT_EQ(whole, parts);
  }
}

TEST(Optimizer, UpdateSizeIsTheChangeOverTheWeights) {
  OptimizerSettings settings;
  settings.kind = OptimizerKind::kAdamW;
  settings.weight_decay = 0.1;
  std::vector<double> weights = RandomValues(100, "weights");
  const std::vector<double> before = weights;
  const std::vector<double> gradients = RandomValues(100, "gradients");
  Optimizer<double> optimizer(settings, 100);
  optimizer.BeginStep(0.01, 1.0);
  const UpdateSize moved = optimizer.Update(0, 100, true, weights.data(), gradients.data());
  double change = 0;
  double squares = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    change += (weights[i] - before[i]) * (weights[i] - before[i]);
    squares += before[i] * before[i];
  }
  EXPECT_NEAR(moved.Ratio(), std::sqrt(change / squares), tolerance::kDoubleRounding);
  EXPECT_EQ(UpdateSize{}.Ratio(), 0.0);
}

// N18 (verl#2282): tensors (3) and (4), largest norm 1.
TEST(CaseN18, ClippingUsesOneGlobalNorm) {
  const double factor = ClipFactor(5.0, 1.0);
  EXPECT_NEAR(3 * factor, 0.6, tolerance::kFiveDigits);
  EXPECT_NEAR(4 * factor, 0.8, tolerance::kFiveDigits);
  EXPECT_EQ(ClipFactor(0.5, 1.0), 1.0);
  EXPECT_EQ(ClipFactor(5.0, 0.0), 1.0) << "0 turns clipping off";
  EXPECT_EQ(ClipFactor(0.0, 1.0), 1.0);
}

// Clipping comes before the moments: both are of the gradient that was let through.
TEST(CaseN18, TheMomentsAreOfTheClippedGradient) {
  OptimizerSettings adam;
  adam.epsilon = 1e-2;
  Optimizer<double> clipped(adam, 1);
  Optimizer<double> small(adam, 1);
  double of_clipped = 0;
  double of_small = 0;
  for (const double gradient : {1.0, -3.0, 0.5}) {
    const double tenth = 0.1 * gradient;
    clipped.BeginStep(0.01, 0.1);
    clipped.Update(0, 1, true, &of_clipped, &gradient);
    small.BeginStep(0.01, 1.0);
    small.Update(0, 1, true, &of_small, &tenth);
    EXPECT_NEAR(of_clipped, of_small, tolerance::kDoubleRounding);
  }
  EXPECT_NE(of_clipped, 0.0);
}

ModelSettings SmallModel() {
  ModelSettings model;
  model.wiring = "sandwich";
  model.depth = 2;
  model.width = 8;
  model.feed_forward = 16;
  return model;
}

constexpr std::int32_t kIds[] = {0, 3, 1, 4, 2, 2, 0, 1};

// The norm that is shown is the one before clipping; the step is the clipped one.
TEST(CaseN18, TheShownNormIsBeforeClipping) {
  OptimizerSettings sgd;
  sgd.kind = OptimizerKind::kSgd;
  sgd.learning_rate = 0.5;
  ScheduleSettings schedule;
  schedule.warmup = 0;
  Record free_record;
  Record clipped_record;
  Trainer<double> free(SmallModel(), 5, 4, 2, sgd, schedule, 10);
  sgd.clip = 0.01;
  Trainer<double> clipped(SmallModel(), 5, 4, 2, sgd, schedule, 10);
  free.Model().Initialise(1);
  clipped.Model().Initialise(1);
  const Vector<double> before = clipped.Model().Parameters();
  free.Step(kIds, kIds, true, free_record);
  clipped.Step(kIds, kIds, true, clipped_record);
  EXPECT_EQ(free_record.gradient_norm, clipped_record.gradient_norm);
  EXPECT_GT(clipped_record.gradient_norm, 0.1);
  const double moved = (clipped.Model().Parameters() - before).norm();
  EXPECT_NEAR(moved / (0.5 * 0.01), 1.0, tolerance::kFourDigits);
}

// N16 (Fast-LLM#542): zero gradients, lr .1, decay .1. With every target masked nothing is learned,
// so all that moves is what decays.
TEST(CaseN16, DecayLeavesGainsBiasesAndEmbeddingsAlone) {
  OptimizerSettings adamw;
  adamw.kind = OptimizerKind::kAdamW;
  adamw.learning_rate = 0.1;
  adamw.weight_decay = 0.1;
  ScheduleSettings schedule;
  schedule.warmup = 0;
  Trainer<double> trainer(SmallModel(), 5, 4, 2, adamw, schedule, 10);
  trainer.Model().Initialise(1);
  const Vector<double> before = trainer.Model().Parameters();
  const std::vector<std::int32_t> masked(8, kMasked);
  Record record;
  EXPECT_TRUE(trainer.Step(kIds, masked.data(), true, record));
  EXPECT_EQ(record.gradient_norm, 0.0);
  for (const Tensor& tensor : trainer.Model().Layout().Tensors()) {
    const double factor = tensor.kind == ParameterKind::kWeight ? 0.99 : 1.0;
    for (Index i = tensor.offset; i < tensor.offset + tensor.Size(); ++i) {
      ASSERT_NEAR(trainer.Model().Parameters()[i], before[i] * factor, tolerance::kDoubleRounding)
          << tensor.name;
    }
  }
}

TEST(Optimizer, AdamAndSgdDoNotDecay) {
  for (const OptimizerKind kind : {OptimizerKind::kSgd, OptimizerKind::kAdam}) {
    OptimizerSettings settings;
    settings.kind = kind;
    settings.weight_decay = 0.5;
    EXPECT_EQ(FirstUpdate(settings, 0.0), 0.0);
    Optimizer<double> optimizer(settings, 1);
    double weight = 3;
    const double gradient = 0;
    optimizer.BeginStep(0.1, 1.0);
    optimizer.Update(0, 1, true, &weight, &gradient);
    EXPECT_EQ(weight, 3.0);
  }
}

}  // namespace
}  // namespace normlab
