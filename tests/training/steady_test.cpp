// Nothing rots: a step allocates nothing, a run that is gone leaves nothing behind, a long run
// stays as it was, and looking changes nothing.
#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/training/run.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/heap.hpp"

namespace normlab {
namespace {

constexpr NormKind kNorms[] = {NormKind::kLayer, NormKind::kRms};
constexpr QkNorm kQkNorms[] = {QkNorm::kNone, QkNorm::kRmsPerHead};
constexpr OptimizerKind kOptimizers[] = {OptimizerKind::kSgd, OptimizerKind::kAdam,
                                         OptimizerKind::kAdamW};

Experiment Small(std::string_view wiring) {
  Experiment experiment;
  experiment.model.wiring = wiring;
  experiment.model.depth = 2;
  experiment.model.width = 8;
  experiment.model.feed_forward = 16;
  experiment.task.symbols = 4;
  experiment.task.context = 8;
  experiment.optimizer.clip = 1;
  experiment.schedule.warmup = 4;
  experiment.batch = 2;
  experiment.steps = 20;
  return experiment;
}

// Every wiring with both norms, with and without QK-norm.
std::vector<Experiment> EveryStack() {
  std::vector<Experiment> all;
  for (const Wiring& row : Wirings()) {
    for (const NormKind norm : kNorms) {
      for (const QkNorm qk_norm : kQkNorms) {
        Experiment experiment = Small(row.name);
        experiment.model.norm = norm;
        experiment.model.qk_norm = qk_norm;
        all.push_back(experiment);
      }
    }
  }
  return all;
}

// While it lives, Eigen's own allocations end the program, in a build that has its asserts (the
// sanitizers'); everywhere the heap is counted.
class NothingAllocates {
 public:
  NothingAllocates() { Allow(false); }
  ~NothingAllocates() { Allow(true); }
  NothingAllocates(const NothingAllocates&) = delete;
  NothingAllocates& operator=(const NothingAllocates&) = delete;

  std::size_t Allocations() const { return HeapNow().allocations - before_.allocations; }
  std::size_t LiveBytesBefore() const { return before_.live_bytes; }

 private:
  static void Allow([[maybe_unused]] bool allowed) {
#ifdef EIGEN_RUNTIME_NO_MALLOC
    Eigen::internal::set_is_malloc_allowed(allowed);
#endif
  }

  HeapUse before_ = HeapNow();
};

TEST(Heap, SeesWhatIsTakenAndReturned) {
  const HeapUse before = HeapNow();
  // Called by its name: a new expression that nobody reads may be left out.
  void* block = ::operator new(1000);
  EXPECT_EQ(HeapNow().allocations, before.allocations + 1);
  EXPECT_GE(HeapNow().live_bytes, before.live_bytes + 1000);
  ::operator delete(block);
  EXPECT_EQ(HeapNow().live_bytes, before.live_bytes);
}

TEST(Heap, SeesWhatEigenTakes) {
#if defined(__linux__) || defined(__EMSCRIPTEN__)
  ASSERT_TRUE(HeapSeesMalloc());
#endif
  const HeapUse before = HeapNow();
  {
    Matrix<float> matrix(10, 10);
    matrix.setZero();
    // Seen from outside, or a compiler may do without the memory (clang does).
    [[maybe_unused]] float* volatile seen = matrix.data();
    if (HeapSeesMalloc()) {
      EXPECT_GT(HeapNow().allocations, before.allocations);
      EXPECT_GE(HeapNow().live_bytes, before.live_bytes + 400);
    }
  }
  EXPECT_EQ(HeapNow().live_bytes, before.live_bytes);
}

#ifdef EIGEN_RUNTIME_NO_MALLOC
TEST(HeapDeathTest, EigenIsHeldToItWhereAssertsAreOn) {
  EXPECT_DEATH(
      {
        const NothingAllocates held;
        Matrix<float> matrix(10, 10);
        matrix.setZero();
      },
      "is_malloc_allowed");
}
#endif

// The first step sizes the batch and the record.
TEST(Steady, NoStepAfterTheFirstAllocates) {
  int cases = 0;
  std::size_t allocations = 0;
  for (Experiment experiment : EveryStack()) {
    for (const OptimizerKind optimizer : kOptimizers) {
      experiment.optimizer.kind = optimizer;
      normlab::Run run(experiment);
      run.Step();
      const NothingAllocates held;
      while (run.Step() != nullptr) continue;
      ASSERT_EQ(held.Allocations(), 0u) << experiment.model.wiring;
      allocations += held.Allocations();
      ++cases;
    }
  }
  Evidence("nothing rots", "allocations in 19 steps, each of " + std::to_string(cases) + " stacks",
           std::to_string(allocations));
}

TEST(Steady, NoTaskAllocatesInAStep) {
  for (const TaskKind kind :
       {TaskKind::kInduction, TaskKind::kCopy, TaskKind::kModularAddition, TaskKind::kText}) {
    Experiment experiment = Small("pre");
    experiment.task.kind = kind;
    experiment.task.text = "she sells sea shells by the sea shore";
    normlab::Run run(experiment);
    run.Step();
    const NothingAllocates held;
    while (run.Step() != nullptr) continue;
    EXPECT_EQ(held.Allocations(), 0u) << static_cast<int>(kind);
  }
}

TEST(Steady, ARunThatIsGoneLeavesNothing) {
  std::size_t after_ten = 0;
  constexpr int kRebuilds = 500;
  for (int rebuild = 1; rebuild <= kRebuilds; ++rebuild) {
    {
      normlab::Run run(Small(Wirings()[static_cast<std::size_t>(rebuild) % Wirings().size()].name));
      run.Step();
      run.Step();
    }
    if (rebuild == 10) after_ten = HeapNow().live_bytes;
  }
  const std::size_t after_all = HeapNow().live_bytes;
  EXPECT_EQ(after_all, after_ten);
  Evidence("nothing rots", "live bytes after 500 rebuilds, less those after 10",
           std::to_string(static_cast<long long>(after_all) - static_cast<long long>(after_ten)));
}

// Numbers too small for an exponent: many processors take a hundred times as long over one.
Index Subnormals(const Vector<float>& values) {
  Index count = 0;
  for (Index i = 0; i < values.size(); ++i) {
    if (values[i] != 0 && Abs(values[i]) < std::numeric_limits<float>::min()) ++count;
  }
  return count;
}

// A run without its verdicts, whose optimiser can be looked into, and whose probes can be off.
struct Bare {
  explicit Bare(const Experiment& experiment)
      : task(experiment.task, experiment.batch, experiment.seed),
        trainer(experiment.model, task.Vocabulary(), task.Context(), experiment.batch,
                experiment.optimizer, experiment.schedule, experiment.steps) {
    trainer.Model().Initialise(experiment.seed);
  }

