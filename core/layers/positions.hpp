// Positions that are not learned: a fixed table of sines and cosines (Vaswani 2017, section 3.5).
//   PE(p, 2i)     = sin(p / 10000^(2i / width))
//   PE(p, 2i + 1) = cos(p / 10000^(2i / width))
// An odd width ends with a sine that has no cosine.
#pragma once

#include "core/numerics/elementary.hpp"
#include "core/numerics/matrix.hpp"

namespace normlab {

// table: (context, width), positions from 0. In double whatever the scalar, and without libm, so
// that every machine rounds the same numbers.
template <class S>
void SinusoidalPositions(MatrixOut<S> table) {
  constexpr double kTurn = 6.283185307179586;  // 2 pi
  const auto width = static_cast<double>(table.cols());
  for (Index pair = 0; pair < table.cols(); pair += 2) {
    const double rate = Exp(-static_cast<double>(pair) / width * Log(10000.0));
    for (Index position = 0; position < table.rows(); ++position) {
      double sine = 0;
      double cosine = 0;
      SinCosTwoPi(static_cast<double>(position) * rate / kTurn, sine, cosine);
      table(position, pair) = S(sine);
      if (pair + 1 < table.cols()) table(position, pair + 1) = S(cosine);
    }
  }
}

}  // namespace normlab
