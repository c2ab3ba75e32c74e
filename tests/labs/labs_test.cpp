#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/labs/lab.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/seeds.hpp"

namespace normlab {
namespace {

constexpr std::uint32_t kStandardSeeds = 3;
constexpr std::uint32_t kFullSeeds = 20;

bool Trains(const Lab& lab) {
  return std::any_of(lab.settings.begin(), lab.settings.end(),
                     [](const LabSetting& setting) { return setting.field.path == "steps"; });
}

// A lab that trains takes minutes in full: that is for those who ask for many seeds. Where one seed
// is asked for (sanitizers, other compilers) a quick look at the others is enough.
bool Quick(const Lab& lab) {
  const std::uint32_t seeds = Seeds(kStandardSeeds);
  return seeds == 1 || (Trains(lab) && seeds < kFullSeeds);
}

// Every setting at its smallest, one seed: as little as the lab can do.
std::string Least(const Lab& lab, int seed) {
  Json settings = Json::object();
  for (const LabSetting& setting : lab.settings) {
    settings[setting.field.path] = static_cast<int>(setting.field.minimum);
  }
  settings["seed"] = seed;
  return JsonText(settings);
}

LabReport ReportOf(const Lab& lab, const std::string& settings, bool quick) {
  const LabReading reading = ReadLabValues(lab.settings, settings, quick);
  EXPECT_TRUE(reading.ok());
  return lab.run(reading.values, [](double) {});
}

class EveryLab : public testing::TestWithParam<Lab> {};

TEST_P(EveryLab, HoldsInFull) {
  const Lab& lab = GetParam();
  const bool shape_alone = Trains(lab) && Seeds(kStandardSeeds) == 1;
  const LabReport report =
      shape_alone ? ReportOf(lab, Least(lab, 1), true) : ReportOf(lab, "{}", Quick(lab));
  ASSERT_FALSE(report.statements.empty());
  ASSERT_FALSE(report.charts.empty());
  std::set<std::string> names;
  for (const LabStatement& statement : report.statements) {
    EXPECT_TRUE(names.insert(statement.name).second) << statement.name << " stands twice";
    if (shape_alone) continue;
    EXPECT_TRUE(statement.Holds())
        << statement.sentence << " predicted " << statement.predicted << " +- "
        << statement.tolerance << ", measured " << statement.measured;
    Evidence("labs", lab.name + ", " + statement.name,
             "measured " + Short(statement.measured) + ", predicted " + Short(statement.predicted));
  }
}

TEST_P(EveryLab, AveragesFiveSeedsOrMore) {
  for (const bool quick : {false, true}) {
    const LabReading reading = ReadLabValues(GetParam().settings, "{}", quick);
    EXPECT_GE(reading.values.Integer("seeds"), 5);
  }
}

TEST_P(EveryLab, TellsItsProgressToTheEnd) {
  const Lab& lab = GetParam();
  double last = 0;
  lab.run(ReadLabValues(lab.settings, Least(lab, 1), true).values, [&last](double share) {
    EXPECT_GT(share, last);
    last = share;
  });
  EXPECT_DOUBLE_EQ(last, 1);
}

// Every seed draws another stack: what is measured is no constant of the code.
TEST_P(EveryLab, MeasuresTheSeedItIsGiven) {
  const Lab& lab = GetParam();
  const auto curve = [&lab](int seed) {
    const LabReport report = ReportOf(lab, Least(lab, seed), true);
    std::vector<double> measured;
    for (const LabSeries& series : report.charts.front().series) {
      for (const LabPoint& point : series.points) measured.push_back(point.measured);
    }
    return measured;
  };
  EXPECT_EQ(curve(1), curve(1));
  EXPECT_NE(curve(1), curve(2));
}

INSTANTIATE_TEST_SUITE_P(Labs, EveryLab, testing::ValuesIn(Labs()),
                         [](const auto& info) { return info.param.name; });

TEST(LabStatement, IsWithinAtMostOrAtLeast) {
  LabStatement statement;
  statement.predicted = 2;
  statement.tolerance = 0.5;
  const auto holds = [&statement](Comparison comparison, double measured) {
    statement.comparison = comparison;
    statement.measured = measured;
    return statement.Holds();
  };
  EXPECT_TRUE(holds(Comparison::kWithin, 2.5));
  EXPECT_FALSE(holds(Comparison::kWithin, 2.75));
  EXPECT_FALSE(holds(Comparison::kWithin, 1.25));
  EXPECT_TRUE(holds(Comparison::kAtMost, -9));
  EXPECT_FALSE(holds(Comparison::kAtMost, 2.75));
  EXPECT_TRUE(holds(Comparison::kAtLeast, 9));
  EXPECT_FALSE(holds(Comparison::kAtLeast, 1.25));
  for (const Comparison comparison :
       {Comparison::kWithin, Comparison::kAtMost, Comparison::kAtLeast}) {
    EXPECT_FALSE(holds(comparison, std::numeric_limits<double>::quiet_NaN()));
  }
}

}  // namespace
}  // namespace normlab
