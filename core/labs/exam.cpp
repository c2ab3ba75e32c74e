#include "core/labs/exam.hpp"

#include <algorithm>
#include <string>

#include "core/document/facts.hpp"

namespace normlab {
namespace {

constexpr std::uint32_t kExamSeed = 0x5EED0000;  // far from those that a setting may have

// "layer.3.attention.wq.weight" of the shallower stack -> its name in the trained one
std::string NameBefore(const std::string& name, int removed) {
  const std::string prefix = "layer.";
  if (name.compare(0, prefix.size(), prefix) != 0) return name;
  const std::size_t dot = name.find('.', prefix.size());
  const int layer = std::stoi(name.substr(prefix.size(), dot - prefix.size()));
  return prefix + std::to_string(layer < removed ? layer : layer + 1) + name.substr(dot);
}

}  // namespace

TrainedStack Trained(const LabValues& values, const Experiment& recipe,
                     const std::function<void(double)>& told) {
  if (values.Given() != nullptr) return *values.Given();
  constexpr int kStepsUntold = 50;
  Run run(recipe);
  while (run.Step() != nullptr) {
    if (told && run.StepsDone() % kStepsUntold == 0) {
      told(static_cast<double>(run.StepsDone()) / recipe.steps);
    }
  }
  return {recipe, run.Model().Parameters()};
}

const Experiment& ExperimentOf(const LabValues& values, const Experiment& recipe) {
  return values.Given() != nullptr ? values.Given()->experiment : recipe;
}

Stack<float> StackOf(const TrainedStack& trained, int sequences) {
  const TaskFacts facts = FactsOf(trained.experiment.task);
  Stack<float> stack(trained.experiment.model, facts.vocabulary, facts.context, sequences);
  stack.Parameters() = trained.parameters;
  return stack;
}

Exam ExamOf(const Experiment& experiment, int sequences) {
  Exam exam{sequences, Task(experiment.task, sequences, experiment.seed + kExamSeed), {}};
  exam.task.Fill(1, exam.batch);
  return exam;
}

Stack<float> ForExam(const Stack<float>& trained, const Exam& exam) {
  Stack<float> stack(trained.Model(), exam.task.Vocabulary(), exam.task.Context(), exam.sequences);
  stack.Parameters() = trained.Parameters();
  return stack;
}

Stack<float> WithoutLayer(const Stack<float>& trained, const Exam& exam, int layer) {
  ModelSettings model = trained.Model();
  --model.depth;
  Stack<float> stack(model, exam.task.Vocabulary(), exam.task.Context(), exam.sequences);
  for (const Tensor& tensor : stack.Layout().Tensors()) {
    const Tensor* before = trained.Layout().Find(NameBefore(tensor.name, layer));
    std::copy_n(trained.Parameters().data() + before->offset, tensor.Size(),
                stack.Parameters().data() + tensor.offset);
  }
  return stack;
}

}  // namespace normlab
