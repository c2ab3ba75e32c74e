#include "core/labs/answer.hpp"

#include <gtest/gtest.h>

#include "core/document/limits.hpp"
#include "core/document/read_experiment.hpp"
#include "core/document/run_weights.hpp"
#include "core/labs/recipes.hpp"

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
  EXPECT_EQ(answer.at("statements").size(), 6u);
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

TEST(LabAnswer, ChecksWithoutMeasuring) {
  EXPECT_TRUE(CheckLab("thousand", R"({"depth": 1000})", false).at("ok"));
  EXPECT_EQ(CheckLab("depth", R"({"depth": 1})", false).at("errors").at(0).at("message"),
            "depth is 1; allowed: an integer from 2 to 256");
  EXPECT_FALSE(CheckLab("streem", "{}", false).at("ok"));
}

TEST(LabAnswer, EstimatesWhatALabCosts) {
  const auto seconds = [](const char* settings, bool quick) {
    return CheckLab("thousand", settings, quick).at("estimate").at("seconds").get<double>();
  };
  const double full = seconds("{}", false);
  EXPECT_GT(full, 100);
  EXPECT_LT(seconds("{}", true), full / 5);
  EXPECT_NEAR(seconds(R"({"steps": 800})", false), 2 * full, 0.01 * full);
  EXPECT_NEAR(seconds(R"({"seeds": 10})", false), 2 * full, 0.01 * full);
}

TEST(LabAnswer, RefusesWhatTakesMoreMemoryThanATabHas) {
  const std::string settings = R"({"depth": 24, "heads": 16, "head_width": 64})";
  for (const Json& answer :
       {CheckLab("attention", settings, true), Answer("attention", settings)}) {
    ASSERT_FALSE(answer.at("ok"));
    const std::string message = answer.at("errors").at(0).at("message");
    EXPECT_EQ(message.find("the measurement would take 5."), 0u) << message;
    EXPECT_NE(message.find("head_width 64, heads 16"), std::string::npos) << message;
    EXPECT_NE(message.find("allowed: at most 1.00 GiB"), std::string::npos) << message;
  }
}

// Attention's heads are the one way to more than there is.
TEST(LabAnswer, TheLargestSettingsHaveAnEstimate) {
  for (const Lab& lab : Labs()) {
    LabValues largest;
    for (const LabSetting& setting : lab.settings) {
      largest.Set(setting.field.path, setting.field.maximum);
    }
    const LabCost cost = lab.cost(largest);
    EXPECT_GT(cost.seconds, 0) << lab.name;
    EXPECT_GT(cost.memory_bytes, 0) << lab.name;
    EXPECT_EQ(cost.memory_bytes > kMemoryLimit, lab.name == "attention") << lab.name;
  }
}

// A point that is a run of its own can be raced: its document is an experiment's.
TEST(LabAnswer, GivesTheDocumentOfEveryRun) {
  const std::string least =
      R"({"depth": 2, "steps": 20, "warmup": 7, "warmups": 2, "rates": 3, "seeds": 1, "seed": 5})";
  const Json answer = Answer("warmup", least);
  const Json& series = answer.at("charts").at(1).at("series").at(1);
  ASSERT_EQ(series.at("documents").size(), series.at("x").size());
  const ExperimentReading reading = ReadExperiment(JsonText(series.at("documents").at(2)));
  ASSERT_TRUE(reading.ok());
  EXPECT_EQ(reading.experiment.model.wiring, "pre");
  EXPECT_EQ(reading.experiment.schedule.warmup, 7);
  EXPECT_EQ(reading.experiment.optimizer.learning_rate, series.at("x").at(2));
  EXPECT_EQ(reading.experiment.seed, 5u);
}

std::string WeightsOf(const Experiment& experiment) {
  normlab::Run run(experiment);
  while (run.Step() != nullptr) continue;
  return WriteWeights(run);
}

Experiment SmallText(const std::string& wiring) {
  Experiment experiment = TextRecipe(wiring, 9);
  experiment.model.depth = 2;
  SetHeads(2, 4, experiment);
  experiment.steps = 20;
  return experiment;
}

Json AnswerOf(const std::string& lab, const std::string& weights) {
  return RunLab(
      lab, "{}", true, [](double) {}, weights);
}

