#include "core/document/read_experiment.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/document/support.hpp"

namespace normlab {
namespace {

TEST(ReadExperiment, NothingSaidIsTheDefault) {
  const ExperimentReading reading = ReadExperiment("{}");
  ASSERT_TRUE(reading.ok());
  EXPECT_EQ(reading.experiment.model.wiring, "post");
  EXPECT_EQ(reading.experiment.model.depth, 12);
  EXPECT_EQ(reading.experiment.schedule.warmup, 400);
  EXPECT_EQ(reading.experiment.seed, 1u);
  EXPECT_GT(reading.experiment.task.text.size(), 4000u);
}

TEST(ReadExperiment, ReadsEveryKindOfField) {
  const ExperimentReading reading = ReadExperiment(R"({"version": 1,
    "model": {"wiring": "deepnorm", "norm": "rms", "depth": 3, "init": "fixed", "init_std": 0.5,
              "bias": false, "qk_norm": "rms_per_head", "activation": "relu",
              "positions": "sinusoidal"},
    "task": {"kind": "text", "text": "hello, world", "context": 4},
    "optimizer": {"kind": "sgd", "learning_rate": 1e-1, "momentum": 0.5},
    "schedule": {"kind": "cosine", "floor": 0.25}, "batch": 2, "steps": 7, "seed": 9})");
  ASSERT_TRUE(reading.ok()) << ToJson(reading.errors).dump(1);
  const Experiment& e = reading.experiment;
  EXPECT_EQ(e.model.wiring, "deepnorm");
  EXPECT_EQ(e.model.norm, NormKind::kRms);
  EXPECT_EQ(e.model.depth, 3);
  EXPECT_EQ(e.model.initialiser, Initialiser::kFixed);
  EXPECT_EQ(e.model.initial_std, 0.5);
  EXPECT_FALSE(e.model.bias);
  EXPECT_EQ(e.model.qk_norm, QkNorm::kRmsPerHead);
  EXPECT_EQ(e.model.activation, Activation::kRelu);
  EXPECT_EQ(e.model.positions, Positions::kSinusoidal);
  EXPECT_EQ(e.task.text, "hello, world");
  EXPECT_EQ(e.optimizer.kind, OptimizerKind::kSgd);
  EXPECT_EQ(e.optimizer.learning_rate, 0.1);
  EXPECT_EQ(e.schedule.kind, ScheduleKind::kCosine);
  EXPECT_EQ(e.schedule.floor, 0.25);
  EXPECT_EQ(e.batch, 2);
  EXPECT_EQ(e.seed, 9u);
}

TEST(ReadExperiment, GivesAllErrorsAtOnce) {
  const FieldErrors errors = ErrorsOf(R"({"version": 2, "model": {"depth": 9999, "widht": 32,
    "wiring": "pots"}, "task": 3, "seed": -1, "steps": "800"})");
  EXPECT_EQ(errors.size(), 7u);
  EXPECT_EQ(MessageAt(errors, "/model/depth"),
            "model.depth is 9999; allowed: an integer from 1 to 2000");
  EXPECT_EQ(MessageAt(errors, "/model/widht"),
            "unknown field model.widht; did you mean model.width?");
  EXPECT_TRUE(Contains(MessageAt(errors, "/model/wiring"), "did you mean post?"));
  EXPECT_TRUE(Contains(MessageAt(errors, "/task"), "task is 3; allowed: an object with kind"));
  EXPECT_TRUE(Contains(MessageAt(errors, "/version"), "version is 2"));
  for (const FieldError& error : errors) {
    EXPECT_FALSE(error.message.empty());
    EXPECT_FALSE(error.allowed.empty());
  }
}

TEST(ReadExperiment, AnErrorHoldsPointerFieldValueAndRange) {
  const FieldErrors errors = ErrorsOf(R"({"optimizer": {"learning_rate": 11}})");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].pointer, "/optimizer/learning_rate");
  EXPECT_EQ(errors[0].field, "optimizer.learning_rate");
  EXPECT_EQ(errors[0].value, Json(11));
  EXPECT_EQ(errors[0].allowed, "real number from 1e-9 to 10");
}

TEST(ReadExperiment, RefusesWrongTypesByName) {
  for (const char* value : {"\"32\"", "1.5", "4294967296", "-1", "true", "null", "\"NaN\"", "[]",
                            "{}", "1e300", "\"0,003\""}) {
    const FieldErrors errors = ErrorsOf(std::string("{\"model\": {\"depth\": ") + value + "}}");
    ASSERT_EQ(errors.size(), 1u) << value;
    EXPECT_EQ(errors[0].field, "model.depth") << value;
    EXPECT_TRUE(errors[0].message.starts_with("model.depth is ")) << errors[0].message;
  }
  EXPECT_EQ(ErrorsOf(R"({"model": {"bias": 1}})")[0].allowed, "true or false");
  EXPECT_EQ(ErrorsOf(R"({"model": {"wiring": 1}})")[0].field, "model.wiring");
  EXPECT_EQ(ErrorsOf(R"({"task": {"text": 1}})")[0].field, "task.text");
}

