#include <cstdlib>
#include <limits>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/labs/lab.hpp"
#include "tests/support/evidence.hpp"

namespace normlab {
namespace {

// Where one seed is asked for (sanitizers, other compilers) a quick look is enough.
bool Quick() {
  const char* seeds = std::getenv("NORMLAB_SEEDS");
  return seeds != nullptr && std::string(seeds) == "1";
}

LabReport ReportOf(const Lab& lab, const std::string& settings, bool quick) {
  const LabReading reading = ReadLabValues(lab.settings, settings, quick);
  EXPECT_TRUE(reading.ok());
  return lab.run(reading.values, [](double) {});
}

class EveryLab : public testing::TestWithParam<Lab> {};

TEST_P(EveryLab, HoldsInFull) {
  const Lab& lab = GetParam();
  const LabReport report = ReportOf(lab, "{}", Quick());
  ASSERT_FALSE(report.statements.empty());
  ASSERT_FALSE(report.charts.empty());
  std::set<std::string> names;
  for (const LabStatement& statement : report.statements) {
    EXPECT_TRUE(names.insert(statement.name).second) << statement.name << " stands twice";
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
  const std::string settings = R"({"seeds": 1, "width": 8})";
  double last = 0;
  lab.run(ReadLabValues(lab.settings, settings, true).values, [&last](double share) {
    EXPECT_GT(share, last);
    last = share;
  });
  EXPECT_DOUBLE_EQ(last, 1);
}

// Every seed draws another stack: what is measured is no constant of the code.
TEST_P(EveryLab, MeasuresTheSeedItIsGiven) {
  const Lab& lab = GetParam();
  const auto curve = [&lab](int seed) {
    const std::string settings =
        R"({"seeds": 1, "width": 8, "seed": )" + std::to_string(seed) + "}";
    const LabReport report = ReportOf(lab, settings, true);
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
