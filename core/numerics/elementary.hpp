// exp, log, tanh, erf, sigmoid, sine and cosine from additions, multiplications, divisions and
// bit patterns alone: the same bits from every compiler and in wasm, where libm differs. There is
// no branch, only selects, so a plain loop over an array vectorises.
//
// Method: Cody-Waite reduction and minimax polynomials (derive_polynomials.py). Measured worst
// errors stand beside each function; tests/numerics/elementary_test.cpp holds them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/numerics/elementary_coefficients.hpp"

namespace normlab {
namespace elementary {

// Emscripten 3.1.6's library has no std::bit_cast; the builtin is in gcc 11+ and every clang here.
template <typename To, typename From>
constexpr To BitCast(From from) {
  return __builtin_bit_cast(To, from);
}

// A fold instead of a loop: an inner loop would keep gcc from vectorising the one around it.
template <typename S, std::size_t N, std::size_t... I>
constexpr S Horner(const S (&coefficients)[N], S x, std::index_sequence<I...>) {
  S result = coefficients[N - 1];
  ((result = result * x + coefficients[N - 2 - I]), ...);
  return result;
}

template <typename S, std::size_t N>
constexpr S Polynomial(const S (&coefficients)[N], S x) {
  return Horner(coefficients, x, std::make_index_sequence<N - 1>{});
}

template <typename S>
struct Format;

template <>
struct Format<float> {
  using Bits = std::uint32_t;
  static constexpr int kMantissaBits = 23;
  static constexpr float kExponentBias = 127.0f;
  static constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer
  static constexpr float kPowerOfMantissa = 8388608.0f;  // 2^23
  static constexpr Bits kSign = 0x80000000u;
  static constexpr Bits kSqrtHalf = 0x3f3504f3u;  // the bits of sqrt(1/2)
  static constexpr Bits kOne = 0x3f800000u;
  static constexpr Bits kMantissaMask = 0x007fffffu;
  static constexpr float kLog2E = 1.44269504f;
  static constexpr float kLn2High = 0.693359375f;  // 9 bits: times an exponent it is exact
  static constexpr float kLn2Low = -2.12194440e-4f;
  static constexpr float kExpLow = -104.0f;  // below, exp rounds to 0; above 89 it overflows
  static constexpr float kExpHigh = 89.0f;
  static constexpr float kTanhHigh = 10.0f;  // tanh rounds to 1 from 9.01
  static constexpr float kErfHigh = 4.0f;    // erf rounds to 1 from 3.92
  static constexpr const auto& kExpTail = kExpTailFloat;
  static constexpr const auto& kLogTail = kLogTailFloat;
  static constexpr const auto& kErfInner = kErfInnerFloat;
  static constexpr const auto& kLogErfc = kLogErfcFloat;
};

template <>
struct Format<double> {
  using Bits = std::uint64_t;
  static constexpr int kMantissaBits = 52;
  static constexpr double kExponentBias = 1023.0;
  static constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52
  static constexpr double kPowerOfMantissa = 4503599627370496.0;
  static constexpr Bits kSign = 0x8000000000000000u;
  static constexpr Bits kSqrtHalf = 0x3fe6a09e667f3bcdu;
  static constexpr Bits kOne = 0x3ff0000000000000u;
  static constexpr Bits kMantissaMask = 0x000fffffffffffffu;
  static constexpr double kLog2E = 1.4426950408889634;
  static constexpr double kLn2High = 0x1.62e42fefa4p-1;  // 39 bits
  static constexpr double kLn2Low = -0x1.8432a1b0e2634p-43;
  static constexpr double kExpLow = -746.0;
  static constexpr double kExpHigh = 710.0;
  static constexpr double kTanhHigh = 20.0;
  static constexpr double kErfHigh = 6.0;
  static constexpr const auto& kExpTail = kExpTailDouble;
  static constexpr const auto& kLogTail = kLogTailDouble;
  static constexpr const auto& kErfInner = kErfInnerDouble;
  static constexpr const auto& kLogErfc = kLogErfcDouble;
};

template <typename S>
constexpr S Magnitude(S x) {
  using F = Format<S>;
  return BitCast<S>(BitCast<typename F::Bits>(x) & ~F::kSign);
}

template <typename S>
constexpr S WithSignOf(S magnitude, S sign) {
  using F = Format<S>;
  return BitCast<S>(BitCast<typename F::Bits>(magnitude) |
                    (BitCast<typename F::Bits>(sign) & F::kSign));
}

// 2^power for a whole number within the exponent's range: the sum leaves the biased exponent in
// the low bits of the mantissa, and the shift moves it to its place.
template <typename S>
constexpr S PowerOfTwo(S power) {
  using F = Format<S>;
  const S sum = power + (F::kRound + F::kExponentBias);
  return BitCast<S>(BitCast<typename F::Bits>(sum) << F::kMantissaBits);
}

// exp(x) = 2^power (1 + tail).
template <typename S>
struct Reduced {
  S power;
  S tail;
};

template <typename S>
constexpr Reduced<S> ReduceExp(S x) {
  using F = Format<S>;
  const S power = (x * F::kLog2E + F::kRound) - F::kRound;
  const S r = (x - power * F::kLn2High) - power * F::kLn2Low;
  return {power, r + (r * r) * Polynomial(F::kExpTail, r)};
}

// Worst error 1.0 ulp in float and in double.
template <typename S>
constexpr S Exp(S x) {
  using F = Format<S>;
  const S low = x < F::kExpLow ? F::kExpLow : x;
  const S clamped = F::kExpHigh < low ? F::kExpHigh : low;
  const Reduced<S> e = ReduceExp(clamped);
  // In two factors: 2^128 and 2^-149 are results, but not representable scales.
  const S half = (e.power * S(0.5) + F::kRound) - F::kRound;
  return ((S(1) + e.tail) * PowerOfTwo(half)) * PowerOfTwo(e.power - half);
}

// Worst error 0.83 ulp in float and in double.
template <typename S>
constexpr S Log(S x) {
  using F = Format<S>;
  using Bits = typename F::Bits;
  const bool subnormal = x < std::numeric_limits<S>::min();
  const S scaled = subnormal ? x * F::kPowerOfMantissa : x;
  // Counting exponents from sqrt(1/2) puts the mantissa between sqrt(1/2) and sqrt(2).
  const Bits shifted = BitCast<Bits>(scaled) + (F::kOne - F::kSqrtHalf);
  const S m = BitCast<S>((shifted & F::kMantissaMask) + F::kSqrtHalf);
  const S biased = BitCast<S>((shifted >> F::kMantissaBits) | BitCast<Bits>(F::kPowerOfMantissa));
  const S power =
      biased - (F::kPowerOfMantissa + F::kExponentBias) - (subnormal ? S(F::kMantissaBits) : S(0));
  const S f = m - S(1);
  const S s = f / (S(2) + f);
  const S z = s * s;
  // log(1 + f) = f - (f^2/2 - s (f^2/2 + tail)): the leading term is exact.
  const S half_square = S(0.5) * f * f;
  const S tail = z * Polynomial(F::kLogTail, z);
  const S log =
      power * F::kLn2High - ((half_square - (s * (half_square + tail) + power * F::kLn2Low)) - f);
  constexpr S kInfinity = std::numeric_limits<S>::infinity();
  const S at_edges = x < S(0) ? std::numeric_limits<S>::quiet_NaN() : -kInfinity;
  const S positive = x < kInfinity ? log : x;  // infinity and NaN pass through
  return x <= S(0) ? at_edges : positive;
}

// Worst error 2.5 ulp in float (9e-8), 2.7 in double (2e-16).
template <typename S>
constexpr S Tanh(S x) {
  using F = Format<S>;
  const S magnitude = Magnitude(x);
  const S clamped = F::kTanhHigh < magnitude ? F::kTanhHigh : magnitude;
  // By exp(2x) - 1, which keeps every digit of a small x.
  const Reduced<S> e = ReduceExp(clamped + clamped);
  const S scale = PowerOfTwo(e.power);
  const S exp_minus_one = scale * e.tail + (scale - S(1));
  return WithSignOf(exp_minus_one / (exp_minus_one + S(2)), x);
}

// Worst error 2.5 ulp in float (1.4e-7), 1.8 in double (2e-16).
template <typename S>
constexpr S Erf(S x) {
  using F = Format<S>;
  const S magnitude = Magnitude(x);
  const S clamped = F::kErfHigh < magnitude ? F::kErfHigh : magnitude;
  const S inner = clamped * Polynomial(F::kErfInner, clamped * clamped);
  const S outer = S(1) - Exp(Polynomial(F::kLogErfc, clamped));
  return WithSignOf(magnitude < S(1) ? inner : outer, x);
}

// Worst error 2.5 ulp in float (9e-8), 2.0 in double (2e-16), for |x| <= 30.
template <typename S>
constexpr S Sigmoid(S x) {
  return S(1) / (S(1) + Exp(-x));
}

}  // namespace elementary

constexpr float Exp(float x) { return elementary::Exp(x); }
constexpr double Exp(double x) { return elementary::Exp(x); }
constexpr float Log(float x) { return elementary::Log(x); }
constexpr double Log(double x) { return elementary::Log(x); }
constexpr float Tanh(float x) { return elementary::Tanh(x); }
constexpr double Tanh(double x) { return elementary::Tanh(x); }
constexpr float Erf(float x) { return elementary::Erf(x); }
constexpr double Erf(double x) { return elementary::Erf(x); }
constexpr float Sigmoid(float x) { return elementary::Sigmoid(x); }
constexpr double Sigmoid(double x) { return elementary::Sigmoid(x); }

// IEEE 754 asks for a correctly rounded root, so the library's is the same everywhere.
inline float Sqrt(float x) { return std::sqrt(x); }
inline double Sqrt(double x) { return std::sqrt(x); }
constexpr float Abs(float x) { return elementary::Magnitude(x); }
constexpr double Abs(double x) { return elementary::Magnitude(x); }
constexpr double Value(float x) { return x; }
constexpr double Value(double x) { return x; }
constexpr float Maximum(float a, float b) { return a < b ? b : a; }
constexpr double Maximum(double a, double b) { return a < b ? b : a; }

// Sine and cosine of 2 pi turns, |turns| below 2^50. Counted in turns, the reduction is exact;
// worst error 1.6e-16.
constexpr void SinCosTwoPi(double turns, double& sine, double& cosine) {
  using F = elementary::Format<double>;
  const double shifted = turns * 4.0 + F::kRound;
  const std::uint64_t quadrant = elementary::BitCast<std::uint64_t>(shifted);
  const double r = turns - (shifted - F::kRound) * 0.25;
  const double z = r * r;
  const double s = r * elementary::Polynomial(elementary::kSineTurnDouble, z);
  const double c = 1.0 + z * elementary::Polynomial(elementary::kCosineTurnDouble, z);
  const bool swap = (quadrant & 1) != 0;
  sine = swap ? c : s;
  cosine = swap ? s : c;
  sine = (quadrant & 2) != 0 ? -sine : sine;
  cosine = ((quadrant + 1) & 2) != 0 ? -cosine : cosine;
}

template <typename S>
void ExpInPlace(S* x, std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = Exp(x[i]);
}

template <typename S>
void LogInPlace(S* x, std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = Log(x[i]);
}

template <typename S>
void TanhInPlace(S* x, std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = Tanh(x[i]);
}

template <typename S>
void ErfInPlace(S* x, std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i) x[i] = Erf(x[i]);
}

}  // namespace normlab
