#include "core/document/race.hpp"

#include <string>

#include <gtest/gtest.h>

#include "core/document/presets.hpp"
#include "core/document/write_experiment.hpp"
#include "tests/document/support.hpp"

namespace normlab {
namespace {

TEST(Race, TheDefaultIsThreeWiringsWithoutWarmup) {
  const RaceReading race = ReadRace(DefaultRace().dump());
  ASSERT_TRUE(race.ok());
  ASSERT_EQ(race.arms.size(), 3u);
  EXPECT_EQ(race.arms[0].model.wiring, "post");
  EXPECT_EQ(race.arms[1].model.wiring, "pre");
  EXPECT_EQ(race.arms[2].model.wiring, "deepnorm");
  for (const Experiment& arm : race.arms) EXPECT_EQ(arm.schedule.warmup, 0);
}

TEST(Race, AnArmIsAMergePatch) {
  const RaceReading race = ReadRace(R"({"base": {"model": {"width": 64, "heads": 4}, "steps": 9},
    "arms": [{}, {"model": {"width": null}}, {"model": null}, {"model": {"depth": 2}}]})");
  ASSERT_TRUE(race.ok()) << ToJson(race.errors).dump(1);
  EXPECT_EQ(race.arms[0].model.width, 64);
  EXPECT_EQ(race.arms[1].model.width, 32);
  EXPECT_EQ(race.arms[1].model.heads, 4);
  EXPECT_EQ(race.arms[2].model.heads, 2);
  EXPECT_EQ(race.arms[3].model.width, 64);
  EXPECT_EQ(race.arms[3].model.depth, 2);
  EXPECT_EQ(race.arms[3].steps, 9);
}

TEST(Race, PointersLeadIntoTheRace) {
  const FieldErrors errors = RaceErrorsOf(R"({"base": {"steps": 0}, "arms": [
    {"model": {"depth": 0}}, {"modle": {}}, 7]})");
  EXPECT_EQ(errors.size(), 4u);
  EXPECT_FALSE(MessageAt(errors, "/base/steps").empty());
  EXPECT_FALSE(MessageAt(errors, "/arms/0/model/depth").empty());
  EXPECT_TRUE(Contains(MessageAt(errors, "/arms/1/modle"), "did you mean model?"));
  EXPECT_TRUE(Contains(MessageAt(errors, "/arms/2"), "is 7"));
}

TEST(Race, AConflictPointsToThePartThatTheArmGives) {
  const FieldErrors errors =
      RaceErrorsOf(R"({"base": {"model": {"width": 10}}, "arms": [{}, {"model": {"heads": 3}}]})");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].pointer, "/arms/1/model/heads");
  EXPECT_EQ(errors[0].value, Json(3));
}

TEST(Race, AConflictOfTheBaseIsSaidOnce) {
  const FieldErrors errors = RaceErrorsOf(
      R"({"base": {"model": {"width": 10, "heads": 3}}, "arms": [{}, {"batch": 16}]})");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].pointer, "/base/model/width");
}

TEST(Race, AnArmMayMendWhatTheBaseAloneWouldNotBe) {
  EXPECT_TRUE(
      ReadRace(R"({"base": {"model": {"width": 9}}, "arms": [{"model": {"heads": 3}}]})").ok());
}

TEST(Race, ArmsShareDataStepsAndSeed) {
  const FieldErrors errors = RaceErrorsOf(
      R"({"base": {}, "arms": [{"seed": 2}, {"task": {"kind": "text"}}, {"steps": 800}]})");
  EXPECT_EQ(errors.size(), 2u);
  EXPECT_TRUE(Contains(MessageAt(errors, "/arms/0/seed"), "set it in the base"));
  EXPECT_TRUE(Contains(MessageAt(errors, "/arms/1/task/kind"), "share it"));
}

TEST(Race, TakesOneToSixArms) {
  const auto with_arms = [](int count) {
    std::string text = R"({"arms": [)";
    for (int i = 0; i < count; ++i) text += i == 0 ? "{}" : ",{}";
    return RaceErrorsOf(text + "]}");
  };
  EXPECT_TRUE(with_arms(1).empty());
  EXPECT_TRUE(with_arms(6).empty());
  EXPECT_TRUE(Contains(MessageAt(with_arms(0), "/arms"), "1 to 6 arms"));
  EXPECT_TRUE(Contains(MessageAt(with_arms(7), "/arms"), "a list of 7"));
  EXPECT_TRUE(Contains(MessageAt(RaceErrorsOf("{}"), "/arms"), "missing"));
  EXPECT_TRUE(Contains(MessageAt(RaceErrorsOf("[]"), ""), "the race is an array"));
  EXPECT_TRUE(Contains(MessageAt(RaceErrorsOf(R"({"arm": []})"), "/arm"), "mean arms?"));
}

TEST(Race, WritesOnlyWhatDiffersAndReadsItBack) {
  const RaceReading race = ReadRace(R"({"version": 1,
    "base": {"schedule": {"warmup": 0}, "steps": 800, "model": {"depth": 6}},
    "arms": [{"model": {"wiring": "post", "depth": 12}}, {"schedule": {"warmup": 0}},
             {"model": {"depth": null, "wiring": "pre"}}]})");
  ASSERT_TRUE(race.ok());
  const Json written = RaceDocument(race);
  EXPECT_EQ(written.dump(),
            R"({"version":1,"base":{"model":{"depth":6},"schedule":{"warmup":0}},)"
            R"("arms":[{"model":{"depth":12}},{},{"model":{"wiring":"pre","depth":12}}]})");
  const RaceReading again = ReadRace(written.dump());
  ASSERT_TRUE(again.ok());
  for (std::size_t i = 0; i < race.arms.size(); ++i) {
    EXPECT_EQ(FullDocument(again.arms[i]), FullDocument(race.arms[i]));
  }
}

}  // namespace
}  // namespace normlab
