#include "core/document/run_weights.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "core/document/safetensors.hpp"
#include "core/stack/wiring.hpp"

namespace normlab {
namespace {

Experiment Small() {
  Experiment experiment;
  experiment.model.depth = 2;
  experiment.model.width = 8;
  experiment.model.feed_forward = 12;
  experiment.batch = 3;
  experiment.steps = 4;
  return experiment;
}

std::string WeightsAfter(const Experiment& experiment, int steps) {
  normlab::Run run(experiment);
  for (int step = 0; step < steps; ++step) run.Step();
  return WriteWeights(run);
}

// The file with its parts changed.
template <class Change>
std::string Changed(const std::string& bytes, Change change) {
  SafeTensors file = ReadSafeTensors(bytes).file;
  change(file);
  return WriteSafeTensors(file);
}

std::string Refusal(const std::string& bytes) {
  const TrainedReading reading = ReadWeights(bytes);
  EXPECT_FALSE(reading.errors.empty());
  return reading.errors.empty() ? "" : reading.errors[0].message;
}

TEST(RunWeights, ComeBackBitForBitInEveryWiring) {
  for (const Wiring& wiring : Wirings()) {
    Experiment experiment = Small();
    experiment.model.wiring = wiring.name;
    experiment.model.qk_norm = QkNorm::kRmsPerHead;
    normlab::Run run(experiment);
    run.Step();
    const TrainedReading reading = ReadWeights(WriteWeights(run));
    ASSERT_TRUE(reading.ok()) << reading.errors[0].message;
    EXPECT_EQ(reading.trained.experiment.model.wiring, wiring.name);
    EXPECT_EQ(reading.trained.parameters, run.Model().Parameters()) << wiring.name;
  }
}

// What the next step records is what the file says beforehand, and saving changes nothing of it.
TEST(RunWeights, SayTheLossOfTheNextStepAndItsBatch) {
  normlab::Run run(Small());
  normlab::Run undisturbed(Small());
  run.Step();
  undisturbed.Step();
  const std::string bytes = WriteWeights(run);
  const SafeTensorsReading read = ReadSafeTensors(bytes);
  EXPECT_EQ(read.file.metadata.at("step"), "1");
  EXPECT_EQ(read.file.metadata.at("trajectory"), TrajectoryText(run.TrajectoryHash()));
  EXPECT_EQ(read.file.metadata.at("next_loss"), NumberText(run.Step()->loss));
  undisturbed.Step();
  EXPECT_EQ(run.TrajectoryHash(), undisturbed.TrajectoryHash());
  Batch next;
  run.Learned().Fill(2, next);
  const SafeTensor& ids = read.file.tensors[read.file.tensors.size() - 2];
  EXPECT_EQ(ids.name, "next.ids");
  EXPECT_EQ(ids.shape, (std::vector<std::int64_t>{3, 16}));
  EXPECT_EQ(std::memcmp(ids.bytes.data(), next.ids.data(), ids.bytes.size()), 0);
  const SafeTensor& targets = read.file.tensors.back();
  EXPECT_EQ(targets.name, "next.targets");
  EXPECT_EQ(std::memcmp(targets.bytes.data(), next.targets.data(), targets.bytes.size()), 0);
}

TEST(RunWeights, HaveTheShapesThatOtherProgramsExpect) {
  const std::string bytes = WeightsAfter(Small(), 0);
  const SafeTensorsReading read = ReadSafeTensors(bytes);
  std::map<std::string, std::vector<std::int64_t>> shapes;
  for (const SafeTensor& tensor : read.file.tensors) shapes[tensor.name] = tensor.shape;
  EXPECT_EQ(shapes["token"], (std::vector<std::int64_t>{16, 8}));
  EXPECT_EQ(shapes["layer.1.feed_forward.w1.weight"], (std::vector<std::int64_t>{12, 8}));
  EXPECT_EQ(shapes["layer.1.feed_forward.w1.bias"], (std::vector<std::int64_t>{12}));
  EXPECT_EQ(shapes["layer.0.attention.norm_trunk.gain"], (std::vector<std::int64_t>{8}));
}

// A finished run has no next step, and its weights still have a loss.
TEST(RunWeights, AreThoseOfTheLastStepWhenARunIsOver) {
  Experiment longer = Small();
  ++longer.steps;
  normlab::Run run(longer);
  for (int step = 0; step < 4; ++step) run.Step();
  const std::string over = WeightsAfter(Small(), 4);
  EXPECT_EQ(ReadSafeTensors(over).file.metadata.at("next_loss"), NumberText(run.Step()->loss));
}

TEST(RunWeights, RefuseWhatIsNotTheirExperiments) {
  const std::string bytes = WeightsAfter(Small(), 1);
  EXPECT_EQ(Refusal(Changed(bytes, [](SafeTensors& file) { file.metadata.erase("normlab"); })),
            "the weights do not say which experiment they are of; allowed: weights that a run of "
            "NormLab saved");
  EXPECT_EQ(Refusal(Changed(bytes,
                            [](SafeTensors& file) {
                              file.metadata["normlab"] = R"({"model": {"depth": 0}})";
                            })),
            "the weights' own experiment: model.depth is 0; allowed: an integer from 1 to 2000");
  EXPECT_EQ(Refusal(Changed(bytes,
                            [](SafeTensors& file) {
                              file.metadata["normlab"] = R"({"model": {"width": 16}})";
                            })),
            "the weights' tensor token is F32 of shape (16, 8); allowed: F32 of shape (16, 16)");
  EXPECT_EQ(
      Refusal(Changed(bytes, [](SafeTensors& file) { file.tensors.erase(file.tensors.begin()); })),
      "the weights' tensor token is missing; allowed: F32 of shape (16, 8)");
  EXPECT_EQ(Refusal(Changed(bytes,
                            [](SafeTensors& file) {
                              file.tensors.push_back({"extra", "F32", {0}, {}});
                            })),
            "the weights' tensor extra is none of its experiment's; allowed: those of its layout");
  const float infinite = std::numeric_limits<float>::infinity();
  std::string numbers(16 * 8 * sizeof(float), '\0');
  std::memcpy(numbers.data() + 4, &infinite, sizeof infinite);
  EXPECT_EQ(Refusal(Changed(bytes, [&](SafeTensors& file) { file.tensors[0].bytes = numbers; })),
            "the weights' tensor token has a number that is not finite; allowed: finite numbers");
  EXPECT_EQ(Refusal(""), "the weights are 0 bytes; allowed: a safetensors file");
}

}  // namespace
}  // namespace normlab