  bool Step(bool measure) {
    task.Fill(static_cast<std::uint64_t>(trainer.StepsDone()) + 1, batch);
    return trainer.Step(batch.ids.data(), batch.targets.data(), measure, record);
  }

  Index SubnormalNumbers() const {
    const Stack<float>& stack = trainer.Model();
    return Subnormals(stack.Parameters()) + Subnormals(stack.Gradients()) +
           Subnormals(trainer.Moments().First()) + Subnormals(trainer.Moments().Second());
  }

  Task task;
  Trainer<float> trainer;
  Batch batch;
  Record record;
};

// What could slow a long run is memory that grows, or subnormal numbers that gather. A time would
// say more of the machine than of the run; `npm run bench` prints one.
TEST(Steady, TenThousandStepsStayAsTheyWere) {
  constexpr int kSteps = 10'000;
  for (const Activation activation : {Activation::kGeluTanh, Activation::kRelu}) {
    Experiment experiment = Small("pre");
    experiment.model.activation = activation;
    experiment.steps = kSteps;
    normlab::Run run(experiment);
    run.Step();
    const NothingAllocates held;
    while (run.Step() != nullptr) continue;
    ASSERT_EQ(run.StepsDone(), kSteps);
    EXPECT_EQ(held.Allocations(), 0u);
    EXPECT_EQ(HeapNow().live_bytes, held.LiveBytesBefore());
  }
  Evidence("nothing rots", "allocations in steps 2 to 10,000", "0");
}

// Where every ReLU has died, the gradients of the feed-forward weights are 0 from then on, and the
// means of Adam and of momentum shrink for ever.
TEST(Steady, NoSubnormalNumbersGatherBehindDeadUnits) {
  Index largest = 0;
  for (const OptimizerKind optimizer : kOptimizers) {
    Experiment experiment = Small("pre");
    experiment.model.activation = Activation::kRelu;
    experiment.optimizer.kind = optimizer;
    experiment.optimizer.momentum = 0.9;
    experiment.optimizer.beta2 = 0.9;
    Bare run(experiment);
    for (int step = 0; step < 20; ++step) ASSERT_TRUE(run.Step(false));
    Stack<float>& stack = run.trainer.Model();
    for (std::size_t i = 1; i < stack.Layout().Sublayers().size(); i += 2) {
      const Index bias = stack.Layout().Sublayers()[i].first_bias;
      stack.Parameters().segment(bias, experiment.model.feed_forward).setConstant(-1000);
    }
    Index most = 0;
    for (int step = 0; step < 2000; ++step) {
      ASSERT_TRUE(run.Step(false));
      most = std::max(most, run.SubnormalNumbers());
    }
    const Range& weights = stack.Layout().Sublayers()[1].weights;
    EXPECT_TRUE(stack.Gradients().segment(weights.begin, weights.Size()).isZero(0));
    EXPECT_EQ(most, 0);
    largest = std::max(largest, most);
  }
  Evidence("nothing rots", "subnormal numbers, at most, in 2000 steps behind dead units",
           std::to_string(largest));
}

TEST(Steady, ProbesChangeNoBitOfAWholeTrajectory) {
  int steps = 0;
  int cases = 0;
  for (const Experiment& experiment : EveryStack()) {
    normlab::Run probed(experiment);
    Bare plain(experiment);
    while (const Record* record = probed.Step()) {
      ASSERT_TRUE(plain.Step(false));
      ASSERT_EQ(record->Scalars(), plain.record.Scalars()) << experiment.model.wiring;
      ASSERT_EQ(probed.Model().Parameters(), plain.trainer.Model().Parameters())
          << experiment.model.wiring << ", step " << record->step;
      ++steps;
    }
    ++cases;
  }
  Evidence("nothing rots", "steps with and without probes, all parameters compared",
           std::to_string(steps) + " in " + std::to_string(cases) + " stacks, equal");
}

}  // namespace
}  // namespace normlab
