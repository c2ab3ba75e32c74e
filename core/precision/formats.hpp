// Floating-point formats with fewer bits, by rounding in double: to nearest, ties to even, with the
// format's subnormals, its largest number, and what it makes of larger ones. Computing goes on in
// the scalar's own format, as emulations do: what is seen is the rounding.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/numerics/elementary.hpp"
#include "core/numerics/matrix.hpp"

namespace normlab {

struct FloatFormat {
  std::string_view name;   // in documents
  std::string_view label;  // for people
  int fraction_bits;       // stored; the leading 1 is not
  int smallest_exponent;   // of a normal number, as a power of two
  double largest;
  bool has_infinity;  // otherwise what is too large becomes NaN
};

// IEEE 754 binary16; bfloat16; E4M3 and E5M2 of Micikevicius 2022 (2209.05433).
inline constexpr FloatFormat kFp16{"fp16", "fp16", 10, -14, 65504, true};
inline constexpr FloatFormat kBf16{"bf16", "bf16", 7, -126, 0x1.FEp127, true};
inline constexpr FloatFormat kE4m3{"fp8_e4m3", "fp8 E4M3", 3, -6, 448, false};
inline constexpr FloatFormat kE5m2{"fp8_e5m2", "fp8 E5M2", 2, -14, 57344, true};
inline constexpr std::array kFloatFormats = {kFp16, kBf16, kE4m3, kE5m2};

// x in the format, as a double.
inline double RoundTo(const FloatFormat& format, double x) {
  const double magnitude = std::abs(x);
  if (!(magnitude > 0) || !std::isfinite(x)) {
    return std::isinf(x) && !format.has_infinity ? std::numeric_limits<double>::quiet_NaN() : x;
  }
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // in [2^(exponent - 1), 2^exponent)
  const double unit =
      std::ldexp(1.0, std::max(exponent - 1, format.smallest_exponent) - format.fraction_bits);
  constexpr double kRound = elementary::Format<double>::kRound;
  double rounded = ((magnitude / unit + kRound) - kRound) * unit;
  if (rounded > format.largest) {
    rounded = format.has_infinity ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN();
  }
  return std::copysign(rounded, x);
}

// x: (count), in place.
template <class S>
void RoundAllTo(const FloatFormat& format, S* x, Index count) {
  for (Index i = 0; i < count; ++i) x[i] = static_cast<S>(RoundTo(format, double{x[i]}));
}

}  // namespace normlab
