// What a stack is made of: the settings that fix its shape, its wiring and its initial weights.
#pragma once

#include <string>

#include "core/layers/kinds.hpp"
#include "core/stack/wiring.hpp"

namespace normlab {

// kDefault is the recipe that the default experiment was measured with: attention N(0, 1/fan-in),
// feed-forward Xavier normal. The other three apply one rule to every projection.
enum class Initialiser { kDefault, kXavier, kFanIn, kFixed };

struct ModelSettings {
  std::string wiring = "post";  // the name of a row in stack/wiring.hpp, or kOwnWiring
  // The row that kOwnWiring means; pre-norm until somebody changes a column.
  Wiring own = {.name = kOwnWiring, .label = "own wiring", .norm_in = true, .final_norm = true};
  NormKind norm = NormKind::kLayer;
  int depth = 12;  // layers, two sublayers each
  int width = 32;
  int heads = 2;
  int feed_forward = 128;
  Activation activation = Activation::kGeluTanh;
  QkNorm qk_norm = QkNorm::kNone;
  Positions positions = Positions::kLearned;
  Initialiser initialiser = Initialiser::kDefault;
  double initial_std = 0.02;  // of Initialiser::kFixed alone
  bool bias = true;
  double norm_epsilon = 1e-5;

  // The row of the wiring; throws std::invalid_argument where no row has that name.
  const Wiring& Row() const { return wiring == kOwnWiring ? own : RequireWiring(wiring); }
  int HeadWidth() const { return width / heads; }
  int Sublayers() const { return 2 * depth; }
};

}  // namespace normlab
