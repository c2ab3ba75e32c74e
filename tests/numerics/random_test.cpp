#include "core/numerics/random.hpp"

#include <cmath>
#include <cstring>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

// Random123 1.14, kat_vectors, philox4x32 with 10 rounds.
TEST(Philox, MeetsItsAuthorsKnownAnswers) {
  EXPECT_EQ(Philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// Fowler, Noll, Vo: the published test vectors of FNV-1a, 32 bits.
TEST(StreamId, IsFnv1a) {
  EXPECT_EQ(StreamId(""), 0x811c9dc5u);
  EXPECT_EQ(StreamId("a"), 0xe40c292cu);
  EXPECT_EQ(StreamId("foobar"), 0xbf9cf968u);
}

TEST(RandomStream, BitsWalkThroughTheBlocks) {
  const RandomStream stream(3, 9);
  const PhiloxCounter first = Philox4x32({0, 0, 0, 0}, {3, 9});
  const PhiloxCounter second = Philox4x32({1, 0, 0, 0}, {3, 9});
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(stream.Bits(i), first[i]);
    EXPECT_EQ(stream.Bits(4 + i), second[i]);
  }
  const PhiloxCounter far = Philox4x32({0, 1, 0, 0}, {3, 9});
  EXPECT_EQ(stream.Bits(std::uint64_t{1} << 34), far[0]);
}

TEST(RandomStream, DependsOnSeedStreamAndIndexAlone) {
  const RandomStream stream(1, StreamId("layer.3.attention.wq"));
  const double late = stream.Normal(1000);
  stream.Normal(5);
  EXPECT_EQ(stream.Normal(1000), late);
  EXPECT_EQ(RandomStream(1, StreamId("layer.3.attention.wq")).Normal(1000), late);
  EXPECT_NE(RandomStream(2, StreamId("layer.3.attention.wq")).Normal(1000), late);
  EXPECT_NE(RandomStream(1, StreamId("layer.4.attention.wq")).Normal(1000), late);
}

TEST(RandomStream, TheFirstAndTheLastSeedAreSeedsLikeAnyOther) {
  const RandomStream first(0, 1);
  const RandomStream last(4294967295u, 1);
  EXPECT_NE(first.Bits(0), last.Bits(0));
  EXPECT_TRUE(std::isfinite(first.Normal(0)));
  EXPECT_TRUE(std::isfinite(last.Normal(0)));
}

TEST(RandomStream, UniformIsOpenAndEven) {
  const RandomStream stream(1, 2);
  constexpr int kDraws = 200000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double u = stream.Uniform(i);
    ASSERT_GT(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
    squares += u * u;
  }
  const double error = tolerance::kStandardErrors / std::sqrt(static_cast<double>(kDraws));
  EXPECT_NEAR(sum / kDraws, 1.0 / 2, error * std::sqrt(1.0 / 12));
  EXPECT_NEAR(squares / kDraws, 1.0 / 3, error * std::sqrt(4.0 / 45));
}

TEST(RandomStream, NormalHasTheMomentsOfANormal) {
  const RandomStream stream(1, 3);
  constexpr int kDraws = 200000;
  double moments[5] = {};
  double neighbours = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double z = stream.Normal(i);
    for (int k = 1; k <= 4; ++k) moments[k] += std::pow(z, k) / kDraws;
    neighbours += z * stream.Normal(i + 1) / kDraws;
  }
  const double error = tolerance::kStandardErrors / std::sqrt(static_cast<double>(kDraws));
  EXPECT_NEAR(moments[1], 0, error);
  EXPECT_NEAR(moments[2], 1, error * std::sqrt(2.0));
  EXPECT_NEAR(moments[3], 0, error * std::sqrt(15.0));
  EXPECT_NEAR(moments[4], 3, error * std::sqrt(96.0));
  EXPECT_NEAR(neighbours, 0, error);
}

TEST(RandomStream, FillNormalGivesTheSameNumbers) {
  const RandomStream stream(11, 4);
  for (const std::uint64_t first : {0u, 1u, 6u, 7u}) {
    for (const std::ptrdiff_t count : {0, 1, 2, 7, 8}) {
      std::vector<float> filled(static_cast<std::size_t>(count) + 1, -100.0f);
      stream.FillNormal(first, filled.data(), count);
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        EXPECT_EQ(filled[i], static_cast<float>(stream.Normal(first + i)));
      }
      EXPECT_EQ(filled[count], -100.0f);
    }
  }
}

TEST(RandomStream, BelowIsInRangeAndEven) {
  const RandomStream stream(5, 6);
  for (const std::uint32_t bound : {1u, 2u, 3u, 16u, 23u}) {
    constexpr int kDraws = 46000;
    std::vector<int> counts(bound);
    for (int i = 0; i < kDraws; ++i) {
      const std::uint32_t draw = stream.Below(i, bound);
      ASSERT_LT(draw, bound);
      ++counts[draw];
    }
    const double expected = static_cast<double>(kDraws) / bound;
    for (const int count : counts) {
      EXPECT_NEAR(count, expected, tolerance::kStandardErrors * std::sqrt(expected));
    }
  }
  EXPECT_GT(stream.Below(0, 4294967295u), 65536u);
}

TEST(RandomStream, KindsOfDrawDoNotRepeatEachOther) {
  const RandomStream stream(1, 1);
  std::set<std::uint32_t> words;
  for (int i = 0; i < 1000; ++i) {
    words.insert(stream.Bits(i));
    words.insert(static_cast<std::uint32_t>(stream.Uniform(i) * 4294967296.0));
    words.insert(stream.Below(i, 4294967295u));
  }
  EXPECT_GE(words.size(), 2998u);
}

// N23 (drake#4361): std::normal_distribution differs by library. These bits are the same with every
// compiler, native and in wasm.
TEST(CaseN23, TheFirstHundredNormalsHaveTheSameBitsEverywhere) {
  const RandomStream stream(1, StreamId("layer.0.attention.wq"));
  std::uint64_t hash = 14695981039346656037u;
  for (int i = 0; i < 100; ++i) {
    const double z = stream.Normal(i);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &z, sizeof(z));
    hash = (hash ^ bits) * 1099511628211u;
  }
  EXPECT_EQ(hash, 0x93e01ce6bcebeecbu);
  EXPECT_EQ(stream.Normal(0), 0.62286620569486684);
  EXPECT_EQ(stream.Normal(99), -1.1121169294169149);
}

}  // namespace
}  // namespace normlab
