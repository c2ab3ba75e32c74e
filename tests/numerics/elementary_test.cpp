#include "core/numerics/elementary.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/numerics/random.hpp"
#include "tests/numerics/elementary_reference.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

template <typename S>
constexpr S kInfinity = std::numeric_limits<S>::infinity();
template <typename S>
constexpr S kNotANumber = std::numeric_limits<S>::quiet_NaN();

// The distance in units in the last place of S at the right value.
template <typename S>
double UlpError(S got, double want) {
  const S rounded = static_cast<S>(want);
  if (got == rounded) return 0;
  const S magnitude = std::fabs(rounded);
  const S ulp = std::nextafter(magnitude, kInfinity<S>) - magnitude;
  return std::fabs((static_cast<double>(got) - want) / static_cast<double>(ulp));
}

template <typename S, typename Function, std::size_t N>
double WorstReferenceUlp(Function function, const ReferenceValue (&table)[N]) {
  double worst = 0;
  for (const ReferenceValue& row : table) {
    worst = std::max(worst, UlpError<S>(function(static_cast<S>(row.input)), row.value));
  }
  return worst;
}

// Against the standard library in double, over an even grid.
template <typename S, typename Function, typename Library>
double WorstSweepUlp(Function function, Library library, double low, double high) {
  constexpr int kPoints = 200000;
  double worst = 0;
  for (int i = 0; i <= kPoints; ++i) {
    const S x = static_cast<S>(low + (high - low) * i / kPoints);
    worst = std::max(worst, UlpError<S>(function(x), library(static_cast<double>(x))));
  }
  return worst;
}

template <typename S>
struct Elementary : testing::Test {
  static constexpr bool kFloat = sizeof(S) == sizeof(float);
  // Against double's library a float result has the library's error for nothing.
  static constexpr double kLibrary = kFloat ? 0 : tolerance::kLibraryUlp;
  static S ExpOf(S x) { return Exp(x); }
  static S LogOf(S x) { return Log(x); }
  static S TanhOf(S x) { return Tanh(x); }
  static S ErfOf(S x) { return Erf(x); }
  static S SigmoidOf(S x) { return Sigmoid(x); }
  static double LibraryExp(double x) { return std::exp(x); }
  static double LibraryLog(double x) { return std::log(x); }
  static double LibraryTanh(double x) { return std::tanh(x); }
  static double LibraryErf(double x) { return std::erf(x); }
  static double LibrarySigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Elementary, Scalars);

TYPED_TEST(Elementary, MeetsReferenceValues) {
  using F = Elementary<TypeParam>;
  EXPECT_LE(WorstReferenceUlp<TypeParam>(F::ExpOf, kExpReference), tolerance::kExpUlp);
  EXPECT_LE(WorstReferenceUlp<TypeParam>(F::LogOf, kLogReference), tolerance::kLogUlp);
  EXPECT_LE(WorstReferenceUlp<TypeParam>(F::TanhOf, kTanhReference), tolerance::kTanhUlp);
  EXPECT_LE(WorstReferenceUlp<TypeParam>(F::ErfOf, kErfReference), tolerance::kErfUlp);
}

TYPED_TEST(Elementary, MeetsTheLibraryOverTheWholeRange) {
  using F = Elementary<TypeParam>;
  const double exp_low = F::kFloat ? -87.3 : -708.0;
  const double exp_high = F::kFloat ? 88.7 : 709.7;
  const auto sweep = [](auto ours, auto library, double low, double high, double allowed) {
    EXPECT_LE(WorstSweepUlp<TypeParam>(ours, library, low, high), allowed + F::kLibrary)
        << low << " to " << high;
  };
  sweep(F::ExpOf, F::LibraryExp, exp_low, exp_high, tolerance::kExpUlp);
  sweep(F::ExpOf, F::LibraryExp, -1, 1, tolerance::kExpUlp);
  sweep(F::LogOf, F::LibraryLog, 1e-3, 2, tolerance::kLogUlp);
  sweep(F::LogOf, F::LibraryLog, 2, 1e30, tolerance::kLogUlp);
  sweep(F::TanhOf, F::LibraryTanh, -20, 20, tolerance::kTanhUlp);
  sweep(F::TanhOf, F::LibraryTanh, -0.5, 0.5, tolerance::kTanhUlp);
  sweep(F::ErfOf, F::LibraryErf, -6.5, 6.5, tolerance::kErfUlp);
  sweep(F::ErfOf, F::LibraryErf, -1.1, 1.1, tolerance::kErfUlp);
  sweep(F::SigmoidOf, F::LibrarySigmoid, -30, 30, tolerance::kSigmoidUlp);
}

