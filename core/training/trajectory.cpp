#include "core/training/trajectory.hpp"

#include <cmath>
#include <cstring>

namespace normlab {
namespace {

std::uint64_t BitsOf(double value) {
  constexpr std::uint64_t kNan = 0x7ff8000000000000u;
  std::uint64_t bits = kNan;
  if (!std::isnan(value)) std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// The finaliser of SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
// generators"): every bit in reaches every bit out, so that a few bits of the hash tell as much as
// their number.
std::uint64_t Mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

}  // namespace

void Trajectory::Add(const Record& record) {
  for (const double value : {record.loss, record.gradient_norm}) {
    hash_ = Mixed(hash_ ^ BitsOf(value));
  }
}

std::string TrajectoryText(std::uint64_t hash) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, hash >>= 4) {
    *digit = kDigits[hash & 15];
  }
  return text;
}

}  // namespace normlab
