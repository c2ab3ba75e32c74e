#include "core/document/field_table.hpp"

#include <utility>

#include "core/document/choices.hpp"
#include "core/document/field_access.hpp"
#include "core/document/limits.hpp"
#include "core/document/wirings.hpp"

namespace normlab {
namespace {

using E = Experiment;

std::vector<Field> ModelFields() {
  using M = ModelSettings;
  return {
      {.path = "model.wiring",
       .kind = FieldKind::kChoice,
       .label = "Wiring",
       .help = "Where the skip and the norm of every sublayer go.",
       .choices = WiringChoices(),
       .access = Plain(&E::model, &M::wiring)},
      {.path = "model.norm",
       .kind = FieldKind::kChoice,
       .label = "Norm",
       .help = "What every norm of the stack computes.",
       .choices = Choices(NormNames()),
       .when = {{"model.wiring", WiringsWithNorm()}},
       .access = OneOf(&E::model, &M::norm, NormNames())},
      {.path = "model.depth",
       .minimum = 1,
       .maximum = 2000,
       .scale = Scale::kLog,
       .unit = "layers",
       .label = "Depth",
       .help = "Layers, each an attention and a feed-forward sublayer. Depth is what makes the "
               "wirings differ: with 6 layers and a learning rate of 0.001 even post-norm trains "
               "without warmup.",
       .access = Plain(&E::model, &M::depth)},
      {.path = "model.width",
       .minimum = 1,
       .maximum = 1024,
       .scale = Scale::kLog,
       .label = "Width",
       .help = "Numbers per token in the stream. A multiple of the heads.",
       .access = Plain(&E::model, &M::width)},
      {.path = "model.heads",
       .minimum = 1,
       .maximum = 64,
       .scale = Scale::kLog,
       .label = "Heads",
       .help = "Attention heads; each sees width / heads numbers of a token.",
       .access = Plain(&E::model, &M::heads)},
      {.path = "model.feed_forward",
       .minimum = 1,
       .maximum = 4096,
       .scale = Scale::kLog,
       .label = "Feed-forward width",
       .help = "Hidden units of each feed-forward sublayer; four times the width is usual.",
       .access = Plain(&E::model, &M::feed_forward)},
      {.path = "model.activation",
       .kind = FieldKind::kChoice,
       .label = "Activation",
       .help = "The nonlinearity inside each feed-forward sublayer.",
       .choices = Choices(ActivationNames()),
       .access = OneOf(&E::model, &M::activation, ActivationNames())},
      {.path = "model.qk_norm",
       .kind = FieldKind::kChoice,
       .label = "QK-norm",
       .help = "Normalises queries and keys, which bounds the attention scores.",
       .choices = Choices(QkNormNames()),
       .access = OneOf(&E::model, &M::qk_norm, QkNormNames())},
      {.path = "model.positions",
       .kind = FieldKind::kChoice,
       .label = "Positions",
       .help = "What is added to each token to say where in the sequence it stands.",
       .choices = Choices(PositionsNames()),
       .access = OneOf(&E::model, &M::positions, PositionsNames())},
      {.path = "model.init",
       .kind = FieldKind::kChoice,
       .label = "Initial weights",
       .help = "How the projections of attention and feed-forward are drawn at step 0.",
       .choices = Choices(InitialiserNames()),
       .access = OneOf(&E::model, &M::initialiser, InitialiserNames())},
      {.path = "model.init_std",
       .kind = FieldKind::kReal,
       .minimum = 1e-6,
       .maximum = 10,
       .scale = Scale::kLog,
       .label = "Initial standard deviation",
       .help = "Of every projection's weights. A small one such as 0.02 makes the branches nearly "
               "inert.",
       .when = {{"model.init", {"fixed"}}},
       .access = Plain(&E::model, &M::initial_std)},
      {.path = "model.bias",
       .kind = FieldKind::kBoolean,
       .label = "Biases",
       .help = "Whether the projections and each LayerNorm add a learned bias.",
       .access = Plain(&E::model, &M::bias)},
      {.path = "model.norm_epsilon",
       .kind = FieldKind::kReal,
       .minimum = 1e-12,
       .maximum = 1,
       .scale = Scale::kLog,
       .label = "Norm epsilon",
       .help = "Added to the variance, or the mean square, inside the root of every norm.",
       .access = Plain(&E::model, &M::norm_epsilon)},
  };
}

// The columns of a wiring, for a row of one's own.
std::vector<Field> OwnWiringFields() {
  using M = ModelSettings;
  using W = Wiring;
  std::vector<Field> fields = {
      {.path = "model.own_skip",
       .kind = FieldKind::kBoolean,
       .label = "Skip",
       .help = "Whether the stream goes past each branch. Without it only what the branch says "
               "goes on.",
       .access = Plain(&E::model, &M::own, &W::skip)},
      {.path = "model.own_skip_scale",
       .kind = FieldKind::kChoice,
       .label = "Skip scale",
       .help = "What the stream is multiplied by on its way past a branch.",
       .choices = Choices(SkipScaleNames()),
       .access = OneOf(&E::model, &M::own, &W::skip_scale, SkipScaleNames())},
      {.path = "model.own_norm_in",
       .kind = FieldKind::kBoolean,
       .label = "Norm on the way in",
       .help = "Whether each branch reads the stream through a norm, as in pre-norm.",
       .access = Plain(&E::model, &M::own, &W::norm_in)},
      {.path = "model.own_norm_in_scale",
       .kind = FieldKind::kChoice,
       .label = "Scale on the way in",
       .help = "What the norm on the way in is multiplied by.",
       .choices = Choices(NormInScaleNames()),
       .access = OneOf(&E::model, &M::own, &W::norm_in_scale, NormInScaleNames())},
      {.path = "model.own_norm_out",
       .kind = FieldKind::kBoolean,
       .label = "Norm on the way out",
       .help = "Whether what a branch says is normed before it joins the stream.",
       .access = Plain(&E::model, &M::own, &W::norm_out)},
      {.path = "model.own_branch_scale",
       .kind = FieldKind::kChoice,
       .label = "Branch scale",
       .help = "What a branch is multiplied by before it joins the stream.",
       .choices = Choices(BranchScaleNames()),
       .access = OneOf(&E::model, &M::own, &W::branch_scale, BranchScaleNames())},
      {.path = "model.own_norm_trunk",
       .kind = FieldKind::kBoolean,
       .label = "Norm on the trunk",
       .help = "Whether the stream itself is normed after each sum, as in post-norm.",
       .access = Plain(&E::model, &M::own, &W::norm_trunk)},
      {.path = "model.own_initial_gain",
       .kind = FieldKind::kChoice,
       .label = "Initial gain",
       .help = "What the initial weights of value, output and feed-forward are multiplied by.",
       .choices = Choices(InitialGainNames()),
       .access = OneOf(&E::model, &M::own, &W::initial_gain, InitialGainNames())},
      {.path = "model.own_final_norm",
       .kind = FieldKind::kBoolean,
       .label = "Final norm",
       .help = "Whether the stream is normed once more before the head reads it.",
       .access = Plain(&E::model, &M::own, &W::final_norm)},
      {.path = "model.own_parallel",
       .kind = FieldKind::kBoolean,
       .label = "Parallel branches",
       .help = "Whether feed-forward reads what attention read, not what attention made of it.",
       .access = Plain(&E::model, &M::own, &W::parallel)},
      {.path = "model.own_dual",
       .kind = FieldKind::kBoolean,
       .label = "Dual stream",
       .help = "Whether a second stream collects what the branches say, never normed on its way; "
               "the head reads the sum of both.",
       .access = Plain(&E::model, &M::own, &W::dual)},
  };
  for (Field& field : fields) field.when = {{"model.wiring", {std::string(kOwnWiring)}}};
  return fields;
}

std::vector<Field> TaskFields() {
  using T = TaskSettings;
  return {
      {.path = "task.kind",
       .kind = FieldKind::kChoice,
       .label = "Task",
       .help = "What the stack learns. A fresh batch is drawn at every step.",
       .choices = Choices(TaskNames()),
       .access = OneOf(&E::task, &T::kind, TaskNames())},
      {.path = "task.symbols",
       .minimum = 2,
       .maximum = 1024,
       .scale = Scale::kLog,
       .label = "Symbols",
       .help = "How many different symbols the sequences hold. Chance is the log of this number.",
       .when = {{"task.kind", {"induction", "copy"}}},
       .access = Plain(&E::task, &T::symbols)},
      {.path = "task.context",
       .minimum = 2,
       .maximum = 1024,
       .scale = Scale::kLog,
       .unit = "tokens",
       .label = "Context",
       .help = "Tokens in a sequence. Even for induction and copy, whose halves are equal.",
       .when = {{"task.kind", {"induction", "copy", "text"}}},
       .access = Plain(&E::task, &T::context)},
      {.path = "task.modulus",
       .minimum = 2,
       .maximum = 256,
       .scale = Scale::kLog,
       .label = "Modulus",
       .help = "The p of addition modulo p. Chance is the log of this number.",
       .when = {{"task.kind", {"modular_addition"}}},
       .access = Plain(&E::task, &T::modulus)},
      {.path = "task.text",
       .kind = FieldKind::kText,
       .maximum = kLongestText,
       .label = "Text",
       .help = "The text to learn, character by character: at least one more than the context, "
               "with at least two different ones. It stays on this machine.",
       .when = {{"task.kind", {"text"}}},
       .access = Plain(&E::task, &T::text)},
  };
}

std::vector<Field> OptimizerFields() {
  using O = OptimizerSettings;
  const std::vector<Condition> adam = {{"optimizer.kind", {"adam", "adamw"}}};
  return {
      {.path = "optimizer.kind",
       .kind = FieldKind::kChoice,
       .label = "Optimiser",
       .help = "How a gradient becomes a step.",
       .choices = Choices(OptimizerNames()),
       .access = OneOf(&E::optimizer, &O::kind, OptimizerNames())},
      {.path = "optimizer.learning_rate",
       .kind = FieldKind::kReal,
       .minimum = 1e-9,
       .maximum = 10,
       .scale = Scale::kLog,
       .label = "Learning rate",
       .help = "The peak of the schedule. SGD usually takes a far larger one than Adam.",
       .access = Plain(&E::optimizer, &O::learning_rate)},
      {.path = "optimizer.beta1",
       .kind = FieldKind::kReal,
       .maximum = 0.999999,
       .label = "Beta 1",
       .help = "The share of the gradient's running mean that is kept at each step.",
       .when = adam,
       .access = Plain(&E::optimizer, &O::beta1)},
      {.path = "optimizer.beta2",
       .kind = FieldKind::kReal,
       .maximum = 0.9999999,
       .label = "Beta 2",
       .help = "The share of the squared gradient's running mean that is kept at each step.",
       .when = adam,
       .access = Plain(&E::optimizer, &O::beta2)},
      {.path = "optimizer.epsilon",
       .kind = FieldKind::kReal,
       .minimum = 1e-16,
       .maximum = 1,
       .scale = Scale::kLog,
       .label = "Epsilon",
       .help = "Added to the root of the squared gradient. A gradient of this size moves half a "
               "learning rate.",
       .when = adam,
       .access = Plain(&E::optimizer, &O::epsilon)},
      {.path = "optimizer.momentum",
       .kind = FieldKind::kReal,
       .maximum = 0.9999,
       .label = "Momentum",
       .help = "The share of the last step that is added to the next one.",
       .when = {{"optimizer.kind", {"sgd"}}},
       .access = Plain(&E::optimizer, &O::momentum)},
      {.path = "optimizer.weight_decay",
       .kind = FieldKind::kReal,
       .maximum = 10,
       .label = "Weight decay",
       .help = "Each step shrinks the matrices by this times the learning rate.",
       .when = {{"optimizer.kind", {"adamw"}}},
       .access = Plain(&E::optimizer, &O::weight_decay)},
      {.path = "optimizer.clip",
       .kind = FieldKind::kReal,
       .maximum = 1e6,
       .label = "Gradient clipping",
       .help = "A larger global gradient norm is scaled down to this; 0 leaves it. The norm shown "
               "is the one before clipping.",
       .access = Plain(&E::optimizer, &O::clip)},
  };
}

std::vector<Field> ScheduleAndRunFields() {
  using S = ScheduleSettings;
  return {
      {.path = "schedule.kind",
       .kind = FieldKind::kChoice,
       .label = "Schedule",
       .help = "What the learning rate does after the warmup.",
       .choices = Choices(ScheduleNames()),
       .access = OneOf(&E::schedule, &S::kind, ScheduleNames())},
      {.path = "schedule.warmup",
       .maximum = 1'000'000,
       .unit = "steps",
       .label = "Warmup",
       .help = "The learning rate rises in a line to its peak over these steps. 0 starts at the "
               "peak: a deep post-norm stack then usually stays at chance.",
       .access = Plain(&E::schedule, &S::warmup)},
      {.path = "schedule.floor",
       .kind = FieldKind::kReal,
       .maximum = 1,
       .label = "Floor",
       .help = "Where the cosine ends, as a fraction of the peak.",
       .when = {{"schedule.kind", {"cosine"}}},
       .access = Plain(&E::schedule, &S::floor)},
      {.path = "batch",
       .minimum = 1,
       .maximum = 1024,
       .scale = Scale::kLog,
       .unit = "sequences",
       .label = "Batch",
       .help = "Sequences per step; all arms of a race see the same ones.",
       .shared = true,
       .access = Plain(&E::batch)},
      {.path = "steps",
       .minimum = 1,
       .maximum = 1'000'000,
       .scale = Scale::kLog,
       .unit = "steps",
       .label = "Steps",
       .help = "The budget. A run stops exactly there.",
       .shared = true,
       .access = Plain(&E::steps)},
      {.path = "seed",
       .maximum = 4294967295.0,
       .label = "Seed",
       .help =
           "Fixes the initial weights and the data. The same seed gives the same curve, bit for "
           "bit, on every machine.",
       .shared = true,
       .access = Plain(&E::seed)},
  };
}

}  // namespace

std::vector<Field> FieldTable() {
  std::vector<Field> fields = ModelFields();
  for (Field& field : OwnWiringFields()) fields.push_back(std::move(field));
  for (Field field : TaskFields()) {
    field.shared = true;  // a race is matched: its arms learn from the same data
    fields.push_back(std::move(field));
  }
  for (Field& field : OptimizerFields()) fields.push_back(field);
  for (Field& field : ScheduleAndRunFields()) fields.push_back(field);
  return fields;
}

}  // namespace normlab
