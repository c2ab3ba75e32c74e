#include "core/document/run_weights.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "core/document/facts.hpp"
#include "core/document/read_experiment.hpp"
#include "core/document/safetensors.hpp"
#include "core/document/write_experiment.hpp"

namespace normlab {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's numbers are little endian");

constexpr const char* kDocument = "normlab";
constexpr const char* kNextIds = "next.ids";
constexpr const char* kNextTargets = "next.targets";

template <class Number>
std::string_view BytesOf(const Number* numbers, std::size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(Number)};
}

std::vector<std::int64_t> ShapeOf(const Tensor& tensor) {
  const bool matrix =
      tensor.kind == ParameterKind::kEmbedding || tensor.kind == ParameterKind::kWeight;
  if (matrix) return {tensor.rows, tensor.columns};
  return {tensor.Size()};
}

std::string ShapeText(const std::vector<std::int64_t>& shape) {
  std::string text = "(";
  for (const std::int64_t axis : shape) {
    text += (text.size() == 1 ? "" : ", ") + std::to_string(axis);
  }
  return text + ")";
}

FieldError NotItsTensor(const std::string& name, const std::string& is,
                        const std::string& allowed) {
  return WeightsError(
      allowed, "the weights' tensor " + ShortText(name) + " " + is + "; allowed: " + allowed);
}

// What is wrong with the file's tensor of that name, if there is one.
FieldErrors Misfit(const Tensor& tensor, const SafeTensor* found) {
  const std::string allowed = "F32 of shape " + ShapeText(ShapeOf(tensor));
  if (found == nullptr) return {NotItsTensor(tensor.name, "is missing", allowed)};
  if (found->type != "F32" || found->shape != ShapeOf(tensor)) {
    return {NotItsTensor(tensor.name, "is " + found->type + " of shape " + ShapeText(found->shape),
                         allowed)};
  }
  return {};
}

}  // namespace

std::string WriteWeights(Run& run) {
  Batch next;
  const double loss = run.LossAhead(next);
  SafeTensors file;
  file.metadata = {{kDocument, JsonText(MinimalDocument(run.Settings()))},
                   {"step", std::to_string(run.StepsDone())},
                   {"trajectory", TrajectoryText(run.TrajectoryHash())},
                   {"next_loss", std::isfinite(loss) ? NumberText(loss) : "not finite"}};
  const Stack<float>& stack = run.Model();
  for (const Tensor& tensor : stack.Layout().Tensors()) {
    const float* numbers = stack.Parameters().data() + tensor.offset;
    file.tensors.push_back({tensor.name, "F32", ShapeOf(tensor),
                            BytesOf(numbers, static_cast<std::size_t>(tensor.Size()))});
  }
  const std::vector<std::int64_t> batch = {run.Settings().batch, run.Learned().Context()};
  file.tensors.push_back({kNextIds, "I32", batch, BytesOf(next.ids.data(), next.ids.size())});
  file.tensors.push_back(
      {kNextTargets, "I32", batch, BytesOf(next.targets.data(), next.targets.size())});
  return WriteSafeTensors(file);
}

TrainedReading ReadWeights(std::string_view bytes) {
  TrainedReading reading;
  const SafeTensorsReading read = ReadSafeTensors(bytes);
  reading.errors = read.errors;
  if (!reading.ok()) return reading;
  const auto document = read.file.metadata.find(kDocument);
  if (document == read.file.metadata.end()) {
    const std::string allowed = "weights that a run of NormLab saved";
    reading.errors = {WeightsError(
        allowed, "the weights do not say which experiment they are of; allowed: " + allowed)};
    return reading;
  }
  const ExperimentReading experiment = ReadExperiment(document->second);
  for (const FieldError& error : experiment.errors) {
    reading.errors.push_back(
        WeightsError(error.allowed, "the weights' own experiment: " + error.message));
  }
  if (!reading.ok()) return reading;
  reading.trained.experiment = experiment.experiment;
  const ModelSettings& model = experiment.experiment.model;
  const ParameterLayout layout(model, model.Row(), experiment.facts.vocabulary,
                               experiment.facts.context);
  std::map<std::string_view, const SafeTensor*> found;
  for (const SafeTensor& tensor : read.file.tensors) {
    if (tensor.name != kNextIds && tensor.name != kNextTargets) found[tensor.name] = &tensor;
  }
  reading.trained.parameters.resize(layout.Size());
  for (const Tensor& tensor : layout.Tensors()) {
    const auto at = found.find(tensor.name);
    const SafeTensor* const its = at == found.end() ? nullptr : at->second;
    reading.errors = Misfit(tensor, its);
    if (!reading.ok()) return reading;
    float* numbers = reading.trained.parameters.data() + tensor.offset;
    std::memcpy(numbers, its->bytes.data(), its->bytes.size());
    for (Index i = 0; i < tensor.Size(); ++i) {
      if (std::isfinite(numbers[i])) continue;
      reading.errors = {
          NotItsTensor(tensor.name, "has a number that is not finite", "finite numbers")};
      return reading;
    }
    found.erase(at);
  }
  if (!found.empty()) {
    reading.errors = {NotItsTensor(std::string(found.begin()->first), "is none of its experiment's",
                                   "those of its layout")};
  }
  return reading;
}

}  // namespace normlab
