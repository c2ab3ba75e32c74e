// The same bits: hashes of whole runs, stored in tests/trajectories.json, that every compiler and
// every engine must come to. One that changes is a new version of the numbers: say why.
#include "core/training/trajectory.hpp"

#include <cmath>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/document/describe.hpp"
#include "core/document/race.hpp"
#include "core/training/run.hpp"
#include "tests/support/evidence.hpp"

namespace normlab {
namespace {

Record Step(double loss, double gradient_norm) {
  Record record;
  record.loss = loss;
  record.gradient_norm = gradient_norm;
  return record;
}

std::string TextOf(std::initializer_list<Record> records) {
  Trajectory trajectory;
  for (const Record& record : records) trajectory.Add(record);
  return TrajectoryText(trajectory.Hash());
}

TEST(Trajectory, IsAChainOverLossAndGradientNorm) {
  EXPECT_EQ(TextOf({}), "0000000000000000");
  // SplitMix64 of seed 0 begins with e220a8397b1dcdaf, the hash of the loss alone; that one's
  // finaliser gives what follows.
  EXPECT_EQ(TextOf({Step(0, 0)}), "a706dd2f4d197e6f");
  EXPECT_NE(TextOf({Step(1, 2)}), TextOf({Step(2, 1)}));
  EXPECT_NE(TextOf({Step(1, 2), Step(3, 4)}), TextOf({Step(3, 4), Step(1, 2)}));
}

TEST(Trajectory, SeesTheLastPlaceAndTheSignOfZero) {
  EXPECT_NE(TextOf({Step(1, 1)}), TextOf({Step(std::nextafter(1, 2), 1)}));
  EXPECT_NE(TextOf({Step(1, 1)}), TextOf({Step(1, std::nextafter(1, 2))}));
  EXPECT_NE(TextOf({Step(0, 1)}), TextOf({Step(-0.0, 1)}));
}

TEST(Trajectory, TakesAllNansForOne) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(TextOf({Step(nan, 1)}), TextOf({Step(-nan, 1)}));
  EXPECT_EQ(TextOf({Step(nan, 1)}), TextOf({Step(std::nan("7"), 1)}));
}

struct Course {
  std::string name;
  Experiment experiment;
  std::string hash;
};

nlohmann::json Stored() {
  std::ifstream file(NORMLAB_TRAJECTORIES);
  return nlohmann::json::parse(file);
}

// One a stored arm.
std::vector<Course> Courses() {
  std::vector<Course> courses;
  for (const nlohmann::json& entry : Stored()) {
    const RaceReading reading = ReadRace(entry.at("race").dump());
    for (std::size_t i = 0; i < reading.arms.size(); ++i) {
      const std::string wiring(reading.arms[i].model.wiring);
      courses.push_back({entry.at("name").get<std::string>() + ", " + wiring, reading.arms[i],
                         entry.at("hashes").at(i).get<std::string>()});
    }
  }
  return courses;
}

class StoredTrajectory : public testing::TestWithParam<Course> {};

TEST_P(StoredTrajectory, ComesOutTheSame) {
  const Course& course = GetParam();
  normlab::Run run(course.experiment);
  while (run.Step() != nullptr) {
  }
  EXPECT_EQ(TrajectoryText(run.TrajectoryHash()), course.hash) << course.name;
  Evidence("the same bits", course.name, TrajectoryText(run.TrajectoryHash()));
}

std::string NameOfCourse(const testing::TestParamInfo<Course>& info) {
  std::string name = info.param.name;
  for (char& character : name) {
    if (std::isalnum(static_cast<unsigned char>(character)) == 0) character = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Stored, StoredTrajectory, testing::ValuesIn(Courses()), NameOfCourse);

TEST(StoredTrajectories, AreTheDefaultRaceATextAndAHundredLayers) {
  const nlohmann::json stored = Stored();
  ASSERT_EQ(stored.size(), 3u);
  const RaceReading standard = ReadRace(Describe().at("default_race").dump());
  EXPECT_EQ(RaceDocument(ReadRace(stored[0].at("race").dump())), RaceDocument(standard));
  EXPECT_EQ(stored[1].at("race").at("base").at("task").at("kind"), "text");
  EXPECT_EQ(stored[2].at("race").at("base").at("model").at("depth"), 100);
  for (const nlohmann::json& entry : stored) {
    EXPECT_EQ(entry.at("race").at("arms").size(), entry.at("hashes").size());
  }
}

}  // namespace
}  // namespace normlab
