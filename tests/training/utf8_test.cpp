#include "core/training/utf8.hpp"

#include <gtest/gtest.h>

namespace normlab {
namespace {

TEST(Utf8, EveryScalarValueComesBack) {
  std::u32string all;
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    if (point == 0xD800) point = 0xE000;
    all.push_back(point);
  }
  EXPECT_EQ(DecodeUtf8(EncodeUtf8(all)), all);
}

TEST(Utf8, NoSurrogateIsEverDecoded) {
  for (char32_t point = 0xD800; point < 0xE000; point += 0xFF) {
    for (const char32_t decoded : DecodeUtf8(EncodeUtf8(std::u32string(1, point)))) {
      EXPECT_EQ(decoded, kReplacement);
    }
  }
}

// Any two bytes, and three where the first leads: no input is lost and none is invalid after.
TEST(Utf8, AnyBytesDecodeToScalarValues) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string bytes = {'x', static_cast<char>(first), static_cast<char>(second), 'y'};
      const std::u32string points = DecodeUtf8(bytes);
      ASSERT_GE(points.size(), 3u);
      EXPECT_EQ(points.front(), U'x');
      EXPECT_EQ(points.back(), U'y');
      for (const char32_t point : points) {
        EXPECT_LE(point, char32_t{0x10FFFF});
        EXPECT_FALSE(point >= 0xD800 && point < 0xE000);
      }
    }
  }
}

TEST(Utf8, MaximalPartsAreReplacedOnce) {
  EXPECT_EQ(DecodeUtf8("\xF0\x9F\x98z"), (std::u32string{kReplacement, U'z'}));
  EXPECT_EQ(DecodeUtf8("\xE0\x80\x80"), std::u32string(3, kReplacement));
}

}  // namespace
}  // namespace normlab
