// Speed of the core's kernels and of whole training steps, natively. GFLOP/s counts a
// multiplication and an addition as two. Machines are noisy: compare within one run.
#include <benchmark/benchmark.h>

#include "core/numerics/elementary.hpp"
#include "core/numerics/product.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

void Product(benchmark::State& state) {
  const Index rows = state.range(0);
  const Index inner = state.range(1);
  const Index columns = state.range(2);
  Matrix<float> x = Matrix<float>::Constant(rows, inner, 0.5F);
  Matrix<float> weight = Matrix<float>::Constant(columns, inner, 0.25F);
  Matrix<float> y(rows, columns);
  for (auto _ : state) {
    MultiplyTransposed<float>(x, weight, nullptr, y);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.counters["FLOP/s"] = benchmark::Counter(2.0 * static_cast<double>(rows * inner * columns),
                                                benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(Product)->Args({256, 64, 64})->Args({512, 128, 512})->Args({32, 16, 32});

void Exponential(benchmark::State& state) {
  Vector<float> x = Vector<float>::LinSpaced(4096, -10.0F, 10.0F);
  Vector<float> y(x.size());
  for (auto _ : state) {
    for (Index i = 0; i < x.size(); ++i) y[i] = Exp(x[i]);
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * x.size());
}
BENCHMARK(Exponential);

// Layers, width, tokens: pre-norm with feed-forward 4 x width, Adam, all probes.
void TrainingStep(benchmark::State& state) {
  Experiment experiment;
  experiment.model.wiring = "pre";
  experiment.model.depth = static_cast<int>(state.range(0));
  experiment.model.width = static_cast<int>(state.range(1));
  experiment.model.feed_forward = 4 * experiment.model.width;
  experiment.batch = static_cast<int>(state.range(2)) / experiment.task.context;
  experiment.steps = 1'000'000;
  Run run(experiment);
  for (auto _ : state) benchmark::DoNotOptimize(run.Step());
}
BENCHMARK(TrainingStep)
    ->Args({12, 32, 256})
    ->Args({12, 64, 512})
    ->Args({24, 32, 128})
    ->Args({200, 16, 64})
    ->Args({1000, 16, 64})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace normlab

BENCHMARK_MAIN();
