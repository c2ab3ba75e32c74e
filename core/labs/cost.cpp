#include "core/labs/cost.hpp"

#include "core/document/limits.hpp"

namespace normlab {
namespace {

// Multiply-adds a second, as WebAssembly on one core: in double without packing, in float with.
constexpr double kInDouble = 2.5e9;
constexpr double kInFloat = 8e9;

}  // namespace

LabCost ChainCost(const ChainShape& shape, double passes) {
  const double width = static_cast<double>(shape.width);
  const double stream = static_cast<double>(shape.tokens) * width;
  const double vocabulary = static_cast<double>(shape.vocabulary);
  const double branch = 2 * stream * width;
  const double head = stream * vocabulary;
  const double weights = 2 * width * width;
  const double depth = static_cast<double>(shape.depth);
  const double kept = depth * (6 * stream + 2 * weights) +
                      2 * vocabulary * (static_cast<double>(shape.tokens) + width);
  return {passes * (depth * branch + head) / kInDouble, kept * sizeof(double)};
}

LabCost TrainingCost(const Experiment& experiment) {
  const TaskFacts facts = FactsOf(experiment.task);
  const RunSize size = SizeOf(experiment, facts);
  const double tokens = static_cast<double>(experiment.batch) * facts.context;
  const double attention = 2.0 * experiment.model.depth * facts.context * experiment.model.width;
  const double pass = tokens * (size.parameters + attention);
  return {3 * pass * experiment.steps / kInFloat, size.memory_bytes};
}

}  // namespace normlab
