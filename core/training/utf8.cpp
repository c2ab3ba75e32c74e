#include "core/training/utf8.hpp"

#include <cstddef>
#include <cstdint>

namespace normlab {

namespace {

struct Lead {
  int continuation;  // bytes that follow; -1 for a byte that can't lead
  char32_t bits;     // of the code point, from the first byte
  // Bounds of the second byte: they exclude overlong forms, surrogates and what is above U+10FFFF.
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
};

Lead LeadOf(std::uint8_t byte) {
  if (byte < 0x80) return {0, byte};
  if (byte < 0xC2) return {-1, 0};
  if (byte < 0xE0) return {1, static_cast<char32_t>(byte & 0x1F)};
  if (byte < 0xF0) {
    Lead lead{2, static_cast<char32_t>(byte & 0x0F)};
    if (byte == 0xE0) lead.low = 0xA0;
    if (byte == 0xED) lead.high = 0x9F;
    return lead;
  }
  if (byte < 0xF5) {
    Lead lead{3, static_cast<char32_t>(byte & 0x07)};
    if (byte == 0xF0) lead.low = 0x90;
    if (byte == 0xF4) lead.high = 0x8F;
    return lead;
  }
  return {-1, 0};
}

}  // namespace

std::u32string DecodeUtf8(std::string_view bytes) {
  std::u32string points;
  points.reserve(bytes.size());
  std::size_t i = 0;
  while (i < bytes.size()) {
    const Lead lead = LeadOf(static_cast<std::uint8_t>(bytes[i++]));
    if (lead.continuation < 0) {
      points.push_back(kReplacement);
      continue;
    }
    char32_t point = lead.bits;
    bool valid = true;
    for (int k = 0; k < lead.continuation; ++k) {
      const std::uint8_t low = k == 0 ? lead.low : 0x80;
      const std::uint8_t high = k == 0 ? lead.high : 0xBF;
      const auto byte = i < bytes.size() ? static_cast<std::uint8_t>(bytes[i]) : std::uint8_t{0};
      if (byte < low || byte > high) {
        valid = false;
        break;
      }
      point = (point << 6) | (byte & 0x3F);
      ++i;
    }
    points.push_back(valid ? point : kReplacement);
  }
  return points;
}

std::string EncodeUtf8(std::u32string_view points) {
  std::string bytes;
  const auto push = [&bytes](char32_t value) { bytes.push_back(static_cast<char>(value)); };
  for (const char32_t point : points) {
    if (point < 0x80) {
      push(point);
    } else if (point < 0x800) {
      push(0xC0 | (point >> 6));
      push(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
      push(0xE0 | (point >> 12));
      push(0x80 | ((point >> 6) & 0x3F));
      push(0x80 | (point & 0x3F));
    } else {
      push(0xF0 | (point >> 18));
      push(0x80 | ((point >> 12) & 0x3F));
      push(0x80 | ((point >> 6) & 0x3F));
      push(0x80 | (point & 0x3F));
    }
  }
  return bytes;
}

std::u32string NormaliseLineEnds(std::u32string_view points) {
  std::u32string out;
  out.reserve(points.size());
  if (!points.empty() && points.front() == 0xFEFF) points.remove_prefix(1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i] == U'\r') {
      if (i + 1 < points.size() && points[i + 1] == U'\n') continue;
      out.push_back(U'\n');
    } else {
      out.push_back(points[i]);
    }
  }
  return out;
}

}  // namespace normlab
