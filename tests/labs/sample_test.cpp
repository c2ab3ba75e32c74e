#include "core/labs/sample.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace normlab {
namespace {

constexpr int kContext = 4;
const char* const kText = "abcabdabcabcabdabc";

ModelSettings Small() {
  ModelSettings model;
  model.wiring = "pre";
  model.depth = 1;
  model.width = 8;
  model.feed_forward = 8;
  return model;
}

class Sample : public testing::Test {
 protected:
  Sample() : text_(EncodeText(kText)), stack_(Small(), 4, kContext, 2) { stack_.Initialise(3); }

  std::u32string Write(double gain, double temperature, std::uint32_t seed = 1) const {
    return SampleText(stack_, text_, kContext, {40, gain, temperature, seed});
  }

  EncodedText text_;
  Stack<float> stack_;
};

TEST_F(Sample, IsThatManyCharactersOfTheText) {
  const std::u32string written = Write(1, 1);
  EXPECT_EQ(written.size(), 40u);
  for (const char32_t character : written) {
    EXPECT_NE(std::u32string(U"abcd").find(character), std::u32string::npos);
  }
}

TEST_F(Sample, DependsOnItsSeedAlone) {
  EXPECT_EQ(Write(1, 1, 1), Write(1, 1, 1));
  EXPECT_NE(Write(1, 1, 1), Write(1, 1, 2));
}

// As a temperature goes to 0, every draw is the first choice: the seed no longer matters.
TEST_F(Sample, OfNoTemperatureIsTheFirstChoice) { EXPECT_EQ(Write(1, 1e-6, 1), Write(1, 1e-6, 2)); }

// As it goes to infinity, every character is as likely as any other.
TEST_F(Sample, OfALargeTemperatureIsUniform) {
  const std::u32string written = SampleText(stack_, text_, kContext, {2000, 1, 1e9, 1});
  for (const char32_t character : text_.vocabulary) {
    const auto count = std::count(written.begin(), written.end(), character);
    EXPECT_GT(count, 400);  // 500 expected, a standard deviation of 19
    EXPECT_LT(count, 600);
  }
}

TEST_F(Sample, AGainIsTheInverseOfATemperature) {
  EXPECT_EQ(Write(2, 1), Write(1, 0.5));
  EXPECT_NE(Write(2, 1), Write(1, 2));
}

}  // namespace
}  // namespace normlab
