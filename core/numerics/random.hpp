// Counter-based random numbers: Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as
// easy as 1, 2, 3"). A draw is a pure function of (seed, stream, index), so two arms of a race
// that share a stream's name share its numbers whatever else they draw, and no library's
// distribution can make native and wasm differ.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/numerics/elementary.hpp"

namespace normlab {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

constexpr PhiloxCounter Philox4x32(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t product1 = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += 0x9E3779B9;  // the golden ratio's bits
    key[1] += 0xBB67AE85;  // sqrt(3) - 1
  }
  return counter;
}

// FNV-1a, 32 bits: the number of a stream that is known by name ("layer.3.attention.wq").
constexpr std::uint32_t StreamId(std::string_view name) {
  std::uint32_t hash = 2166136261u;
  for (const char character : name) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 16777619u;
  }
  return hash;
}

class RandomStream {
 public:
  constexpr RandomStream(std::uint32_t seed, std::uint32_t stream) : key_{seed, stream} {}

  constexpr std::uint32_t Bits(std::uint64_t index) const {
    return Block(index >> 2, kBits)[index & 3];
  }

  // In the open interval: 52 random bits and a half, so neither 0 nor 1 can be rounded to.
  constexpr double Uniform(std::uint64_t index) const {
    const PhiloxCounter block = Block(index >> 1, kUniform);
    return (index & 1) == 0 ? OpenUnit(block[0], block[1]) : OpenUnit(block[2], block[3]);
  }

  // Box-Muller: an even index is the cosine of its pair, the odd one after it the sine.
  double Normal(std::uint64_t index) const {
    const NormalPair pair = Pair(index >> 1);
    return (index & 1) == 0 ? pair.cosine : pair.sine;
  }

  // The same numbers as Normal(first), Normal(first + 1), ..., at half the price.
  template <typename S>
  void FillNormal(std::uint64_t first, S* out, std::ptrdiff_t count) const {
    std::ptrdiff_t i = 0;
    if (count > 0 && (first & 1) != 0) out[i++] = static_cast<S>(Normal(first));
    for (; i + 1 < count; i += 2) {
      const NormalPair pair = Pair((first + static_cast<std::uint64_t>(i)) >> 1);
      out[i] = static_cast<S>(pair.cosine);
      out[i + 1] = static_cast<S>(pair.sine);
    }
    if (i < count) out[i] = static_cast<S>(Normal(first + static_cast<std::uint64_t>(i)));
  }

  // Multiply-shift over 64 bits: the bias is below bound / 2^64.
  constexpr std::uint32_t Below(std::uint64_t index, std::uint32_t bound) const {
    const PhiloxCounter block = Block(index >> 1, kBelow);
    const std::size_t word = (index & 1) * 2;
    // The high half of (word pair) * bound, by parts: no 128-bit integer in wasm's C++.
    const std::uint64_t low = std::uint64_t{block[word]} * bound;
    const std::uint64_t high = std::uint64_t{block[word + 1]} * bound + (low >> 32);
    return static_cast<std::uint32_t>(high >> 32);
  }

 private:
  // Each kind of draw counts in its own range, so that mixing them never repeats a block.
  enum Kind : std::uint32_t { kBits = 0, kUniform = 1, kNormal = 2, kBelow = 3 };

  struct NormalPair {
    double cosine;
    double sine;
  };

  constexpr PhiloxCounter Block(std::uint64_t index, Kind kind) const {
    return Philox4x32({static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32),
                       static_cast<std::uint32_t>(kind), 0},
                      key_);
  }

  static constexpr double OpenUnit(std::uint32_t low, std::uint32_t high) {
    const std::uint64_t bits = (std::uint64_t{high} << 32 | low) >> 12;
    return (static_cast<double>(bits) + 0.5) * 0x1p-52;
  }

  NormalPair Pair(std::uint64_t index) const {
    const PhiloxCounter block = Block(index, kNormal);
    const double radius = Sqrt(-2.0 * Log(OpenUnit(block[0], block[1])));
    double sine = 0;
    double cosine = 0;
    SinCosTwoPi(OpenUnit(block[2], block[3]), sine, cosine);
    return {radius * cosine, radius * sine};
  }

  PhiloxKey key_;
};

}  // namespace normlab
