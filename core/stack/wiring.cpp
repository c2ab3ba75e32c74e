#include "core/stack/wiring.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace normlab {

namespace {

constexpr std::array<Wiring, 13> kWirings = {{
    {.name = "plain", .label = "plain", .skip = false, .source = "nets before 2015"},
    {.name = "plain_norm",
     .label = "plain + norm",
     .skip = false,
     .norm_in = true,
     .source = "the control: norm without skip"},
    {.name = "residual", .label = "residual", .source = "the control: skip without norm (He 2016)"},
    {.name = "post", .label = "post-norm", .norm_trunk = true, .source = "Vaswani 2017, BERT"},
    {.name = "pre",
     .label = "pre-norm",
     .norm_in = true,
     .final_norm = true,
     .source = "GPT-2, GPT-3, Llama"},
    {.name = "sandwich",
     .label = "sandwich",
     .norm_in = true,
     .norm_out = true,
     .final_norm = true,
     .source = "CogView 2021, Gemma 2 and 3 (Peri-LN)"},
    {.name = "branch_out",
     .label = "branch-out norm",
     .norm_out = true,
     .final_norm = true,
     .source = "OLMo 2 (there with QK-norm)"},
    {.name = "deepnorm",
     .label = "DeepNorm",
     .skip_scale = SkipScale::kDeepNormAlpha,
     .norm_trunk = true,
     .initial_gain = InitialGain::kDeepNormBeta,
     .source = "DeepNet 2022, GLM-130B"},
    {.name = "layer_norm_scaling",
     .label = "layer-norm scaling",
     .norm_in = true,
     .norm_in_scale = NormInScale::kInverseSqrtLayer,
     .final_norm = true,
     .source = "Sun 2025, the curse of depth"},
    {.name = "rezero",
     .label = "ReZero",
     .branch_scale = BranchScale::kLearned,
     .source = "Bachlechner 2020"},
    {.name = "layer_scale",
     .label = "LayerScale",
     .norm_in = true,
     .branch_scale = BranchScale::kLearnedPerChannel,
     .final_norm = true,
     .source = "Touvron 2021, CaiT"},
    {.name = "residual_dual",
     .label = "ResiDual",
     .norm_trunk = true,
     .final_norm = true,
     .dual = true,
     .source = "Xie 2023"},
    {.name = "parallel",
     .label = "parallel",
     .norm_in = true,
     .final_norm = true,
     .parallel = true,
     .source = "GPT-J, PaLM"},
}};

double FourthRoot(double x) { return std::sqrt(std::sqrt(x)); }

// s N_out(F(u)) of a branch called `name`.
std::string BranchFormula(const Wiring& wiring, const std::string& name) {
  std::string formula = "x";
  if (wiring.norm_in) formula = "N(x)";
  if (wiring.norm_in && wiring.norm_in_scale == NormInScale::kInverseSqrtLayer) formula += "/√l";
  formula = name + "(" + formula + ")";
  if (wiring.norm_out) formula = "N(" + formula + ")";
  if (wiring.branch_scale == BranchScale::kLearned) formula = "s" + formula;
  if (wiring.branch_scale == BranchScale::kLearnedPerChannel) formula = "s ⊙ " + formula;
  return formula;
}

}  // namespace

std::span<const Wiring> Wirings() { return kWirings; }

const Wiring* FindWiring(std::string_view name) {
  for (const Wiring& wiring : kWirings) {
    if (wiring.name == name) return &wiring;
  }
  return nullptr;
}

const Wiring& RequireWiring(std::string_view name) {
  const Wiring* wiring = FindWiring(name);
  if (wiring == nullptr) {
    throw std::invalid_argument("model.wiring: no wiring is called " + std::string(name));
  }
  return *wiring;
}

double SkipScaleOf(const Wiring& wiring, int depth) {
  switch (wiring.skip_scale) {
    case SkipScale::kOne:
      return 1.0;
    case SkipScale::kDeepNormAlpha:
      return FourthRoot(2.0 * depth);
    case SkipScale::kGlmAlpha:
      break;
  }
  return std::sqrt(2.0 * depth);
}

double NormInScaleOf(const Wiring& wiring, int layer) {
  return wiring.norm_in_scale == NormInScale::kInverseSqrtLayer ? 1.0 / std::sqrt(layer) : 1.0;
}

double InitialGainOf(const Wiring& wiring, int depth) {
  switch (wiring.initial_gain) {
    case InitialGain::kOne:
      return 1.0;
    case InitialGain::kDeepNormBeta:
      return 1.0 / FourthRoot(8.0 * depth);
    case InitialGain::kGlmBeta:
      break;
  }
  return 1.0 / std::sqrt(2.0 * depth);
}

double InitialBranchScaleOf(const Wiring& wiring, int depth) {
  switch (wiring.branch_scale) {
    case BranchScale::kOne:
      return 1.0;
    case BranchScale::kLearned:
      return 0.0;
    case BranchScale::kLearnedPerChannel:
      break;
  }
  if (depth <= 18) return 0.1;
  return depth <= 24 ? 1e-5 : 1e-6;
}

std::string FormulaOf(const Wiring& wiring) {
  std::string sum = BranchFormula(wiring, wiring.parallel ? "A" : "F");
  if (wiring.parallel) sum += " + " + BranchFormula(wiring, "F");
  const std::string beside = wiring.dual ? "r ← r + " + sum + ", " : "";
  if (wiring.skip) {
    sum = (wiring.skip_scale == SkipScale::kOne ? "x + " : "αx + ") + sum;
  }
  if (wiring.norm_trunk) sum = "N(" + sum + ")";
  return beside + "x ← " + sum;
}

int NormCount(const Wiring& wiring, int depth) {
  const int ways_in = wiring.parallel ? depth : 2 * depth;
  return int{wiring.norm_in} * ways_in + 2 * depth * int{wiring.norm_out} +
         2 * depth * int{wiring.norm_trunk} + int{wiring.final_norm};
}

}  // namespace normlab
