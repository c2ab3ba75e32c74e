#include "core/stack/wiring.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

namespace normlab {

namespace {

constexpr auto kOneSkip = SkipScale::kOne;
constexpr auto kOneIn = NormInScale::kOne;
constexpr auto kOneGain = InitialGain::kOne;

// clang-format off
constexpr std::array<Wiring, 9> kWirings = {{
  // name, label, formula, skip, skip_scale, norm_in, norm_in_scale, norm_out, norm_trunk, initial_gain, final_norm, source
  {"plain", "plain", "x ← F(x)",
   false, kOneSkip, false, kOneIn, false, false, kOneGain, false, "nets before 2015"},
  {"plain_norm", "plain + norm", "x ← F(N(x))",
   false, kOneSkip, true, kOneIn, false, false, kOneGain, false, "the control: norm without skip"},
  {"residual", "residual", "x ← x + F(x)",
   true, kOneSkip, false, kOneIn, false, false, kOneGain, false, "the control: skip without norm (He 2016)"},
  {"post", "post-norm", "x ← N(x + F(x))",
   true, kOneSkip, false, kOneIn, false, true, kOneGain, false, "Vaswani 2017, BERT"},
  {"pre", "pre-norm", "x ← x + F(N(x))",
   true, kOneSkip, true, kOneIn, false, false, kOneGain, true, "GPT-2, GPT-3, Llama"},
  {"sandwich", "sandwich", "x ← x + N(F(N(x)))",
   true, kOneSkip, true, kOneIn, true, false, kOneGain, true, "CogView 2021, Gemma 2 and 3 (Peri-LN)"},
  {"branch_out", "branch-out norm", "x ← x + N(F(x))",
   true, kOneSkip, false, kOneIn, true, false, kOneGain, true, "OLMo 2 (there with QK-norm)"},
  {"deepnorm", "DeepNorm", "x ← N(αx + F(x))",
   true, SkipScale::kDeepNormAlpha, false, kOneIn, false, true, InitialGain::kDeepNormBeta, false, "DeepNet 2022, GLM-130B"},
  {"layer_norm_scaling", "layer-norm scaling", "x ← x + F(N(x)/√l)",
   true, kOneSkip, true, NormInScale::kInverseSqrtLayer, false, false, kOneGain, true, "Sun 2025, the curse of depth"},
}};
// clang-format on

double FourthRoot(double x) { return std::sqrt(std::sqrt(x)); }

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
  return wiring.skip_scale == SkipScale::kDeepNormAlpha ? FourthRoot(2.0 * depth) : 1.0;
}

double NormInScaleOf(const Wiring& wiring, int layer) {
  return wiring.norm_in_scale == NormInScale::kInverseSqrtLayer ? 1.0 / std::sqrt(layer) : 1.0;
}

double InitialGainOf(const Wiring& wiring, int depth) {
  return wiring.initial_gain == InitialGain::kDeepNormBeta ? 1.0 / FourthRoot(8.0 * depth) : 1.0;
}

int NormCount(const Wiring& wiring, int depth) {
  const int of_sublayer = int{wiring.norm_in} + int{wiring.norm_out} + int{wiring.norm_trunk};
  return 2 * depth * of_sublayer + int{wiring.final_norm};
}

}  // namespace normlab