// The stack that was given is the one that is measured: another gives other numbers, the same one
// the same, whatever the lab's own settings of a training say.
TEST(LabAnswer, MeasuresTheStackThatIsGiven) {
  const std::string pre = WeightsOf(SmallText("pre"));
  const std::string rezero = WeightsOf(SmallText("rezero"));
  for (const char* lab : {"precision", "finetune"}) {
    const Json answer = AnswerOf(lab, pre);
    ASSERT_TRUE(answer.at("ok")) << answer.dump();
    EXPECT_EQ(answer.at("measured").at("model").at("wiring"), "pre");
    const Json charts = answer.at("charts");
    EXPECT_NE(AnswerOf(lab, rezero).at("charts"), charts) << lab;
    const Json again = RunLab(
        lab, R"({"depth": 3, "seeds": 2})", true, [](double) {}, pre);
    EXPECT_EQ(again.at("charts"), charts) << lab;
  }
}

// A stack that writes: the first texts differ from those of a stack with other weights.
TEST(LabAnswer, WritesWithTheStackThatIsGiven) {
  Experiment other = SmallText("pre");
  other.seed = 10;
  const Json answer = AnswerOf("logits", WeightsOf(SmallText("pre")));
  ASSERT_TRUE(answer.at("ok")) << answer.dump();
  EXPECT_EQ(answer.at("texts").size(), 5u);
  EXPECT_NE(answer.at("texts"), AnswerOf("logits", WeightsOf(other)).at("texts"));
  EXPECT_TRUE(answer.at("statements").at(3).at("holds"));
}

TEST(LabAnswer, AGivenStackTakesLittleTime) {
  const std::string weights = WeightsOf(SmallText("pre"));
  for (const char* lab : {"precision", "finetune", "logits"}) {
    const auto seconds = [&](std::string_view given) {
      return CheckLab(lab, "{}", false, given).at("estimate").at("seconds").get<double>();
    };
    EXPECT_LT(seconds(weights), seconds({}) / 5) << lab;
  }
}

TEST(LabAnswer, RefusesWeightsThatItHasNoUseFor) {
  const auto refusal = [](const char* lab, const std::string& weights) {
    const Json answer = AnswerOf(lab, weights);
    EXPECT_EQ(CheckLab(lab, "{}", true, weights).at("errors"), answer.at("errors"));
    EXPECT_EQ(answer.at("errors").at(0).at("field"), "weights");
    return answer.at("errors").at(0).at("message").get<std::string>();
  };
  Experiment induction = SmallText("pre");
  induction.task = {};
  EXPECT_EQ(refusal("depth", WeightsOf(SmallText("pre"))),
            "the weights are of pre-norm, trained on a text; depth allows: no weights");
  EXPECT_EQ(refusal("finetune", WeightsOf(induction)),
            "the weights are of pre-norm, not trained on a text; finetune allows: a stack that was "
            "trained on a text");
  for (const char* wiring : {"post", "residual_dual"}) {
    EXPECT_NE(refusal("logits", WeightsOf(SmallText(wiring))).find("reads a final norm alone"),
              std::string::npos);
  }
  EXPECT_EQ(refusal("precision", "no weights"),
            "the weights begin with no header; allowed: a safetensors file");
}

TEST(LabAnswer, SaysWhichLabsTakeWeights) {
  for (const Json& lab : DescribeLabs()) {
    const bool takes = !lab.at("takes_weights").is_null();
    const std::string name = lab.at("name");
    EXPECT_EQ(takes, name == "precision" || name == "logits" || name == "finetune") << name;
  }
}

// Each head of the last layer has its own curve, and the mark is at 5 %.
TEST(LabAnswer, MarksTheHeadsThatStopLearning) {
  const Json answer = Answer("attention", R"({"depth": 2, "heads": 2, "steps": 20, "seeds": 1})");
  Json heads;
  for (const Json& chart : answer.at("charts")) {
    if (chart.at("name") == "heads") heads = chart;
  }
  ASSERT_EQ(heads.at("series").size(), 5u);
  EXPECT_EQ(heads.at("series").at(1).at("label"), "without QK-norm, head 2");
  EXPECT_EQ(heads.at("series").at(4).at("measured").at(0), 0.05);
  for (const Json& series : heads.at("series")) {
    EXPECT_EQ(series.at("x").size(), heads.at("series").at(4).at("x").size());
  }
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
