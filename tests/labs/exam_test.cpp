#include "core/labs/exam.hpp"

#include <gtest/gtest.h>

#include "core/labs/head_measures.hpp"
#include "core/labs/recipes.hpp"
#include "core/training/run.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

Experiment Small(const std::string& wiring) {
  Experiment experiment = InductionRecipe(wiring, 3);
  experiment.model.depth = 3;
  SetHeads(2, 4, experiment);
  experiment.batch = 4;
  experiment.steps = 3;
  return experiment;
}

TEST(Exam, AsksWhatTrainingDidNot) {
  const Experiment experiment = Small("pre");
  const Exam exam = ExamOf(experiment, 4);
  Batch trained;
  Task(experiment.task, 4, experiment.seed).Fill(1, trained);
  EXPECT_EQ(exam.batch.ids.size(), trained.ids.size());
  EXPECT_NE(exam.batch.ids, trained.ids);
}

// A layer whose last projections are 0 adds nothing to pre-norm's stream: the stack is the same
// without it, and without another one it isn't.
TEST(Exam, LeavesOutThatLayerAlone) {
  const Experiment experiment = Small("pre");
  normlab::Run run(experiment);
  while (run.Step() != nullptr) continue;
  const Exam exam = ExamOf(experiment, 8);
  for (int idle = 0; idle < 3; ++idle) {
    Stack<float> stack = ForExam(run.Model(), exam);
    for (const char* projection : {".attention.wo", ".feed_forward.w2"}) {
      for (const char* kind : {".weight", ".bias"}) {
        const Tensor* tensor =
            stack.Layout().Find("layer." + std::to_string(idle) + projection + kind);
        for (Index i = 0; i < tensor->Size(); ++i) stack.Parameters()[tensor->offset + i] = 0;
      }
    }
    const double whole = exam.Loss(stack);
    for (int removed = 0; removed < 3; ++removed) {
      Stack<float> shorter = WithoutLayer(stack, exam, removed);
      EXPECT_EQ(shorter.Model().depth, 2);
      EXPECT_EQ(exam.Loss(shorter) == whole, removed == idle) << removed << " of " << idle;
    }
  }
}

// Against the stack's own measures, which are those of all heads together.
TEST(HeadMeasures, AgreeWithTheStacks) {
  for (const QkNorm qk_norm : {QkNorm::kNone, QkNorm::kRmsPerHead}) {
    Experiment experiment = Small("pre");
    experiment.model.qk_norm = qk_norm;
    normlab::Run run(experiment);
    while (run.Step() != nullptr) continue;
    const Exam exam = ExamOf(experiment, 4);
    Stack<float> stack = ForExam(run.Model(), exam);
    exam.Loss(stack, true);
    const AttentionShape shape{4, exam.task.Context(), 8, 2, qk_norm};
    for (std::size_t layer = 0; layer < 3; ++layer) {
      const auto heads = MeasureHeads(shape, *stack.Sublayers()[2 * layer].Attention());
      ASSERT_EQ(heads.size(), 2u);
      EXPECT_NEAR(std::max(heads[0].largest_score, heads[1].largest_score),
                  stack.Measures().attention_score[layer],
                  tolerance::kFloatRounding * stack.Measures().attention_score[layer]);
      EXPECT_NEAR((heads[0].entropy + heads[1].entropy) / 2,
                  stack.Measures().attention_entropy[layer], tolerance::kFloatRounding);
    }
  }
}

// Scores of 0 are uniform rows: they pass all that a softmax can. Scores far apart pass nothing.
TEST(HeadMeasures, PassAllWhenUniformAndNothingWhenSaturated) {
  const AttentionShape shape{1, 3, 2, 1, QkNorm::kNone};
  AttentionCache<double> cache;
  cache.Resize(shape);
  cache.qkv.setZero();
  cache.probabilities << 1, 0, 0, 0.5, 0.5, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3;
  EXPECT_NEAR(MeasureHeads(shape, cache)[0].passed, 1, tolerance::kDoubleRounding);
  EXPECT_NEAR(MeasureHeads(shape, cache)[0].entropy, 1, tolerance::kDoubleRounding);
  EXPECT_EQ(MeasureHeads(shape, cache)[0].largest_score, 0);
  cache.probabilities << 1, 0, 0, 0, 1, 0, 1, 0, 0;
  EXPECT_EQ(MeasureHeads(shape, cache)[0].passed, 0);
  EXPECT_EQ(MeasureHeads(shape, cache)[0].entropy, 0);
}

}  // namespace
}  // namespace normlab
