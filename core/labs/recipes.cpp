#include "core/labs/recipes.hpp"

#include "core/document/built_in_text.hpp"

namespace normlab {

Experiment InductionRecipe(const std::string& wiring, std::uint32_t seed) {
  Experiment experiment;
  experiment.model.wiring = wiring;
  experiment.seed = seed;
  return experiment;
}

Experiment TextRecipe(const std::string& wiring, std::uint32_t seed) {
  Experiment experiment;
  experiment.model.wiring = wiring;
  experiment.model.heads = 4;
  experiment.task.kind = TaskKind::kText;
  experiment.task.text = BuiltInText();
  experiment.task.context = 32;
  experiment.optimizer.learning_rate = 1e-3;
  experiment.batch = 8;
  experiment.seed = seed;
  return experiment;
}

void SetHeads(int heads, int head_width, Experiment& experiment) {
  experiment.model.heads = heads;
  experiment.model.width = heads * head_width;
  experiment.model.feed_forward = 4 * experiment.model.width;
}

}  // namespace normlab
