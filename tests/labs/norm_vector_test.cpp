#include "core/labs/norm_vector.hpp"

#include <gtest/gtest.h>

#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

std::string Refusal(const std::string& token) {
  const Json answer = NormVector(token);
  EXPECT_FALSE(answer.at("ok"));
  return answer.at("errors").at(0).at("message");
}

// [1, 2, 3, 4] by hand: mean 2.5, variance 1.25, mean square 7.5.
TEST(NormVector, NormalisesATokenByBothNorms) {
  const Json answer = NormVector("[1, 2, 3, 4]");
  ASSERT_TRUE(answer.at("ok"));
  const Json& layer = answer.at("layer");
  EXPECT_EQ(layer.at("mean"), 2.5);
  EXPECT_NEAR(layer.at("root").get<double>(), 1.118034, tolerance::kFiveDigits);
  EXPECT_NEAR(layer.at("output").at(0).get<double>(), -1.34163, tolerance::kFiveDigits);
  EXPECT_NEAR(layer.at("output").at(3).get<double>(), 1.34163, tolerance::kFiveDigits);
  const Json& rms = answer.at("rms");
  EXPECT_EQ(rms.at("mean"), 0);
  EXPECT_NEAR(rms.at("root").get<double>(), 2.738613, tolerance::kFiveDigits);
  EXPECT_NEAR(rms.at("output").at(3).get<double>(), 1.46059, tolerance::kFiveDigits);
}

TEST(NormVector, PassesAllDirectionsButTwoOrOne) {
  const Json answer = NormVector("[0.3, -1, 2, 5, -0.2]");
  for (const auto& [norm, removed] : {std::pair("layer", 2u), std::pair("rms", 1u)}) {
    const auto values = answer.at(norm).at("singular_values").get<std::vector<double>>();
    const auto predicted = answer.at(norm).at("predicted").get<std::vector<double>>();
    ASSERT_EQ(values.size(), 5u);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], predicted[i], tolerance::kDoubleRounding) << norm << " " << i;
      EXPECT_EQ(values[i] < 1e-5, i + removed >= values.size()) << norm << " " << i;
    }
  }
}

// A constant token: LayerNorm divides by the root of epsilon alone, and gives 0.
TEST(NormVector, TakesATokenWithoutVariance) {
  const Json layer = NormVector("[5, 5, 5]").at("layer");
  EXPECT_EQ(layer.at("output"), Json({0.0, 0.0, 0.0}));
  EXPECT_NEAR(layer.at("singular_values").at(0).get<double>(), 316.2278, tolerance::kFourDigits);
}

TEST(NormVector, NamesWhatIsWrong) {
  EXPECT_EQ(Refusal("[1]"), "the token has 1 numbers; allowed: 2 to 16 numbers");
  EXPECT_EQ(Refusal("{}"), "the token is an object; allowed: an array of 2 to 16 numbers");
  EXPECT_EQ(Refusal("[1, \"a\"]"),
            "the token has \"a\" at place 2; allowed: a number from -10 to 10");
  EXPECT_EQ(Refusal("[1, 11]"), "the token has 11 at place 2; allowed: a number from -10 to 10");
  EXPECT_EQ(Refusal("[1, NaN]"),
            "not valid JSON at line 1, column 5 (near /1): NaN is not a JSON value: numbers are "
            "finite");
}

}  // namespace
}  // namespace normlab