TEST(ReadExperiment, NamesTheFieldOfABareNaNOrComma) {
  for (const char* value : {"NaN", "Infinity", "0,003", "1e999"}) {
    const FieldErrors errors =
        ErrorsOf(std::string("{\"optimizer\": {\"learning_rate\": ") + value + "}}");
    ASSERT_EQ(errors.size(), 1u) << value;
    EXPECT_EQ(errors[0].field, "optimizer.learning_rate") << value;
  }
}

TEST(ReadExperiment, AWholeNumberMayBeWrittenAsOne) {
  EXPECT_EQ(ReadExperiment(R"({"steps": 3.0})").experiment.steps, 3);
  EXPECT_EQ(ReadExperiment(R"({"steps": 1e3})").experiment.steps, 1000);
}

TEST(ReadExperiment, SeedsAreAll32Bits) {
  EXPECT_EQ(ReadExperiment(R"({"seed": 0})").experiment.seed, 0u);
  EXPECT_EQ(ReadExperiment(R"({"seed": 4294967295})").experiment.seed, 4294967295u);
  for (const char* seed : {"4294967296", "-1", "1.5", "\"x\""}) {
    EXPECT_EQ(ErrorsOf(std::string("{\"seed\": ") + seed + "}").size(), 1u) << seed;
  }
}

TEST(ReadExperiment, RefusesANameGivenTwiceBesideOtherErrors) {
  const FieldErrors errors = ErrorsOf(R"({"model": {"depth": 1, "depth": 2}, "steps": 0})");
  EXPECT_EQ(errors.size(), 2u);
  EXPECT_TRUE(Contains(MessageAt(errors, "/model/depth"), "given twice"));
}

TEST(ReadExperiment, SuggestsTheNearestKnownName) {
  const auto suggestion = [](const std::string& text) { return ErrorsOf(text)[0].message; };
  EXPECT_TRUE(Contains(suggestion(R"({"modle": {}})"), "did you mean model?"));
  EXPECT_TRUE(Contains(suggestion(R"({"learning_rate": 1})"), "mean optimizer.learning_rate?"));
  EXPECT_TRUE(Contains(suggestion(R"({"optimizer": {"warmup": 1}})"), "mean schedule.warmup?"));
  EXPECT_TRUE(Contains(suggestion(R"({"lr": 1})"), "mean optimizer.learning_rate?"));
  EXPECT_TRUE(Contains(suggestion(R"({"model.depth": 1})"), R"({"model": {"depth": ...}})"));
  EXPECT_TRUE(Contains(suggestion(R"({"arms": []})"), "belongs to a race"));
}

TEST(ReadExperiment, ALongNameOrValueIsCutInTheMessage) {
  const std::string name(100000, 'x');
  const FieldErrors errors = ErrorsOf("{\"" + name + "\": 1, \"seed\": \"" + name + "\"}");
  ASSERT_EQ(errors.size(), 2u);
  for (const FieldError& error : errors) EXPECT_LT(error.message.size(), 300u);
}

TEST(ReadExperiment, WidthNotDivisibleByHeadsNamesBoth) {
  const FieldErrors errors = ErrorsOf(R"({"model": {"width": 10, "heads": 3}})");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(Contains(errors[0].message, "model.width is 10 and model.heads is 3"));
  EXPECT_TRUE(Contains(errors[0].message, "9 or 12"));
  EXPECT_EQ(errors[0].pointer, "/model/width");
  EXPECT_EQ(ErrorsOf(R"({"model": {"width": 2, "heads": 4}})").size(), 1u);
}

TEST(ReadExperiment, OnesOwnWiringIsReadColumnByColumn) {
  const ExperimentReading reading = ReadExperiment(R"({"model": {"wiring": "own",
    "own_skip_scale": "glm_alpha", "own_norm_in": false, "own_norm_out": true,
    "own_norm_in_scale": "inverse_sqrt_layer", "own_branch_scale": "learned_per_channel",
    "own_norm_trunk": true, "own_initial_gain": "glm_beta", "own_dual": true}})");
  ASSERT_TRUE(reading.ok()) << ToJson(reading.errors).dump(1);
  const Wiring want = {.name = kOwnWiring,
                       .label = "own wiring",
                       .skip_scale = SkipScale::kGlmAlpha,
                       .norm_in_scale = NormInScale::kInverseSqrtLayer,
                       .norm_out = true,
                       .branch_scale = BranchScale::kLearnedPerChannel,
                       .norm_trunk = true,
                       .initial_gain = InitialGain::kGlmBeta,
                       .final_norm = true,
                       .dual = true};
  EXPECT_EQ(reading.experiment.model.Row(), want);
}

