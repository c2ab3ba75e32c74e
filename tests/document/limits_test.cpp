#include "core/document/limits.hpp"

#include <string>

#include <gtest/gtest.h>

#include "core/document/fields.hpp"
#include "core/document/summary.hpp"
#include "core/stack/layout.hpp"

namespace normlab {
namespace {

double ParametersOf(const Experiment& experiment) {
  return SizeOf(experiment, FactsOf(experiment.task)).parameters;
}

// The formula against the layout that the stack is really built from.
TEST(Limits, CountsTheParametersOfEveryKindOfStack) {
  for (const Wiring& wiring : Wirings()) {
    for (const NormKind norm : {NormKind::kLayer, NormKind::kRms}) {
      for (const QkNorm qk_norm : {QkNorm::kNone, QkNorm::kRmsPerHead}) {
        for (const bool bias : {true, false}) {
          Experiment experiment = DefaultExperiment();
          experiment.model.positions = bias ? Positions::kLearned : Positions::kSinusoidal;
          experiment.model.wiring = wiring.name;
          experiment.model.norm = norm;
          experiment.model.qk_norm = qk_norm;
          experiment.model.bias = bias;
          experiment.model.depth = 3;
          experiment.model.width = 12;
          experiment.model.heads = 3;
          experiment.model.feed_forward = 7;
          const TaskFacts facts = FactsOf(experiment.task);
          const ParameterLayout layout(experiment.model, wiring, facts.vocabulary, facts.context);
          EXPECT_EQ(ParametersOf(experiment), static_cast<double>(layout.Size()))
              << wiring.name << " bias " << bias;
        }
      }
    }
  }
}

TEST(Limits, MemoryGrowsWithEverythingThatTakesMore) {
  const Experiment& base = DefaultExperiment();
  const double bytes = SizeOf(base, FactsOf(base.task)).memory_bytes;
  const auto larger = [&](auto change) {
    Experiment experiment = base;
    change(experiment);
    return SizeOf(experiment, FactsOf(experiment.task)).memory_bytes > bytes;
  };
  EXPECT_TRUE(larger([](Experiment& e) { e.model.depth = 13; }));
  EXPECT_TRUE(larger([](Experiment& e) { e.model.width = 34; }));
  EXPECT_TRUE(larger([](Experiment& e) { e.model.heads = 4; }));
  EXPECT_TRUE(larger([](Experiment& e) { e.model.feed_forward = 129; }));
  EXPECT_TRUE(larger([](Experiment& e) { e.model.qk_norm = QkNorm::kRmsPerHead; }));
  EXPECT_TRUE(larger([](Experiment& e) { e.model.wiring = "sandwich"; }));
  EXPECT_TRUE(larger([](Experiment& e) { e.batch = 17; }));
  EXPECT_TRUE(larger([](Experiment& e) { e.task.context = 18; }));
  EXPECT_TRUE(larger([](Experiment& e) { e.task.symbols = 17; }));
  EXPECT_FALSE(larger([](Experiment& e) { e.optimizer.kind = OptimizerKind::kSgd; }));
}

TEST(Limits, TheLargestSettingsDoNotOverflow) {
  Experiment experiment = DefaultExperiment();
  experiment.model.depth = 2000;
  experiment.model.width = 1024;
  experiment.model.heads = 64;
  experiment.model.feed_forward = 4096;
  experiment.batch = 1024;
  experiment.task.context = 1024;
  experiment.task.symbols = 1024;
  EXPECT_GT(SizeOf(experiment, FactsOf(experiment.task)).memory_bytes, 1e14);
}

TEST(Limits, WritesSizesForPeople) {
  EXPECT_EQ(MemoryText(kMemoryLimit), "1.00 GiB");
  EXPECT_EQ(MemoryText(1.5 * 1024 * 1024), "1.5 MiB");
}

TEST(Facts, SayWhatATaskComesTo) {
  TaskSettings task = DefaultExperiment().task;
  EXPECT_EQ(FactsOf(task).vocabulary, 16);
  EXPECT_EQ(FactsOf(task).context, 16);
  EXPECT_NEAR(FactsOf(task).chance, 2.772588722239781, 1e-14);
  task.kind = TaskKind::kModularAddition;
  EXPECT_EQ(FactsOf(task).vocabulary, 24);
  EXPECT_EQ(FactsOf(task).context, 3);
  EXPECT_NEAR(FactsOf(task).chance, 3.1354942159291497, 1e-14);
  task.kind = TaskKind::kText;
  task.text =
      "\xEF\xBB\xBF"
      "a\r\nb\r\xF0\x9F\x98\x80";
  EXPECT_EQ(FactsOf(task).characters, 5);
  EXPECT_EQ(FactsOf(task).vocabulary, 4);
  task.text = "";
  EXPECT_EQ(FactsOf(task).characters, 0);
}

TEST(Facts, TheBuiltInTextIsPlainAndNeverChanges) {
  const std::string& text = DefaultExperiment().task.text;
  std::uint32_t hash = 2166136261u;
  for (const char c : text) {
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  }
  // Links of version 1 promise curves over this text.
  EXPECT_EQ(text.size(), 4769u);
  EXPECT_EQ(hash, 4199275661u);
}

TEST(Summary, SaysWhatARunComesTo) {
  Experiment experiment = DefaultExperiment();
  const Json induction = Summary(experiment, FactsOf(experiment.task));
  EXPECT_EQ(induction["parameters"], Json(153984));
  EXPECT_EQ(induction["tokens"], Json(256));
  EXPECT_EQ(induction["sublayers"], Json(24));
  EXPECT_TRUE(induction["unigram"].is_null());
  experiment.task.kind = TaskKind::kText;
  const Json text = Summary(experiment, FactsOf(experiment.task));
  EXPECT_LT(text["unigram"].get<double>(), text["chance"].get<double>());
}

}  // namespace
}  // namespace normlab
