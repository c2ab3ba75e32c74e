// A wiring is a row: where the skip and the norms of one sublayer are, how they are scaled, and
// what the initial weights are multiplied by. The executed graph, the formula and the drawing all
// come from the same row.
//
//   u = c N_in(x)      norm on the branch's way in, c = norm_in_scale
//   b = s N_out(F(u))  norm on the branch's way out, s = branch_scale
//   y = a x + b        skip, a = skip_scale; y = b without one
//   x' = N_trunk(y)    norm on the trunk
//
//   parallel: the feed-forward branch reads what attention read, through the same norm
//   dual:     r' = r + b beside it, from r_0 = x_0; the head reads x_L + N_final(r_L)
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace normlab {

enum class SkipScale { kOne, kDeepNormAlpha, kGlmAlpha };
enum class NormInScale { kOne, kInverseSqrtLayer };
enum class BranchScale { kOne, kLearned, kLearnedPerChannel };
enum class InitialGain { kOne, kDeepNormBeta, kGlmBeta };

struct Wiring {
  std::string_view name;   // in documents
  std::string_view label;  // for people
  bool skip = true;
  SkipScale skip_scale = SkipScale::kOne;
  bool norm_in = false;
  NormInScale norm_in_scale = NormInScale::kOne;
  bool norm_out = false;
  BranchScale branch_scale = BranchScale::kOne;
  bool norm_trunk = false;
  InitialGain initial_gain = InitialGain::kOne;  // of Wv, Wo, W1, W2; never of Wq, Wk
  bool final_norm = false;
  bool parallel = false;
  bool dual = false;
  std::string_view source = {};

  bool operator==(const Wiring&) const = default;
};

// The name in documents of the row that a visitor sets column by column.
inline constexpr std::string_view kOwnWiring = "own";

std::span<const Wiring> Wirings();

// The row of that name, or null.
const Wiring* FindWiring(std::string_view name);

// The row of that name; throws std::invalid_argument where there is none. Documents are checked
// before a stack is built, so this is for programs alone.
const Wiring& RequireWiring(std::string_view name);

// a of the skip in a stack of `depth` layers: 1, DeepNet's decoder-only (2 depth)^(1/4), or
// GLM-130B's (2 depth)^(1/2) (Zeng 2022, 2210.02414).
double SkipScaleOf(const Wiring& wiring, int depth);

// c of the norm on the way in, in layer `layer` counted from 1: 1, or 1 / sqrt(layer).
double NormInScaleOf(const Wiring& wiring, int layer);

// Factor of the initial weights: 1, DeepNet's decoder-only (8 depth)^(-1/4), or GLM-130B's
// (2 depth)^(-1/2).
double InitialGainOf(const Wiring& wiring, int depth);

// What a learned branch scale starts from in a stack of `depth` layers: 0 (ReZero, Bachlechner
// 2020, 2003.04887), or per channel 0.1 up to 18 layers, 1e-5 up to 24, 1e-6 beyond (LayerScale,
// Touvron 2021, 2103.17239).
double InitialBranchScaleOf(const Wiring& wiring, int depth);

// One sublayer as it is executed: "x ← x + F(N(x))".
std::string FormulaOf(const Wiring& wiring);

// How many norms a stack of `depth` layers holds (QK-norm apart).
int NormCount(const Wiring& wiring, int depth);

}  // namespace normlab
