// Dual numbers: a value and its derivative in one direction, carried through any scalar-generic
// code. They prove the hand-written backward passes a second time, without a step size.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <type_traits>

#include "core/numerics/elementary.hpp"

namespace normlab {

template <typename S>
struct Dual {
  S value{};
  S derivative{};

  constexpr Dual() = default;
  // Implicit, so that S(0.5), sums with literals and Eigen's zeros all read as for a plain scalar.
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr Dual(T constant) : value(static_cast<S>(constant)) {}
  constexpr Dual(S v, S d) : value(v), derivative(d) {}

  constexpr Dual& operator+=(const Dual& b) { return *this = *this + b; }
  constexpr Dual& operator-=(const Dual& b) { return *this = *this - b; }
  constexpr Dual& operator*=(const Dual& b) { return *this = *this * b; }
  constexpr Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend constexpr Dual operator+(const Dual& a) { return a; }
  friend constexpr Dual operator-(const Dual& a) { return {-a.value, -a.derivative}; }
  friend constexpr Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.derivative + b.derivative};
  }
  friend constexpr Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.derivative - b.derivative};
  }
  friend constexpr Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.derivative * b.value + a.value * b.derivative};
  }
  friend constexpr Dual operator/(const Dual& a, const Dual& b) {
    const S quotient = a.value / b.value;
    return {quotient, (a.derivative - quotient * b.derivative) / b.value};
  }

  friend constexpr bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend constexpr bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }
  friend constexpr bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend constexpr bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend constexpr bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend constexpr bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
};

template <typename S>
double Value(const Dual<S>& x) {
  return Value(x.value);
}

template <typename S>
Dual<S> Sqrt(const Dual<S>& x) {
  const S root = Sqrt(x.value);
  return {root, x.derivative / (root + root)};
}

template <typename S>
Dual<S> Abs(const Dual<S>& x) {
  return x.value < S(0) ? -x : x;
}

template <typename S>
Dual<S> Maximum(const Dual<S>& a, const Dual<S>& b) {
  return a.value < b.value ? b : a;
}

template <typename S>
Dual<S> Exp(const Dual<S>& x) {
  const S e = Exp(x.value);
  return {e, e * x.derivative};
}

template <typename S>
Dual<S> Log(const Dual<S>& x) {
  return {Log(x.value), x.derivative / x.value};
}

template <typename S>
Dual<S> Tanh(const Dual<S>& x) {
  const S t = Tanh(x.value);
  return {t, (S(1) - t * t) * x.derivative};
}

template <typename S>
Dual<S> Erf(const Dual<S>& x) {
  const S slope = S(1.1283791670955126) * Exp(-x.value * x.value);  // 2 / sqrt(pi)
  return {Erf(x.value), slope * x.derivative};
}

template <typename S>
Dual<S> Sigmoid(const Dual<S>& x) {
  const S s = Sigmoid(x.value);
  return {s, s * (S(1) - s) * x.derivative};
}

}  // namespace normlab

namespace Eigen {

template <typename S>
struct NumTraits<normlab::Dual<S>> : NumTraits<S> {
  using Real = normlab::Dual<S>;
  using NonInteger = normlab::Dual<S>;
  using Literal = normlab::Dual<S>;
  using Nested = normlab::Dual<S>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2 * NumTraits<S>::ReadCost,
    AddCost = 2 * NumTraits<S>::AddCost,
    MulCost = 3 * NumTraits<S>::MulCost
  };
};

}  // namespace Eigen
