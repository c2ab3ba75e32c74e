// Golden cases of whole stacks and of their training.
#pragma once

#include "core/numerics/reduce.hpp"
#include "core/stack/stack.hpp"
#include "core/training/optimizer.hpp"
#include "core/training/trainer.hpp"
#include "tests/support/golden_layers.hpp"

namespace normlab {

inline const std::map<std::string, OptimizerKind> kOptimizerWords = {
    {"sgd", OptimizerKind::kSgd},
    {"adam", OptimizerKind::kAdam},
    {"adamw", OptimizerKind::kAdamW},
};

// "adam_98" is Adam; what stands after the underscore is in the numbers.
inline OptimizerSettings ReadOptimizer(GoldenCase& golden, const std::string& epsilon_key) {
  const std::string word = golden.Word("optimizer");
  OptimizerSettings settings;
  settings.kind = Meaning(kOptimizerWords, word.substr(0, word.find('_')));
  settings.learning_rate = golden.Number("lr");
  settings.clip = golden.NumberOr("clip", 0.0);
  if (settings.kind == OptimizerKind::kSgd) {
    settings.momentum = golden.NumberOr("momentum", 0.0);
    return settings;
  }
  settings.beta1 = golden.Number("beta1");
  settings.beta2 = golden.Number("beta2");
  settings.epsilon = golden.Number(epsilon_key);
  if (settings.kind == OptimizerKind::kAdamW) settings.weight_decay = golden.Number("weight_decay");
  return settings;
}

template <class S>
void CheckOptimizer(GoldenCase& golden) {
  const OptimizerSettings settings = ReadOptimizer(golden, "eps");
  const Index steps = golden.Axis("gradients", 0);
  const Index size = golden.Axis("gradients", 1);
  const std::vector<S> gradients = golden.Given<S>("gradients", {steps, size});
  std::vector<S> weights = golden.Given<S>("w0", {size});
  Optimizer<S> optimizer(settings, size);
  std::vector<S> path;
  for (Index step = 0; step < steps; ++step) {
    optimizer.BeginStep(settings.learning_rate, 1.0);
    optimizer.Update(0, size, true, weights.data(), gradients.data() + step * size);
    path.insert(path.end(), weights.begin(), weights.end());
  }
  golden.Expect("path", path);
}

template <class S>
void CheckClip(GoldenCase& golden) {
  double squares = 0;
  std::map<std::string, std::vector<S>> gradients;
  for (const std::string& key : golden.GivenKeys()) {
    const Index size = golden.Axis(key, 0);
    gradients[key] = golden.Given<S>(key, {size});
    squares += MeasuredSumOfSquares(gradients[key].data(), size);
  }
  const double norm = std::sqrt(squares);
  golden.Expect("norm_before", norm);
  const S factor = S(ClipFactor(norm, golden.Number("max_norm")));
  for (auto& [key, gradient] : gradients) {
    for (S& value : gradient) value *= factor;
    golden.Expect(key, gradient);
  }
}

inline ModelSettings ReadModel(GoldenCase& golden) {
  golden.ExpectCausal();
  ModelSettings model;
  model.wiring = golden.Word("wiring");
  model.norm = Meaning(kNormWords, golden.Word("norm"));
  model.depth = golden.Integer("depth");
  model.width = golden.Integer("width");
  model.heads = golden.Integer("heads");
  model.feed_forward = golden.Integer("ff_width");
  model.bias = golden.Flag("bias");
  model.activation = Meaning(kActivationWords, golden.Word("activation"));
  model.qk_norm = Meaning(kQkNormWords, golden.Word("qk_norm"));
  model.norm_epsilon = golden.Number("eps");
  const double skip_scale = golden.Number("skip_scale");
  if (const Wiring* wiring = FindWiring(model.wiring)) {
    golden.ExpectSame("the row's skip scale", skip_scale, SkipScaleOf(*wiring, model.depth));
  }
  return model;
}

// "layer.3.attention.wq.weight" is "sub.6.f.wq.weight" there, and its norms have no "f".
inline std::string GoldenName(const std::string& name) {
  if (name.rfind("layer.", 0) != 0) return name;
  const std::size_t after_number = name.find('.', 6);
  const std::size_t after_branch = name.find('.', after_number + 1);
  const std::string branch = name.substr(after_number + 1, after_branch - after_number - 1);
  const std::string rest = name.substr(after_branch + 1);
  const int sublayer =
      2 * std::stoi(name.substr(6, after_number - 6)) + (branch == "attention" ? 0 : 1);
  const bool norm = rest.rfind("norm_", 0) == 0;
  return std::string("sub.").append(std::to_string(sublayer)).append(norm ? "." : ".f.") + rest;
}

struct GoldenBatch {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> targets;
};

inline GoldenBatch ReadBatch(GoldenCase& golden) {
  const auto size = static_cast<std::size_t>(golden.Axis("ids", 0) * golden.Axis("ids", 1));
  return {golden.GivenIds("ids", size), golden.GivenIds("target", size)};
}

template <class S>
void ReadParameters(GoldenCase& golden, Stack<S>& stack) {
  for (const Tensor& tensor : stack.Layout().Tensors()) {
    const std::vector<Index> shape =
        tensor.kind == ParameterKind::kWeight || tensor.kind == ParameterKind::kEmbedding
            ? std::vector<Index>{tensor.rows, tensor.columns}
            : std::vector<Index>{tensor.columns};
    const std::vector<S> values = golden.Given<S>(GoldenName(tensor.name), shape);
    std::copy(values.begin(), values.end(), stack.Parameters().data() + tensor.offset);
  }
}

template <class S>
void CheckStack(GoldenCase& golden) {
  const ModelSettings model = ReadModel(golden);
  ASSERT_NE(FindWiring(model.wiring), nullptr) << "the core has no wiring " << model.wiring;
  const Index batch = golden.Axis("ids", 0);
  const Index context = golden.Integer("context");
  Stack<S> stack(model, golden.Integer("vocabulary"), context, batch);
  const GoldenBatch data = ReadBatch(golden);
  ReadParameters<S>(golden, stack);
  golden.Expect("loss", stack.Forward(data.ids.data(), data.targets.data(), true));
  golden.Expect("logits", ToVector(stack.Logits()));
  stack.Backward(data.ids.data(), true);
  for (const Tensor& tensor : stack.Layout().Tensors()) {
    const S* gradient = stack.Gradients().data() + tensor.offset;
    golden.Expect(std::string("d").append(GoldenName(tensor.name)),
                  std::vector<S>(gradient, gradient + tensor.Size()));
  }
  golden.Expect("stream_rms", stack.Measures().stream_rms);
  golden.Expect("stream_grad_norm", stack.Measures().stream_gradient);
}

template <class S>
void CheckTrace(GoldenCase& golden) {
  const ModelSettings model = ReadModel(golden);
  ASSERT_NE(FindWiring(model.wiring), nullptr) << "the core has no wiring " << model.wiring;
  const OptimizerSettings optimizer = ReadOptimizer(golden, "adam_eps");
  ScheduleSettings schedule;
  schedule.warmup = golden.Integer("warmup");
  const int steps = golden.Integer("steps");
  Trainer<S> trainer(model, golden.Integer("vocabulary"), golden.Integer("context"),
                     golden.Axis("ids", 0), optimizer, schedule, steps);
  const GoldenBatch data = ReadBatch(golden);
  ReadParameters<S>(golden, trainer.Model());
  std::vector<double> losses;
  std::vector<double> norms;
  Record record;
  for (int step = 0; step < steps; ++step) {
    EXPECT_TRUE(trainer.Step(data.ids.data(), data.targets.data(), true, record));
    losses.push_back(record.loss);
    norms.push_back(record.gradient_norm);
  }
  golden.Expect("loss", losses);
  golden.Expect("grad_norm", norms);
}

}  // namespace normlab
