// A wiring is a row: where the skip and the norms of one sublayer are, how they are scaled, and
// what the initial weights are multiplied by. The executed graph, the formula and the drawing all
// come from the same row.
//
//   u = c N_in(x)      norm on the branch's way in, c = norm_in_scale
//   b = N_out(F(u))    norm on the branch's way out
//   y = a x + b        skip, a = skip_scale; y = b without one
//   x' = N_trunk(y)    norm on the trunk
#pragma once

#include <span>
#include <string_view>

namespace normlab {

enum class SkipScale { kOne, kDeepNormAlpha };
enum class NormInScale { kOne, kInverseSqrtLayer };
enum class InitialGain { kOne, kDeepNormBeta };

struct Wiring {
  std::string_view name;     // in documents
  std::string_view label;    // for people
  std::string_view formula;  // of one sublayer
  bool skip;
  SkipScale skip_scale;
  bool norm_in;
  NormInScale norm_in_scale;
  bool norm_out;
  bool norm_trunk;
  InitialGain initial_gain;  // of Wv, Wo, W1, W2; never of Wq, Wk
  bool final_norm;
  std::string_view source;
};

std::span<const Wiring> Wirings();

// The row of that name, or null.
const Wiring* FindWiring(std::string_view name);

// The row of that name; throws std::invalid_argument where there is none. Documents are checked
// before a stack is built, so this is for programs alone.
const Wiring& RequireWiring(std::string_view name);

// a of the skip in a stack of `depth` layers: 1, or DeepNet's decoder-only (2 depth)^(1/4).
double SkipScaleOf(const Wiring& wiring, int depth);

// c of the norm on the way in, in layer `layer` counted from 1: 1, or 1 / sqrt(layer).
double NormInScaleOf(const Wiring& wiring, int layer);

// Factor of the initial weights: 1, or DeepNet's decoder-only (8 depth)^(-1/4).
double InitialGainOf(const Wiring& wiring, int depth);

// How many norms a stack of `depth` layers holds (QK-norm apart).
int NormCount(const Wiring& wiring, int depth);

}  // namespace normlab
