#include "core/precision/formats.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/precision/blocks.hpp"
#include "core/precision/sums.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/tolerances.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Fp16, RoundsToTheNearestAndTiesToEven) {
  EXPECT_EQ(RoundTo(kFp16, 2049), 2048);  // between 2048 and 2050
  EXPECT_EQ(RoundTo(kFp16, 2051), 2052);
  EXPECT_EQ(RoundTo(kFp16, 2051.1), 2052);
  EXPECT_EQ(RoundTo(kFp16, -0.1), -0.0999755859375);
  EXPECT_EQ(RoundTo(kFp16, 1.0 / 3), 0.333251953125);
}

TEST(Fp16, HasItsLargestNumberAndInfinityBeyond) {
  EXPECT_EQ(RoundTo(kFp16, 65504), 65504);
  EXPECT_EQ(RoundTo(kFp16, 65519.9), 65504);
  EXPECT_EQ(RoundTo(kFp16, 65520), kInfinity);
  EXPECT_EQ(RoundTo(kFp16, -70000), -kInfinity);
  EXPECT_EQ(RoundTo(kFp16, kInfinity), kInfinity);
}

TEST(Fp16, HasSubnormalsAndThenNothing) {
  EXPECT_EQ(RoundTo(kFp16, 0x1p-24), 0x1p-24);  // 5.96e-8, the smallest
  EXPECT_EQ(RoundTo(kFp16, 0x1.8p-24), 0x1p-23);
  EXPECT_EQ(RoundTo(kFp16, 0x1p-25), 0);  // a tie with 0, which is even
  EXPECT_EQ(RoundTo(kFp16, 1e-8), 0);
  EXPECT_TRUE(std::signbit(RoundTo(kFp16, -1e-8)));
}

TEST(Bf16, HasTheRangeOfFloatAndEightBits) {
  EXPECT_EQ(RoundTo(kBf16, 257), 256);  // between 256 and 258
  EXPECT_EQ(RoundTo(kBf16, 259), 260);
  EXPECT_EQ(RoundTo(kBf16, 0x1.FEp127), 0x1.FEp127);
  EXPECT_EQ(RoundTo(kBf16, 0x1.FFp127), kInfinity);
  EXPECT_EQ(RoundTo(kBf16, 1e-30), 0x1.44p-100);
}

// E4M3 has neither infinity nor a number beyond 448: what is too large is NaN.
TEST(Fp8, E4m3EndsAt448InNaN) {
  EXPECT_EQ(RoundTo(kE4m3, 448), 448);
  EXPECT_EQ(RoundTo(kE4m3, 464), 448);
  EXPECT_TRUE(std::isnan(RoundTo(kE4m3, 465)));
  EXPECT_TRUE(std::isnan(RoundTo(kE4m3, -kInfinity)));
  EXPECT_EQ(RoundTo(kE4m3, 17), 16);
  EXPECT_EQ(RoundTo(kE4m3, 19), 20);
  EXPECT_EQ(RoundTo(kE4m3, 0x1p-9), 0x1p-9);  // the smallest
  EXPECT_EQ(RoundTo(kE4m3, 0x1p-10), 0);
}

TEST(Fp8, E5m2EndsAt57344InInfinity) {
  EXPECT_EQ(RoundTo(kE5m2, 57344), 57344);
  EXPECT_EQ(RoundTo(kE5m2, 61440), kInfinity);
  EXPECT_EQ(RoundTo(kE5m2, 5), 5);
  EXPECT_EQ(RoundTo(kE5m2, 4.5), 4);
  EXPECT_EQ(RoundTo(kE5m2, 5.5), 6);
}

TEST(Formats, LeaveNaNZeroAndTheirOwnNumbers) {
  for (const FloatFormat& format : kFloatFormats) {
    EXPECT_TRUE(std::isnan(RoundTo(format, std::nan("")))) << format.name;
    EXPECT_EQ(RoundTo(format, 0.0), 0) << format.name;
    for (const double value : RandomValues(200, "formats")) {
      const double once = RoundTo(format, value);
      EXPECT_EQ(RoundTo(format, once), once) << format.name << " " << value;
      // Half a step: relative among normal numbers, of one size among subnormal ones.
      const double half_a_step =
          std::ldexp(std::max(std::abs(value), std::ldexp(1.0, format.smallest_exponent)),
                     -format.fraction_bits - 1);
      EXPECT_LE(std::abs(once - value), half_a_step) << format.name << " " << value;
    }
  }
}

TEST(Q8, IsWithinHalfAStepOfEveryBlock) {
  std::vector<float> weight(40);
  weight[0] = -254;  // a step of 2
  weight[1] = 3.1f;
  weight[39] = 127;  // a block of its own: a step of 1
  weight[38] = 3.1f;
  RoundRowsToQ8<float>(View(weight, 1, 40));
  EXPECT_EQ(weight[0], -254);
  EXPECT_EQ(weight[1], 4);
  EXPECT_EQ(weight[39], 127);
  EXPECT_EQ(weight[38], 3);
  EXPECT_EQ(weight[20], 0);
}

TEST(Q4, HasEightStepsTowardsTheExtremeAndSevenAway) {
  std::vector<float> weight(32);
  weight[0] = -16;  // scale 2: -8 .. 7 times it
  weight[1] = 16;
  weight[2] = 2.9f;
  weight[3] = -3.1f;
  RoundRowsToQ4<float>(View(weight, 1, 32));
  EXPECT_EQ(weight[0], -16);
  EXPECT_EQ(weight[1], 14);
  EXPECT_EQ(weight[2], 2);
  EXPECT_EQ(weight[3], -4);
  EXPECT_EQ(weight[4], 0);
  std::vector<float> positive = {16, -16, 0};
  RoundRowsToQ4<float>(View(positive, 1, 3));
  EXPECT_EQ(positive, (std::vector<float>{16, -14, 0}));
}

TEST(Blocks, KeepTheirScaleInFp16) {
  std::vector<float> weight = {0.7f};
  RoundRowsToQ8<float>(View(weight, 1, 1));
  EXPECT_EQ(weight[0], static_cast<float>(127 * RoundTo(kFp16, double{0.7f} / 127)));
  std::vector<float> zeros(3);
  RoundRowsToQ4<float>(View(zeros, 1, 3));
  RoundRowsToQ8<float>(View(zeros, 1, 3));
  EXPECT_EQ(zeros, std::vector<float>(3));
}

TEST(SumsOfSquares, StallOneByOneAndNotByHalves) {
  const std::vector<double> ones(4096, 1);
  EXPECT_EQ(SequentialSumOfSquares(kBf16, ones.data(), 4096), 256);
  EXPECT_EQ(PairwiseSumOfSquares(kBf16, ones.data(), 4096), 4096);
  EXPECT_EQ(SequentialSumOfSquares(kFp16, ones.data(), 4096), 2048);
}

// 4096 numbers of RMS 8 have squares of 262144 together.
TEST(SumsOfSquares, OverflowInFp16) {
  const std::vector<double> eights(4096, 8);
  EXPECT_EQ(PairwiseSumOfSquares(kFp16, eights.data(), 4096), kInfinity);
  EXPECT_EQ(PairwiseSumOfSquares(kBf16, eights.data(), 4096), 262144);
  EXPECT_EQ(PairwiseSumOfSquares(kFp16, eights.data(), 3), 192);
}

}  // namespace
}  // namespace normlab
