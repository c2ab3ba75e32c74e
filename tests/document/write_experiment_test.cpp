#include "core/document/write_experiment.hpp"

#include <string>

#include <gtest/gtest.h>

#include "core/document/fields.hpp"
#include "core/document/read_experiment.hpp"

namespace normlab {
namespace {

TEST(WriteExperiment, TheDefaultDiffersInNothing) {
  EXPECT_EQ(MinimalDocument(DefaultExperiment()).dump(), "{}");
}

TEST(WriteExperiment, WritesOnlyWhatDiffersInTheOrderOfTheTable) {
  const ExperimentReading reading = ReadExperiment(
      R"({"seed": 7, "batch": 16, "schedule": {"warmup": 0}, "model": {"wiring": "pre"}})");
  EXPECT_EQ(MinimalDocument(reading.experiment).dump(),
            R"({"model":{"wiring":"pre"},"schedule":{"warmup":0},"seed":7})");
}

TEST(WriteExperiment, FullAndMinimalReadBackAsTheSame) {
  for (const char* text :
       {"{}", R"({"model": {"norm": "rms", "bias": false}, "optimizer": {"learning_rate": 0.1}})",
        R"({"task": {"kind": "text", "text": "\u0000 \ud83d\ude00 \"quoted\" \\ end of text"}})",
        R"({"optimizer": {"beta2": 0.9999999, "epsilon": 1e-16}, "seed": 4294967295})"}) {
    const Experiment experiment = ReadExperiment(text).experiment;
    const Json full = FullDocument(experiment);
    for (const Json& written : {full, MinimalDocument(experiment)}) {
      const ExperimentReading again = ReadExperiment(written.dump());
      ASSERT_TRUE(again.ok()) << text;
      EXPECT_EQ(FullDocument(again.experiment), full) << text;
    }
  }
}

TEST(WriteExperiment, FullSaysEverything) {
  const Json full = FullDocument(DefaultExperiment());
  EXPECT_EQ(full["version"], Json(1));
  for (const Field& field : Fields()) {
    const Json& place = IsGroup(field.Group()) ? full[field.Group()] : full;
    EXPECT_TRUE(place.contains(field.Name())) << field.path;
  }
  EXPECT_EQ(full["optimizer"]["learning_rate"].dump(), "0.002");
}

}  // namespace
}  // namespace normlab