TYPED_TEST(Elementary, EdgesAreExact) {
  using S = TypeParam;
  constexpr S kInf = kInfinity<S>;
  constexpr S kNaN = kNotANumber<S>;
  EXPECT_EQ(Exp(S(0)), S(1));
  EXPECT_EQ(Exp(S(800)), kInf);
  EXPECT_EQ(Exp(kInf), kInf);
  EXPECT_EQ(Exp(S(-800)), S(0));
  EXPECT_EQ(Exp(-kInf), S(0));
  EXPECT_TRUE(std::isnan(Exp(kNaN)));
  EXPECT_EQ(Exp(std::numeric_limits<S>::max()), kInf);

  EXPECT_EQ(Log(S(1)), S(0));
  EXPECT_EQ(Log(S(0)), -kInf);
  EXPECT_EQ(Log(S(-0.0)), -kInf);
  EXPECT_EQ(Log(kInf), kInf);
  EXPECT_TRUE(std::isnan(Log(S(-1))));
  EXPECT_TRUE(std::isnan(Log(-kInf)));
  EXPECT_TRUE(std::isnan(Log(kNaN)));
  const S smallest = std::numeric_limits<S>::denorm_min();
  EXPECT_LE(UlpError<S>(Log(smallest), std::log(static_cast<double>(smallest))),
            tolerance::kLogUlp);

  for (const S sign : {S(1), S(-1)}) {
    EXPECT_EQ(Tanh(sign * kInf), sign);
    EXPECT_EQ(Tanh(sign * S(25)), sign);
    EXPECT_EQ(Erf(sign * kInf), sign);
    EXPECT_EQ(Erf(sign * S(7)), sign);
  }
  EXPECT_TRUE(std::isnan(Tanh(kNaN)));
  EXPECT_TRUE(std::isnan(Erf(kNaN)));
  EXPECT_EQ(Tanh(S(0)), S(0));
  EXPECT_TRUE(std::signbit(Tanh(S(-0.0))));
  EXPECT_TRUE(std::signbit(Erf(S(-0.0))));
  EXPECT_EQ(Sigmoid(S(0)), S(0.5));
  EXPECT_EQ(Sigmoid(kInf), S(1));
  EXPECT_EQ(Sigmoid(-kInf), S(0));
  EXPECT_TRUE(std::isnan(Sigmoid(kNaN)));
}

TYPED_TEST(Elementary, ExpOfSubnormalResultsIsNeverGarbage) {
  using S = TypeParam;
  const S low = Elementary<S>::kFloat ? S(-104) : S(-746);
  const S high = Elementary<S>::kFloat ? S(-87) : S(-708);
  S previous = 0;
  for (int i = 0; i <= 1000; ++i) {
    const S y = Exp(low + (high - low) * static_cast<S>(i) / S(1000));
    EXPECT_GE(y, previous);
    previous = y;
  }
  EXPECT_LT(previous, S(2) * std::numeric_limits<S>::min());
}

