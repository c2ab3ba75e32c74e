#include "core/labs/answer.hpp"

#include <gtest/gtest.h>

namespace normlab {
namespace {

Json Answer(const std::string& lab, const std::string& settings) {
  return RunLab(lab, settings, true, [](double) {});
}

TEST(LabAnswer, HasSettingsStatementsAndCharts) {
  const Json answer = Answer("batch", R"({"width": 16, "seed": 3})");
  EXPECT_TRUE(answer.at("ok"));
  EXPECT_EQ(answer.at("settings").at("width"), 16);
  EXPECT_EQ(answer.at("settings").at("others"), 63);
  EXPECT_EQ(answer.at("statements").size(), 3u);
  EXPECT_EQ(answer.at("statements").at(0).at("measured"), 0.0);
  EXPECT_TRUE(answer.at("holds"));
  const Json& series = answer.at("charts").at(0).at("series").at(2);
  EXPECT_EQ(series.at("x"), Json({3.0, 4.0, 5.0, 6.0, 7.0}));
  EXPECT_TRUE(series.at("predicted").at(0).is_null());
}

TEST(LabAnswer, NamesTheLabThatIsMeant) {
  const Json answer = Answer("streem", "{}");
  EXPECT_FALSE(answer.at("ok"));
  EXPECT_EQ(answer.at("errors").at(0).at("message"),
            "there is no lab streem; did you mean stream?");
}

TEST(LabAnswer, NamesSettingValueAndRange) {
  const Json errors = Answer("depth", R"({"depth": 1, "widht": 64, "seeds": 2.5})").at("errors");
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0].at("message"), "depth is 1; allowed: an integer from 2 to 256");
  EXPECT_EQ(errors[0].at("pointer"), "/depth");
  EXPECT_EQ(errors[1].at("message"), "unknown setting widht; did you mean width?");
  EXPECT_EQ(errors[2].at("message"), "seeds is 2.5; allowed: an integer from 1 to 50");
}

TEST(LabAnswer, RefusesWhatIsNoObject) {
  EXPECT_EQ(Answer("batch", "[]").at("errors").at(0).at("message"),
            "the settings are an array; allowed: an object with width, others, seeds, seed");
  EXPECT_FALSE(Answer("batch", "{").at("ok"));
}

TEST(LabAnswer, DescribesEverySettingWithBothDefaults) {
  const Json labs = DescribeLabs();
  ASSERT_EQ(labs.size(), Labs().size());
  const Json& depth = labs.at(0).at("settings").at(0);
  EXPECT_EQ(depth.at("path"), "depth");
  EXPECT_EQ(depth.at("default"), 32);
  EXPECT_EQ(depth.at("quick"), 32);
  EXPECT_EQ(depth.at("minimum"), 2);
}

}  // namespace
}  // namespace normlab
