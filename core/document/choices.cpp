#include "core/document/choices.hpp"

namespace normlab {

const std::vector<Named<NormKind>>& NormNames() {
  static const std::vector<Named<NormKind>> names = {
      {NormKind::kLayer, "layer", "LayerNorm",
       "Subtracts each token's mean, divides by its standard deviation, then a learned gain and "
       "bias."},
      {NormKind::kRms, "rms", "RMSNorm",
       "Divides each token by its root mean square, then a learned gain. The mean stays."},
  };
  return names;
}

const std::vector<Named<Activation>>& ActivationNames() {
  static const std::vector<Named<Activation>> names = {
      {Activation::kRelu, "relu", "ReLU", "max(0, x)."},
      {Activation::kGeluTanh, "gelu_tanh", "GELU (tanh)",
       "x times a smooth gate, by the tanh formula that GPT-2 uses."},
      {Activation::kGeluErf, "gelu_erf", "GELU (erf)",
       "The exact GELU: x times the normal distribution function. Within 0.0005 of the tanh form."},
      {Activation::kSilu, "silu", "SiLU", "x times the logistic sigmoid of x."},
      {Activation::kTanh, "tanh", "tanh", "Saturates at -1 and 1; the classic before ReLU."},
  };
  return names;
}

const std::vector<Named<QkNorm>>& QkNormNames() {
  static const std::vector<Named<QkNorm>> names = {
      {QkNorm::kNone, "none", "none", "Queries and keys go into the dot product as they are."},
      {QkNorm::kRmsPerHead, "rms_per_head", "RMS per head",
       "Queries and keys are RMS-normalised in each head. While the gains are 1, no score exceeds "
       "the square root of the head's width."},
  };
  return names;
}

const std::vector<Named<Positions>>& PositionsNames() {
  static const std::vector<Named<Positions>> names = {
      {Positions::kLearned, "learned", "learned",
       "A vector for each place of the context, drawn at step 0 and trained."},
      {Positions::kSinusoidal, "sinusoidal", "sinusoidal",
       "Fixed sines and cosines, as in the first transformer. Nothing of them is trained."},
  };
  return names;
}

const std::vector<Named<Initialiser>>& InitialiserNames() {
  static const std::vector<Named<Initialiser>> names = {
      {Initialiser::kDefault, "default", "default recipe",
       "Attention with variance 1/fan-in, feed-forward Xavier normal."},
      {Initialiser::kXavier, "xavier", "Xavier normal",
       "Variance 2/(fan-in + fan-out), for each projection by itself."},
      {Initialiser::kFanIn, "fan_in", "1/fan-in", "Variance 1/fan-in for each projection."},
      {Initialiser::kFixed, "fixed", "fixed",
       "One standard deviation for every projection. A small one makes the branches nearly inert, "
       "and all wirings look alike."},
  };
  return names;
}

const std::vector<Named<SkipScale>>& SkipScaleNames() {
  static const std::vector<Named<SkipScale>> names = {
      {SkipScale::kOne, "one", "1", "The stream goes on as it is."},
      {SkipScale::kDeepNormAlpha, "deepnorm_alpha", "DeepNorm's α",
       "The fourth root of twice the depth: the deeper, the less a single branch moves the sum."},
      {SkipScale::kGlmAlpha, "glm_alpha", "GLM-130B's α", "The square root of twice the depth."},
  };
  return names;
}

const std::vector<Named<NormInScale>>& NormInScaleNames() {
  static const std::vector<Named<NormInScale>> names = {
      {NormInScale::kOne, "one", "1", "The branch reads the norm as it is."},
      {NormInScale::kInverseSqrtLayer, "inverse_sqrt_layer", "1/√l",
       "One over the root of the layer's number, from 1: later branches say less."},
  };
  return names;
}

const std::vector<Named<BranchScale>>& BranchScaleNames() {
  static const std::vector<Named<BranchScale>> names = {
      {BranchScale::kOne, "one", "1", "What the branch says goes on as it is."},
      {BranchScale::kLearned, "learned", "learned, from 0",
       "One number for each branch, 0 at step 0 and trained: the stack starts as the identity."},
      {BranchScale::kLearnedPerChannel, "learned_per_channel", "learned for each channel",
       "A number for each channel, trained from 0.1 in up to 18 layers, 1e-5 in up to 24, 1e-6 "
       "beyond."},
  };
  return names;
}

const std::vector<Named<InitialGain>>& InitialGainNames() {
  static const std::vector<Named<InitialGain>> names = {
      {InitialGain::kOne, "one", "1", "The weights are drawn as the initial weights say."},
      {InitialGain::kDeepNormBeta, "deepnorm_beta", "DeepNorm's β",
       "One over the fourth root of eight times the depth."},
      {InitialGain::kGlmBeta, "glm_beta", "GLM-130B's β",
       "One over the square root of twice the depth."},
  };
  return names;
}

const std::vector<Named<TaskKind>>& TaskNames() {
  static const std::vector<Named<TaskKind>> names = {
      {TaskKind::kInduction, "induction", "Induction",
       "The second half of a random sequence repeats the first; predict each next symbol of the "
       "second half."},
      {TaskKind::kCopy, "copy", "Copy",
       "A random sequence is read, then written out again from memory."},
      {TaskKind::kModularAddition, "modular_addition", "Modular addition",
       "Two numbers are shown; predict their sum modulo p."},
      {TaskKind::kText, "text", "Text",
       "Predict the next character of a text, your own if you like."},
  };
  return names;
}

const std::vector<Named<OptimizerKind>>& OptimizerNames() {
  static const std::vector<Named<OptimizerKind>> names = {
      {OptimizerKind::kSgd, "sgd", "SGD",
       "A step down the gradient, with momentum if set. Small gradients make small steps."},
      {OptimizerKind::kAdam, "adam", "Adam",
       "Divides each weight's step by the recent size of its gradient: a tiny gradient still moves "
       "its weight by about the learning rate."},
      {OptimizerKind::kAdamW, "adamw", "AdamW",
       "Adam with decoupled weight decay: matrices shrink a little at each step; gains, biases and "
       "embeddings do not."},
  };
  return names;
}

const std::vector<Named<ScheduleKind>>& ScheduleNames() {
  static const std::vector<Named<ScheduleKind>> names = {
      {ScheduleKind::kConstant, "constant", "constant", "After the warmup the rate stays."},
      {ScheduleKind::kInverseSquareRoot, "inverse_square_root", "inverse square root",
       "After the warmup the rate falls as one over the root of the step, as in the first "
       "transformer."},
      {ScheduleKind::kCosine, "cosine", "cosine",
       "After the warmup the rate follows half a cosine down to the floor at the last step."},
      {ScheduleKind::kVaswani, "vaswani", "first transformer's",
       "width^(-1/2) min(step^(-1/2), step warmup^(-3/2)), times the learning rate, which is a "
       "factor then: 1 in the paper."},
  };
  return names;
}

}  // namespace normlab
