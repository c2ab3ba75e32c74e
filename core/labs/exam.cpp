#include "core/labs/exam.hpp"

#include <algorithm>
#include <string>

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
