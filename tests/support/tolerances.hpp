// Every tolerance of the suite, by name, with the reason for its size. A test never has its own.
#pragma once

namespace normlab::tolerance {

// Golden vectors: PyTorch's float64 against ours, relative to the largest value of the tensor. Both
// round differently some hundred times in a row; a wrong formula misses by 1e-3 and more.
inline constexpr double kGolden = 1e-10;
// A tensor that is 0 in exact arithmetic (the gradient of the keys' bias) is rounding noise in
// both.
inline constexpr double kGoldenFloor = 1e-4;

// One rounding of float, relative.
inline constexpr double kFloatUnit = 0x1p-24;
// Golden vectors in float. One sublayer rounds some 130 times between its input and its output (two
// sums over the width in each norm and product, a softmax), so the deepest case, 12 sublayers
// forward and backward, some 3000 times in a row. Roundings go either way: sqrt(3000) = 55 of them
// add up, and five standard deviations of that are 1.6e-5.
inline constexpr double kGoldenFloat = 2e-5;
// A gradient that cancels (of the keys' bias; of queries and keys where all tokens are alike) keeps
// the noise of the terms that cancelled. They are as large as the case's other gradients.
inline constexpr double kGoldenFloatFloor = 1e-2;
// Where one rounding of an input does harm (1000.0001 less its mean, a gradient near 0 that Adam
// divides by itself), a sum over a row of 65 rounds 65 / 8 + 3 times.
inline constexpr double kGoldenMovements = 12;

// Central differences in double. With step h the truncation is h^2 f''' / 6 and the rounding
// eps f / h: at h = 1e-5 both are near 1e-10 of a loss near 1.
inline constexpr double kDifferenceStep = 1e-5;
inline constexpr double kDifference = 2e-8;

// Dual numbers have no step: only rounding is left.
inline constexpr double kDual = 1e-11;

// The same formula in another order of summation, double.
inline constexpr double kDoubleRounding = 1e-12;
// The same in float.
inline constexpr double kFloatRounding = 2e-6;

// Values printed with four or five digits in a paper or a report.
inline constexpr double kFourDigits = 6e-5;
inline constexpr double kFiveDigits = 6e-6;
// 237.17 and its like: five digits before and after the point.
inline constexpr double kTwoDecimals = 6e-3;

// A sine of p / 10000^(2i / d) for p up to 1024, double: the angle's own rounding, by two ways, is
// some parts in 1e16 of up to 1024.
inline constexpr double kSinusoid = 1e-12;

// The largest distance of the two forms of GELU, printed as 4.73e-4.
inline constexpr double kGeluForms = 6e-7;

// elementary.hpp, in units in the last place of the scalar, and absolute.
inline constexpr double kExpUlp = 1.1;
inline constexpr double kLogUlp = 1.1;
inline constexpr double kTanhUlp = 3.0;
inline constexpr double kErfUlp = 3.0;
inline constexpr double kSigmoidUlp = 3.5;
inline constexpr double kSineAbsolute = 2.5e-16;
// The standard library's own error in double, added where it is the reference.
inline constexpr double kLibraryUlp = 1.0;

// Moments of random numbers: five standard errors, so that a fair generator never trips.
inline constexpr double kStandardErrors = 5.0;

// The standard deviation of a weight matrix of some thousand entries, relative.
inline constexpr double kInitialStd = 0.05;

// The growth of the stream with depth, averaged over seeds, relative.
inline constexpr double kStreamGrowth = 0.06;

// A ratio of gradients that was published for another width and vocabulary, relative.
inline constexpr double kOtherSetting = 0.2;

// 1 - cosine of a small trained stack's logits with its products alone in eight bits: measured 6e-5
// to 7e-4 over ten seeds of three wirings. One step in 127, in some twenty places, adds up to that.
inline constexpr double kInt8ProductsCosine = 1.5e-3;
// With norms and additions in eight bits too: measured 3e-4 to 2e-3.
inline constexpr double kInt8AllCosine = 5e-3;
// How many times as much that is, at least: measured 2.2 to 6.1.
inline constexpr double kInt8AllOverProducts = 1.5;

// How far below chance, relative, is still at chance: the verdict's own band. Smoothed, post-norm
// of a thousand layers came to 0.6 % below it in 400 steps, and what learns to 20 % below in 100.
inline constexpr double kAtChance = 0.05;

// A stack starts within this of ln V: unit logits add about 1/2 to chance.
inline constexpr double kStartsNearChance = 0.7;

}  // namespace normlab::tolerance
