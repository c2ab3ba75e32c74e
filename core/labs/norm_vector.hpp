// One token through LayerNorm and RMSNorm: what comes out, and which directions of the gradient
// pass (Xiong 2020, appendix D).
#pragma once

#include <string_view>
#include <vector>

#include "core/document/json.hpp"
#include "core/layers/norm.hpp"

namespace normlab {

// Of a token that is set by hand.
inline constexpr std::size_t kFewestNumbers = 2;
inline constexpr std::size_t kMostNumbers = 16;
inline constexpr double kLargestNumber = 10;

// Gain 1, no bias, epsilon 1e-5. x, y: (width). Returns one over the root.
double Normalise(NormKind kind, const Vector<double>& x, Vector<double>& y);

// d y / d x: (width, width), a column for every direction of x, by dual numbers.
Matrix<double> NormJacobian(NormKind kind, const Vector<double>& x);

// What theory says of its singular values, (width), the largest first: one over the root, but for
// the token's own direction and, of LayerNorm, the mean.
std::vector<double> PredictedSingularValues(NormKind kind, const Vector<double>& x);

// token: JSON text, an array of numbers. Of each norm (layer, rms) {ok: true, mean, root, output,
// singular_values, predicted}, where root is what the token is divided by; or {ok: false, errors}.
Json NormVector(std::string_view token);

}  // namespace normlab
