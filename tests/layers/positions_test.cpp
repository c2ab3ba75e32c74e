#include "core/layers/positions.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "core/training/run.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

template <class S>
Matrix<S> Table(Index context, Index width) {
  Matrix<S> table(context, width);
  SinusoidalPositions<S>(table);
  return table;
}

// SamLynnEvans/Transformer#25: exponents that did not belong to their pair.
TEST(CaseN19, PositionOneOfWidthFour) {
  const Matrix<double> table = Table<double>(2, 4);
  const double expected[] = {0.84147, 0.54030, 0.01000, 0.99995};
  for (Index j = 0; j < 4; ++j) {
    EXPECT_NEAR(table(1, j), expected[j], tolerance::kFiveDigits) << j;
  }
  for (Index j = 0; j < 4; ++j) EXPECT_EQ(table(0, j), j % 2) << j;
}

TEST(CaseN19, AnOddWidthEndsWithASine) {
  const Matrix<double> table = Table<double>(3, 3);
  EXPECT_NEAR(table(2, 0), std::sin(2.0), tolerance::kDoubleRounding);
  EXPECT_NEAR(table(2, 1), std::cos(2.0), tolerance::kDoubleRounding);
  EXPECT_NEAR(table(2, 2), std::sin(2.0 / std::pow(10000.0, 2.0 / 3.0)),
              tolerance::kDoubleRounding);
  EXPECT_NEAR(Table<double>(2, 1)(1, 0), std::sin(1.0), tolerance::kDoubleRounding);
}

TEST(CaseN19, IsTheFormulaOverALongContext) {
  const Matrix<double> table = Table<double>(1024, 64);
  for (Index position = 0; position < 1024; ++position) {
    for (Index j = 0; j < 64; ++j) {
      const double pair = static_cast<double>(j - j % 2);
      const double angle = static_cast<double>(position) / std::pow(10000.0, pair / 64);
      const double expected = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
      ASSERT_NEAR(table(position, j), expected, tolerance::kSinusoid) << position << " " << j;
    }
  }
}

Experiment Small(Positions positions) {
  Experiment experiment;
  experiment.model.wiring = "pre";
  experiment.model.positions = positions;
  experiment.model.depth = 2;
  experiment.model.width = 16;
  experiment.model.feed_forward = 32;
  experiment.task.symbols = 4;
  experiment.task.context = 8;
  experiment.schedule.warmup = 0;
  experiment.batch = 8;
  experiment.steps = 300;
  return experiment;
}

TEST(CaseN19, AStackAddsTheTableAndDoesNotTrainIt) {
  normlab::Run run(Small(Positions::kSinusoidal));
  EXPECT_EQ(run.Model().Layout().Find("position"), nullptr);
  EXPECT_EQ(normlab::Run(Small(Positions::kLearned)).Model().Layout().Size(),
            run.Model().Layout().Size() + 8 * 16);
  const Matrix<float> table = Table<float>(8, 16);
  Batch batch;
  while (run.StepsDone() < 20) {
    // The tokens as they are before the step that the stream is left over from.
    const Vector<float> before = run.Model().Parameters();
    run.Step();
    run.Learned().Fill(static_cast<std::uint64_t>(run.StepsDone()), batch);
    const Matrix<float>& stream = run.Model().Streams()[0];
    for (Index i = 0; i < stream.rows(); ++i) {
      const Index token = batch.ids[static_cast<std::size_t>(i)];
      for (Index j = 0; j < 16; ++j) {
        ASSERT_EQ(stream(i, j), before[token * 16 + j] + table(i % 8, j));
      }
    }
  }
}

// Induction cannot be learned without knowing where a token stands.
TEST(CaseN19, AStackLearnsByThem) {
  Experiment experiment = Small(Positions::kSinusoidal);
  experiment.steps = 800;
  normlab::Run run(experiment);
  while (run.Step() != nullptr) continue;
  EXPECT_EQ(run.Current().outcome, Outcome::kSolved) << run.SentenceOfVerdict();
}

TEST(CaseN19, TheSameBitsEverywhere) {
  const Matrix<float> table = Table<float>(64, 32);
  std::uint32_t hash = 2166136261u;
  for (Index i = 0; i < table.size(); ++i) {
    hash = (hash ^ elementary::BitCast<std::uint32_t>(table.data()[i])) * 16777619u;
  }
  EXPECT_EQ(hash, 0x9f4ce139u);
}

}  // namespace
}  // namespace normlab