TEST(ReadExperiment, ColumnsOfAWiringThatContradictAreRefused) {
  FieldErrors errors =
      ErrorsOf(R"({"model": {"wiring": "own", "own_parallel": true, "own_skip": false}})");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(Contains(errors[0].message, "model.own_skip is false; allowed: parallel branches"));
  errors = ErrorsOf(R"({"model": {"wiring": "own", "own_dual": true, "own_final_norm": false}})");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(Contains(errors[0].message, "allowed: a dual stream with a final norm"));
  // Columns that no wiring of one's own reads are kept.
  EXPECT_TRUE(ErrorsOf(R"({"model": {"own_parallel": true, "own_skip": false}})").empty());
}

TEST(ReadExperiment, FieldsTogetherAreNotJudgedWhileOneOfThemIsWrong) {
  EXPECT_EQ(ErrorsOf(R"({"model": {"width": 10, "heads": 0}})").size(), 1u);
  EXPECT_EQ(ErrorsOf(R"({"model": {"width": 10, "heads": 3}, "steps": 0})").size(), 2u);
}

TEST(ReadExperiment, HalvesNeedAnEvenContext) {
  for (const char* kind : {"induction", "copy"}) {
    const std::string text =
        std::string("{\"task\": {\"context\": 15, \"kind\": \"") + kind + "\"}}";
    const FieldErrors errors = ErrorsOf(text);
    ASSERT_EQ(errors.size(), 1u) << kind;
    EXPECT_EQ(errors[0].field, "task.context");
    EXPECT_TRUE(Contains(errors[0].message, kind));
  }
  EXPECT_TRUE(ReadExperiment(R"({"task": {"context": 15, "kind": "text"}})").ok());
  EXPECT_TRUE(ReadExperiment(R"({"task": {"context": 15, "kind": "modular_addition"}})").ok());
}

TEST(ReadExperiment, EveryUnusableTextHasItsOwnMessage) {
  const auto message = [](const std::string& text) {
    const FieldErrors errors =
        ErrorsOf(R"({"task": {"kind": "text", "context": 4, "text": ")" + text + "\"}}");
    EXPECT_EQ(errors.size(), 1u) << text;
    return errors.empty() ? "" : errors[0].message;
  };
  const std::set<std::string> messages = {message(""), message("a"), message("abcd"),
                                          message("aaaaa")};
  EXPECT_EQ(messages.size(), 4u);
  for (const std::string& text : messages) EXPECT_TRUE(text.starts_with("task.text ")) << text;
  EXPECT_TRUE(Contains(message("abcd"), "holds 4 characters and task.context is 4"));
  // Five code points, one of them of four bytes; the mark and the carriage returns do not count.
  EXPECT_TRUE(
      ReadExperiment(R"({"task": {"kind": "text", "context": 4, "text": "ab\ud83d\ude00cd"}})")
          .ok());
  EXPECT_TRUE(Contains(message("\\ufeffa\\r\\nb\\r\\n"), "holds 4 characters"));
}

TEST(ReadExperiment, AnUnusableTextOfAnotherTaskIsKept) {
  const ExperimentReading reading =
      ReadExperiment(R"({"task": {"text": ""}, "optimizer": {"momentum": 0.5}})");
  EXPECT_TRUE(reading.ok());
  EXPECT_EQ(reading.experiment.task.text, "");
  EXPECT_EQ(reading.experiment.optimizer.momentum, 0.5);
}

TEST(ReadExperiment, ATooLongTextIsRefusedByItsLength) {
  const std::string text(static_cast<std::size_t>(4u << 20) + 1, 'a');
  const FieldErrors errors = ErrorsOf("{\"task\": {\"text\": \"" + text + "\"}}");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message,
            "task.text is 4194305 bytes long; allowed: a text of at most 4194304 bytes");
  EXPECT_LT(errors[0].value.get<std::string>().size(), 100u);
}

TEST(ReadExperiment, RefusesWhatDoesNotFitWithItsSizeAndTheLimit) {
  const FieldErrors errors =
      ErrorsOf(R"({"model": {"depth": 2000, "width": 1024, "heads": 64, "feed_forward": 4096}})");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_TRUE(Contains(errors[0].message, "408.62 GiB")) << errors[0].message;
  EXPECT_TRUE(Contains(errors[0].message, "at most 1.00 GiB"));
  EXPECT_TRUE(Contains(errors[0].message, "model.depth 2000"));
}

}  // namespace
}  // namespace normlab