TYPED_TEST(Elementary, ArrayFormsEqualTheScalarOnes) {
  using S = TypeParam;
  std::vector<S> x(1003);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = S(0.01) * static_cast<S>(i) - S(5);
  std::vector<S> exps = x;
  std::vector<S> tanhs = x;
  std::vector<S> erfs = x;
  const auto count = static_cast<std::ptrdiff_t>(x.size());
  ExpInPlace(exps.data(), count);
  TanhInPlace(tanhs.data(), count);
  ErfInPlace(erfs.data(), count);
  std::vector<S> logs = exps;
  LogInPlace(logs.data(), count);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(exps[i], Exp(x[i]));
    EXPECT_EQ(tanhs[i], Tanh(x[i]));
    EXPECT_EQ(erfs[i], Erf(x[i]));
    EXPECT_EQ(logs[i], Log(exps[i]));
  }
}

TEST(SinCosTwoPi, MeetsReferenceValues) {
  for (const ReferenceValue& row : kSineOfTurnsReference) {
    double sine = 0;
    double cosine = 0;
    SinCosTwoPi(row.input, sine, cosine);
    EXPECT_NEAR(sine, row.value, tolerance::kSineAbsolute) << row.input;
  }
  for (const ReferenceValue& row : kCosineOfTurnsReference) {
    double sine = 0;
    double cosine = 0;
    SinCosTwoPi(row.input, sine, cosine);
    EXPECT_NEAR(cosine, row.value, tolerance::kSineAbsolute) << row.input;
  }
}

TEST(SinCosTwoPi, IsExactAtQuarterTurns) {
  constexpr double kSines[] = {0, 1, 0, -1};
  for (int quarter = -8; quarter <= 8; ++quarter) {
    double sine = 0;
    double cosine = 0;
    SinCosTwoPi(quarter * 0.25, sine, cosine);
    EXPECT_EQ(sine, kSines[quarter & 3]) << quarter;
    EXPECT_EQ(cosine, kSines[(quarter + 1) & 3]) << quarter;
  }
}

// FNV-1a over the bit patterns: one number that any compiler, native or wasm, must come to.
class BitHash {
 public:
  template <typename S>
  void Add(S x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof(x));
    hash_ = (hash_ ^ bits) * 1099511628211u;
  }
  std::uint64_t Value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037u;
};

template <typename S, typename Function>
std::uint64_t HashOfAMillion(Function function, double low, double high) {
  const RandomStream stream(7, StreamId("elementary"));
  std::vector<S> x(1000000);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<S>(low + (high - low) * (stream.Bits(i) * 0x1p-32));
  }
  for (S& value : x) value = function(value);
  BitHash hash;
  for (const S value : x) hash.Add(value);
  return hash.Value();
}

TEST(ElementaryBits, AreTheSameWithEveryCompiler) {
  using F = Elementary<float>;
  using D = Elementary<double>;
  EXPECT_EQ(HashOfAMillion<float>(F::ExpOf, -104, 89), 0x6577a013f3bc48cfu);
  EXPECT_EQ(HashOfAMillion<double>(D::ExpOf, -745, 710), 0x97e3a8a052ca25bdu);
  EXPECT_EQ(HashOfAMillion<float>(F::LogOf, 0, 100), 0x450b46db6e9f9c40u);
  EXPECT_EQ(HashOfAMillion<double>(D::LogOf, 0, 100), 0x4fb86433d3fdf079u);
  EXPECT_EQ(HashOfAMillion<float>(F::TanhOf, -10, 10), 0xce16770de2096668u);
  EXPECT_EQ(HashOfAMillion<double>(D::TanhOf, -20, 20), 0x0a99401a3ff773ceu);
  EXPECT_EQ(HashOfAMillion<float>(F::ErfOf, -4, 4), 0x827d1d7ebdbbeea5u);
  EXPECT_EQ(HashOfAMillion<double>(D::ErfOf, -6, 6), 0xa40a4848245dd229u);
  EXPECT_EQ(HashOfAMillion<float>(F::SigmoidOf, -30, 30), 0x8868a3a4e70bcf10u);
  EXPECT_EQ(HashOfAMillion<double>(D::SigmoidOf, -30, 30), 0xafab4f0929c4531fu);
}

}  // namespace
}  // namespace normlab
