#include "core/training/run.hpp"

#include <cmath>
#include <cstring>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace normlab {
namespace {

Experiment Small(std::string_view wiring = "post") {
  Experiment experiment;
  experiment.model.wiring = wiring;
  experiment.model.depth = 2;
  experiment.model.width = 16;
  experiment.model.feed_forward = 32;
  experiment.schedule.warmup = 2;
  experiment.batch = 4;
  experiment.steps = 8;
  return experiment;
}

// Every number of every record, to the last bit.
std::uint64_t HashOf(normlab::Run& run) {
  std::uint64_t hash = 14695981039346656037u;
  const auto add = [&hash](double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    hash = (hash ^ bits) * 1099511628211u;
  };
  while (const Record* record = run.Step()) {
    for (const double scalar : record->Scalars()) add(scalar);
    for (const double value : record->layers) add(value);
  }
  return hash;
}

std::uint64_t HashOf(const Experiment& experiment) {
  normlab::Run run(experiment);
  return HashOf(run);
}

TEST(Run, ARepeatedRunHasTheSameBits) {
  for (const Wiring& row : Wirings()) {
    EXPECT_EQ(HashOf(Small(row.name)), HashOf(Small(row.name))) << row.name;
  }
}

// One number a wiring that native gcc and clang and wasm in node must all come to: training, data,
// probes. Over two tasks, both norms, with QK-norm and without.
TEST(Run, TheSameSeedHasTheSameBitsEverywhere) {
  const std::map<std::string_view, std::uint64_t> hashes = {
      {"plain", 0x028e6dc2e6a6cc18u},
      {"plain_norm", 0x6e38fc6421a6e228u},
      {"residual", 0xa637a6463c24ccdau},
      {"post", 0x58b902216cb4f272u},
      {"pre", 0x25f42a5aa0fb5250u},
      {"sandwich", 0x4f30a2c4d37721deu},
      {"branch_out", 0x2ddfb826dd293cc7u},
      {"deepnorm", 0x2b7f8dd4b0a4df8cu},
      {"layer_norm_scaling", 0x9a5d9794c18bd9a2u},
      {"rezero", 0x3e0a856fac11f14eu},
      {"layer_scale", 0xe78f6e734d473cf0u},
      {"residual_dual", 0x2931a60cfc5bae8bu},
      {"parallel", 0x344725e4bc462b84u},
  };
  for (const Wiring& row : Wirings()) {
    std::uint64_t both = 0;
    for (const TaskKind kind : {TaskKind::kInduction, TaskKind::kModularAddition}) {
      Experiment experiment = Small(row.name);
      experiment.task.kind = kind;
      experiment.model.qk_norm = kind == TaskKind::kInduction ? QkNorm::kNone : QkNorm::kRmsPerHead;
      experiment.model.norm = kind == TaskKind::kInduction ? NormKind::kLayer : NormKind::kRms;
      experiment.model.activation =
          kind == TaskKind::kInduction ? Activation::kGeluTanh : Activation::kGeluErf;
      both = both * 31 + HashOf(experiment);
    }
    ASSERT_TRUE(hashes.contains(row.name)) << row.name;
    EXPECT_EQ(both, hashes.at(row.name)) << row.name;
  }
}

TEST(Run, StopsExactlyAtItsBudget) {
  normlab::Run run(Small());
  int steps = 0;
  while (const Record* record = run.Step()) EXPECT_EQ(record->step, ++steps);
  EXPECT_EQ(steps, 8);
  EXPECT_TRUE(run.Finished());
  EXPECT_EQ(run.Step(), nullptr);
  EXPECT_EQ(run.StepsDone(), 8);
}

TEST(Run, TheFirstAndTheLastSeedAreReproducible) {
  Experiment experiment = Small();
  experiment.seed = 0;
  const std::uint64_t first = HashOf(experiment);
  EXPECT_EQ(HashOf(experiment), first);
  experiment.seed = 4294967295u;
  EXPECT_EQ(HashOf(experiment), HashOf(experiment));
  EXPECT_NE(HashOf(experiment), first);
}

TEST(Run, EveryTaskTrains) {
  for (const TaskKind kind :
       {TaskKind::kInduction, TaskKind::kCopy, TaskKind::kModularAddition, TaskKind::kText}) {
    Experiment experiment = Small("pre");
    experiment.task.kind = kind;
    experiment.task.text = "she sells sea shells by the sea shore";
    experiment.schedule.warmup = 0;
    experiment.optimizer.learning_rate = 1e-2;
    experiment.steps = 60;
    normlab::Run run(experiment);
    const double first = run.Step()->loss;
    double last = first;
    while (const Record* record = run.Step()) last = record->loss;
    EXPECT_LT(last, first);
  }
}

// A rate that no stack survives: the run halts with its verdict, and nothing crashes.
TEST(CaseN24, ANonFiniteRunHaltsWithItsVerdict) {
  Experiment experiment = Small("residual");
  experiment.optimizer.kind = OptimizerKind::kSgd;
  experiment.optimizer.learning_rate = 10;
  experiment.schedule.warmup = 0;
  experiment.model.depth = 8;
  experiment.steps = 200;
  normlab::Run run(experiment);
  const Record* last = nullptr;
  while (const Record* record = run.Step()) last = record;
  ASSERT_NE(last, nullptr);
  EXPECT_FALSE(std::isfinite(last->loss) && std::isfinite(last->gradient_norm));
  EXPECT_TRUE(run.Finished());
  EXPECT_LT(run.StepsDone(), 200);
  EXPECT_EQ(run.Current().outcome, Outcome::kNonFinite);
  EXPECT_EQ(run.Current().since, run.StepsDone());
  EXPECT_TRUE(run.Current().sublayer.has_value());
  EXPECT_NE(run.SentenceOfVerdict().find("non-finite at step"), std::string::npos);
}

// N25 (qpp#109): expressions that outlive what they refer to, and products that write where they
// read. AddressSanitizer sees them where this runs under it: in the suite `asan`.
TEST(CaseN25, EveryWiringTrainsWithoutTouchingForeignMemory) {
  for (const Wiring& row : Wirings()) {
    for (const QkNorm qk_norm : {QkNorm::kNone, QkNorm::kRmsPerHead}) {
      Experiment experiment = Small(row.name);
      experiment.model.qk_norm = qk_norm;
      experiment.model.norm = qk_norm == QkNorm::kNone ? NormKind::kRms : NormKind::kLayer;
      normlab::Run run(experiment);
      while (const Record* record = run.Step())
        EXPECT_TRUE(std::isfinite(record->loss)) << row.name;
      EXPECT_EQ(run.StepsDone(), experiment.steps) << row.name;
    }
  }
}

TEST(Run, ArmsThatDifferInTheWiringSeeTheSameData) {
  const normlab::Run post(Small("post"));
  const normlab::Run pre(Small("pre"));
  Batch a;
  Batch b;
  post.Learned().Fill(5, a);
  pre.Learned().Fill(5, b);
  EXPECT_EQ(a.ids, b.ids);
}

}  // namespace
}  // namespace normlab
