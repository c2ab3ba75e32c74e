// The kinds of layer that a stack can be built from.
#pragma once

namespace normlab {

enum class NormKind { kLayer, kRms };
enum class Activation { kRelu, kGeluTanh, kGeluErf, kSilu, kTanh };
enum class Positions { kLearned, kSinusoidal };
enum class QkNorm { kNone, kRmsPerHead };

}  // namespace normlab
