#include "core/document/fields.hpp"

#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/document/describe.hpp"
#include "core/document/read_experiment.hpp"
#include "core/document/write_experiment.hpp"
#include "core/stack/wiring.hpp"

namespace normlab {
namespace {

// {"model": {"depth": value}}
std::string Giving(const Field& field, const Json& value) {
  Json document = Json::object();
  (field.Group() == "run" ? document : document[field.Group()])[field.Name()] = value;
  return document.dump();
}

// Whether the value is refused for itself; what it means beside the defaults is another matter.
bool Refuses(const Field& field, const Json& value) {
  Experiment experiment = DefaultExperiment();
  FieldErrors errors;
  ReadFields(Json::parse(Giving(field, value)), "", Nulls::kRefused, experiment, errors);
  return !errors.empty();
}

TEST(Fields, AreNamedOnceAndExplained) {
  std::set<std::string> paths;
  for (const Field& field : Fields()) {
    EXPECT_TRUE(paths.insert(field.path).second) << field.path;
    EXPECT_FALSE(field.label.empty()) << field.path;
    EXPECT_TRUE(field.help.ends_with('.')) << field.path;
    for (const Choice& choice : field.choices) {
      EXPECT_FALSE(choice.label.empty()) << field.path;
      EXPECT_TRUE(choice.help.ends_with('.')) << field.path << " " << choice.value;
    }
  }
  EXPECT_EQ(FindField("model.depths"), nullptr);
  EXPECT_TRUE(IsGroup("model"));
  EXPECT_FALSE(IsGroup("mod"));
  EXPECT_FALSE(IsGroup("seed"));
}

TEST(Fields, DefaultsAreAllowed) {
  for (const Field& field : Fields()) {
    EXPECT_FALSE(Refuses(field, field.access.get(DefaultExperiment()))) << field.path;
  }
}

TEST(Fields, RangesHoldAtBothEnds) {
  for (const Field& field : Fields()) {
    if (field.kind != FieldKind::kInteger && field.kind != FieldKind::kReal) continue;
    EXPECT_FALSE(Refuses(field, field.minimum)) << field.path;
    EXPECT_FALSE(Refuses(field, field.maximum)) << field.path;
    const bool whole = field.kind == FieldKind::kInteger;
    EXPECT_TRUE(Refuses(field, whole ? field.minimum - 1 : std::nextafter(field.minimum, -1e300)))
        << field.path;
    EXPECT_TRUE(Refuses(field, whole ? field.maximum + 1 : std::nextafter(field.maximum, 1e300)))
        << field.path;
  }
}

TEST(Fields, EveryValueThatIsSetIsReadBack) {
  for (const Field& field : Fields()) {
    std::vector<Json> values = {field.minimum, field.maximum};
    if (field.kind == FieldKind::kBoolean) values = {true, false};
    if (field.kind == FieldKind::kText) values = {"", "abc"};
    if (field.kind == FieldKind::kChoice) {
      values.clear();
      for (const Choice& choice : field.choices) values.push_back(choice.value);
    }
    for (const Json& value : values) {
      Experiment experiment = DefaultExperiment();
      field.access.set(experiment, value);
      EXPECT_EQ(field.access.get(experiment), value) << field.path;
      // and nothing else has moved
      field.access.set(experiment, field.access.get(DefaultExperiment()));
      EXPECT_EQ(FullDocument(experiment), FullDocument(DefaultExperiment())) << field.path;
    }
  }
}

TEST(Fields, ConditionsNameChoicesThatExist) {
  for (const Field& field : Fields()) {
    for (const Condition& condition : field.when) {
      const Field* other = FindField(condition.path);
      ASSERT_NE(other, nullptr) << field.path;
      for (const std::string& value : condition.values) EXPECT_FALSE(Refuses(*other, value));
    }
  }
}

TEST(Fields, WiringsAreTheRowsOfTheTable) {
  const Field* wiring = FindField("model.wiring");
  ASSERT_EQ(wiring->choices.size(), Wirings().size() + 1) << "the rows, and one's own";
  EXPECT_FALSE(Refuses(*wiring, std::string(kOwnWiring)));
  for (const Wiring& row : Wirings()) EXPECT_FALSE(Refuses(*wiring, std::string(row.name)));
  // What the norm computes matters nowhere in a stack that has none.
  const auto& with_norm = FindField("model.norm")->when.front().values;
  EXPECT_EQ(with_norm.size(), Wirings().size() - 3 + 1) << "plain, residual and ReZero have none";
}

TEST(Fields, SharedIsWhatMakesARaceMatched) {
  std::set<std::string> shared;
  for (const Field& field : Fields()) {
    if (field.shared) shared.insert(field.path);
  }
  EXPECT_EQ(shared, (std::set<std::string>{"task.kind", "task.symbols", "task.context",
                                           "task.modulus", "task.text", "batch", "steps", "seed"}));
}

TEST(Describe, HoldsTheWholeTable) {
  const Json description = Describe();
  EXPECT_EQ(description["fields"].size(), Fields().size());
  EXPECT_EQ(description["wirings"].size(), Wirings().size());
  EXPECT_EQ(description["verdicts"].size(), 7u);
  EXPECT_EQ(description["series"].size(), 7u);
  EXPECT_EQ(description["limits"]["arms"], Json(6));
  const Json depth = description["fields"][2];
  EXPECT_EQ(depth["path"], "model.depth");
  EXPECT_EQ(depth["default"], Json(12));
  EXPECT_EQ(depth["minimum"], Json(1.0));
  EXPECT_EQ(depth["maximum"], Json(2000.0));
  EXPECT_EQ(depth["scale"], "log");
  EXPECT_EQ(depth["unit"], "layers");
}

TEST(Describe, LayoutTilesARecord) {
  const Json layout = DescribeLayout(RecordLayout(3));
  int next = 0;
  for (const Json& series : layout["series"]) {
    EXPECT_EQ(series["offset"], Json(next));
    next += series["length"].get<int>();
  }
  EXPECT_EQ(layout["width"], Json(next));
  EXPECT_EQ(next, 5 * 6 + 2 * 3);
}

}  // namespace
}  // namespace normlab
