// PyTorch's values against ours: every file of tests/golden, or of NORMLAB_GOLDEN_DIR.
#include "tests/support/golden.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"
#include "tests/support/golden_layers.hpp"
#include "tests/support/golden_stacks.hpp"

namespace normlab {
namespace {

std::string GoldenDirectory() {
  const char* chosen = std::getenv("NORMLAB_GOLDEN_DIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : NORMLAB_GOLDEN_DEFAULT;
}

std::vector<std::string> GoldenFiles() {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(GoldenDirectory(), error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

template <class S>
void CheckCase(GoldenCase& golden) {
  const std::string kind = golden.Kind();
  if (kind == "activation") {
    CheckActivation<S>(golden);
  } else if (kind == "attention") {
    CheckAttention<S>(golden);
  } else if (kind == "batch_norm") {
    CheckBatchNorm<S>(golden);
  } else if (kind == "clip") {
    CheckClip<S>(golden);
  } else if (kind == "cross_entropy") {
    CheckCrossEntropy<S>(golden);
  } else if (kind == "layer_norm") {
    CheckNorm<S>(golden, NormKind::kLayer);
  } else if (kind == "optimizer") {
    CheckOptimizer<S>(golden);
  } else if (kind == "rms_norm") {
    CheckNorm<S>(golden, NormKind::kRms);
  } else if (kind == "stack") {
    CheckStack<S>(golden);
  } else if (kind == "trace") {
    CheckTrace<S>(golden);
  } else {
    ADD_FAILURE() << "the core has nothing of the kind \"" << kind << "\"";
    return;
  }
  golden.ExpectNothingUnread();
}

class Golden : public testing::TestWithParam<std::string> {};

std::string CaseOf(const std::string& path) { return std::filesystem::path(path).stem().string(); }

TEST_P(Golden, Vector) {
  GoldenCase golden = GoldenCase::Load(GetParam());
  CheckCase<double>(golden);
  Evidence("PyTorch, double, worst relative error", CaseOf(GetParam()), Short(golden.WorstError()));
}

// What the page trains in. An error that is mostly that of the inputs says so.
TEST_P(Golden, VectorInFloat) {
  std::vector<GoldenResults> of_moved_inputs;
  for (std::uint32_t stream = 0; stream < 4; ++stream) {
    GoldenCase moved = GoldenCase::Load(GetParam());
    moved.KeepResultsOfMovedInputs(stream);
    CheckCase<double>(moved);
    of_moved_inputs.push_back(moved.Kept());
  }
  GoldenCase golden = GoldenCase::Load(GetParam());
  golden.AllowFloat(std::move(of_moved_inputs));
  CheckCase<float>(golden);
  std::string figure = Short(golden.WorstError());
  if (golden.MovementAtWorst() > tolerance::kGoldenFloat) {
    figure += ", a rounding of the inputs " + Short(golden.MovementAtWorst());
  }
  Evidence("PyTorch, float, worst relative error", CaseOf(GetParam()), figure);
}

std::string NameOfCase(const testing::TestParamInfo<std::string>& info) {
  std::string name = CaseOf(info.param);
  for (char& character : name) {
    if (std::isalnum(static_cast<unsigned char>(character)) == 0) character = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Case, Golden, testing::ValuesIn(GoldenFiles()), NameOfCase);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Golden);

TEST(GoldenDirectory, HoldsCases) {
  EXPECT_FALSE(GoldenFiles().empty()) << GoldenDirectory() << " holds no case";
}

// The runner itself: what it doesn't know must fail.
void RunText(const char* text) {
  GoldenCase golden(nlohmann::json::parse(text));
  CheckCase<double>(golden);
}

TEST(GoldenRunner, FailsOnAnUnknownKind) {
  EXPECT_NONFATAL_FAILURE(
      RunText(R"({"kind": "dropout", "config": {}, "given": {}, "expected": {}})"),
      "nothing of the kind \"dropout\"");
}

constexpr const char* kRelu = R"({"kind": "activation", "config": {"activation": "relu"},
  "given": {"x": {"shape": [2], "data": [-1, 2]}},
  "expected": {"y": {"shape": [2], "data": [0, 2]}, "dydx": {"shape": [2], "data": [0, 1]}}})";

TEST(GoldenRunner, PassesARightCase) { RunText(kRelu); }

std::string Changed(const std::string& from, const std::string& to) {
  std::string text = kRelu;
  return text.replace(text.find(from), from.size(), to);
}

TEST(GoldenRunner, FailsOnAnUnknownKey) {
  const std::string text = Changed("\"dydx\"", "\"d2y\": 1, \"dydx\"");
  EXPECT_NONFATAL_FAILURE(RunText(text.c_str()), "answers to expected.d2y");
  const std::string given = Changed("\"x\"", "\"z\": 1, \"x\"");
  EXPECT_NONFATAL_FAILURE(RunText(given.c_str()), "answers to given.z");
}

TEST(GoldenRunner, FailsOnAMissingExpectation) {
  const std::string text = Changed(", \"dydx\": {\"shape\": [2], \"data\": [0, 1]}", "");
  EXPECT_NONFATAL_FAILURE(RunText(text.c_str()), "expected.dydx is missing");
}

TEST(GoldenRunner, FailsOnAnUnknownWord) {
  const std::string text = Changed("\"activation\": \"relu\"", "\"activation\": \"swiglu\"");
  EXPECT_NONFATAL_FAILURE(
      {
        GoldenCase golden(nlohmann::json::parse(text));
        Meaning(kActivationWords, golden.Word("activation"));
      },
      "no \"swiglu\"");
}

TEST(GoldenRunner, FailsOnAWrongNumber) {
  const std::string text = Changed("[0, 2]", "[0, 2.000001]");
  EXPECT_NONFATAL_FAILURE(RunText(text.c_str()), "expected.y[1] is 2");
}

TEST(GoldenRunner, FailsOnAnUnknownWiring) {
  const char* text = R"({"kind": "stack", "config": {"wiring": "zigzag", "norm": "layer",
    "depth": 1, "width": 2, "heads": 1, "ff_width": 2, "vocabulary": 2, "context": 1, "bias": false,
    "activation": "relu", "qk_norm": "none", "eps": 1e-5, "skip_scale": 1, "causal": true},
    "given": {}, "expected": {}})";
  testing::TestPartResultArray failures;
  {
    testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    RunText(text);
  }
  ASSERT_GT(failures.size(), 0);
  EXPECT_NE(std::string(failures.GetTestPartResult(0).message()).find("no wiring zigzag"),
            std::string::npos);
}

}  // namespace
}  // namespace normlab
