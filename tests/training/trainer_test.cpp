#include "core/training/trainer.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/numerics/reduce.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

constexpr std::int32_t kIds[] = {0, 3, 1, 4, 2, 2, 0, 1};
constexpr std::int32_t kTargets[] = {3, 1, 4, 0, 2, 0, 1, 3};

ModelSettings SmallModel(std::string_view wiring) {
  ModelSettings model;
  model.wiring = wiring;
  model.depth = 3;
  model.width = 8;
  model.feed_forward = 16;
  return model;
}

ScheduleSettings NoWarmup() {
  ScheduleSettings schedule;
  schedule.warmup = 0;
  return schedule;
}

template <class S>
Trainer<S> Started(std::string_view wiring, const OptimizerSettings& optimizer = {}) {
  Trainer<S> trainer(SmallModel(wiring), 5, 4, 2, optimizer, NoWarmup(), 100);
  trainer.Model().Initialise(1);
  return trainer;
}

TEST(Trainer, ProbingChangesNoBitOfTheTraining) {
  for (const Wiring& row : Wirings()) {
    for (const OptimizerKind kind :
         {OptimizerKind::kSgd, OptimizerKind::kAdam, OptimizerKind::kAdamW}) {
      OptimizerSettings optimizer;
      optimizer.kind = kind;
      optimizer.clip = 0.5;
      Trainer<float> probed = Started<float>(row.name, optimizer);
      Trainer<float> plain = Started<float>(row.name, optimizer);
      Record with;
      Record without;
      for (int step = 0; step < 6; ++step) {
        probed.Step(kIds, kTargets, true, with);
        plain.Step(kIds, kTargets, false, without);
        ASSERT_EQ(with.Scalars(), without.Scalars()) << row.name;
      }
      ASSERT_EQ(probed.Model().Parameters(), plain.Model().Parameters()) << row.name;
    }
  }
}

TEST(Trainer, TheSameStepsGiveTheSameBits) {
  for (const Wiring& row : Wirings()) {
    Trainer<float> first = Started<float>(row.name);
    Trainer<float> second = Started<float>(row.name);
    Record a;
    Record b;
    for (int step = 0; step < 6; ++step) {
      first.Step(kIds, kTargets, true, a);
      second.Step(kIds, kTargets, true, b);
      ASSERT_EQ(a.Scalars(), b.Scalars());
      ASSERT_EQ(a.layers, b.layers);
    }
  }
}

double NormOf(const Vector<double>& values, Index begin, Index end) {
  double squares = 0;
  for (Index i = begin; i < end; ++i) squares += values[i] * values[i];
  return std::sqrt(squares);
}

TEST(Trainer, SeriesAreWhatTheyAreCalled) {
  for (const Wiring& row : Wirings()) {
    Trainer<double> trainer = Started<double>(row.name);
    Record record;
    trainer.Step(kIds, kTargets, true, record);
    const Vector<double> before = trainer.Model().Parameters();
    trainer.Step(kIds, kTargets, true, record);
    const Stack<double>& stack = trainer.Model();
    const Vector<double>& gradients = stack.Gradients();
    const Vector<double> change = stack.Parameters() - before;
    EXPECT_NEAR(record.gradient_norm, NormOf(gradients, 0, gradients.size()),
                tolerance::kDoubleRounding);
    for (std::size_t i = 0; i < 6; ++i) {
      const Range& weights = stack.Layout().Sublayers()[i].weights;
      EXPECT_NEAR(record.Series(trainer.Layout(), SeriesId::kWeightGradient)[i],
                  NormOf(gradients, weights.begin, weights.end), tolerance::kDoubleRounding);
      EXPECT_NEAR(
          record.Series(trainer.Layout(), SeriesId::kUpdate)[i],
          NormOf(change, weights.begin, weights.end) / NormOf(before, weights.begin, weights.end),
          tolerance::kDoubleRounding);
      EXPECT_EQ(record.Series(trainer.Layout(), SeriesId::kStreamRms)[i],
                stack.Measures().stream_rms[i + 1]);
      EXPECT_EQ(record.Series(trainer.Layout(), SeriesId::kIncrement)[i],
                stack.Measures().increment[i]);
      EXPECT_GT(record.Series(trainer.Layout(), SeriesId::kStreamGradient)[i], 0.0);
    }
    for (std::size_t layer = 0; layer < 3; ++layer) {
      EXPECT_GT(record.Series(trainer.Layout(), SeriesId::kAttentionLogit)[layer], 0.0);
      const double entropy = record.Series(trainer.Layout(), SeriesId::kAttentionEntropy)[layer];
      EXPECT_GT(entropy, 0.0);
      EXPECT_LE(entropy, 1.0 + tolerance::kDoubleRounding);
    }
  }
}

TEST(Trainer, RecordsCountFromOneAndHoldTheLossBeforeTheUpdate) {
  Trainer<double> trainer = Started<double>("pre");
  const double before = trainer.Model().Forward(kIds, kTargets, false);
  Record record;
  trainer.Step(kIds, kTargets, true, record);
  EXPECT_EQ(record.step, 1);
  EXPECT_EQ(record.loss, before);
  EXPECT_EQ(record.learning_rate, OptimizerSettings{}.learning_rate);
  EXPECT_EQ(trainer.StepsDone(), 1);
}

TEST(Trainer, ANonFiniteStepDoesNotTouchTheWeights) {
  Trainer<float> trainer = Started<float>("pre");
  const Tensor* weight = trainer.Model().Layout().Find("layer.1.attention.wv.weight");
  trainer.Model().Parameters()[weight->offset] = std::numeric_limits<float>::quiet_NaN();
  const float untouched = trainer.Model().Parameters()[0];
  Record record;
  EXPECT_FALSE(trainer.Step(kIds, kTargets, true, record));
  EXPECT_TRUE(std::isnan(record.loss));
  EXPECT_EQ(trainer.Model().Parameters()[0], untouched);
  const auto streams = record.Series(trainer.Layout(), SeriesId::kStreamRms);
  EXPECT_TRUE(std::isfinite(streams[1]));
  EXPECT_TRUE(std::isnan(streams[2])) << "layer 1's attention is the first bad one";
}

TEST(RecordLayout, SeriesFollowOneAnother) {
  const RecordLayout layout(3);
  Index at = 0;
  for (const SeriesInfo& series : SeriesTable()) {
    EXPECT_EQ(layout.Offset(series.id), at) << series.name;
    EXPECT_EQ(layout.Length(series.id), series.per_layer ? 3 : 6) << series.name;
    at += layout.Length(series.id);
  }
  EXPECT_EQ(layout.Width(), at);
}

}  // namespace
}  // namespace normlab
