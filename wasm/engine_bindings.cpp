// What the engine shows to JavaScript; engine.mjs puts the typed face on it. Documents come in and
// go out as JSON text, records as typed arrays that JavaScript owns: no view of the engine's memory
// leaves, since a view dies when the memory grows. What may fail answers with a value.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include "core/document/describe.hpp"
#include "core/document/race.hpp"
#include "core/document/read_experiment.hpp"
#include "core/document/run_weights.hpp"
#include "core/document/summary.hpp"
#include "core/document/write_experiment.hpp"
#include "core/training/run.hpp"

namespace normlab {
namespace {

using emscripten::val;

// Of records, in bytes, that one call of advance gathers before it returns early.
constexpr std::size_t kLargestAnswer = 32u << 20;

std::string Refusal(const FieldErrors& errors) {
  Json answer = Json::object();
  answer["ok"] = false;
  answer["errors"] = ToJson(errors);
  return JsonText(answer);
}

Json Accepted(const Experiment& experiment, const TaskFacts& facts) {
  Json answer = Json::object();
  answer["document"] = FullDocument(experiment);
  answer["minimal"] = MinimalDocument(experiment);
  answer["summary"] = Summary(experiment, facts);
  return answer;
}

std::string DescribeText() { return JsonText(Describe()); }

std::string Validate(const std::string& document) {
  const ExperimentReading reading = ReadExperiment(document);
  if (!reading.ok()) return Refusal(reading.errors);
  Json answer = Accepted(reading.experiment, reading.facts);
  answer["ok"] = true;
  return JsonText(answer);
}

std::string ExpandRace(const std::string& race) {
  const RaceReading reading = ReadRace(race);
  if (!reading.ok()) return Refusal(reading.errors);
  Json answer = Json::object();
  answer["ok"] = true;
  answer["race"] = RaceDocument(reading);
  answer["arms"] = Json::array();
  for (const Experiment& arm : reading.arms) {
    answer["arms"].push_back(Accepted(arm, reading.facts));
  }
  return JsonText(answer);
}

// The run itself, or the text of a refusal.
val CreateRun(const std::string& document) {
  const ExperimentReading reading = ReadExperiment(document);
  if (!reading.ok()) return val(Refusal(reading.errors));
  return val(std::make_shared<Run>(reading.experiment));
}

template <typename Number>
val Copied(const char* array_type, const std::vector<Number>& numbers) {
  return val::global(array_type)
      .new_(val(emscripten::typed_memory_view(numbers.size(), numbers.data())));
}

val Advance(Run& run, int steps) {
  const std::size_t width = static_cast<std::size_t>(run.Layout().Width());
  const std::size_t most = std::max<std::size_t>(1, kLargestAnswer / (width * sizeof(float)));
  std::vector<double> scalars;
  std::vector<float> layers;
  // Low word, high word: a view of 64-bit integers needs -sWASM_BIGINT.
  std::vector<std::uint32_t> hashes;
  std::size_t count = 0;
  for (; count < most && steps > 0; ++count, --steps) {
    const Record* record = run.Step();
    if (record == nullptr) break;
    for (const double scalar : record->Scalars()) scalars.push_back(scalar);
    for (const double value : record->layers) layers.push_back(static_cast<float>(value));
    hashes.push_back(static_cast<std::uint32_t>(run.TrajectoryHash()));
    hashes.push_back(static_cast<std::uint32_t>(run.TrajectoryHash() >> 32));
  }
  val records = val::object();
  records.set("count", static_cast<double>(count));
  records.set("scalars", Copied("Float64Array", scalars));
  records.set("layers", Copied("Float32Array", layers));
  records.set("hashes", Copied("Uint32Array", hashes));
  return records;
}

// Not as JSON, which has no word for a loss that is not finite.
val VerdictOf(const Run& run) {
  const Verdict& verdict = run.Current();
  val answer = val::object();
  answer.set("name", std::string(NameOf(verdict.outcome)));
  answer.set("since", verdict.since);
  answer.set("loss", verdict.loss);
  answer.set("sublayer", verdict.sublayer ? val(*verdict.sublayer) : val::null());
  answer.set("place", verdict.sublayer ? val(verdict.Place()) : val::null());
  answer.set("gradient_first", verdict.gradient_first);
  answer.set("gradient_last", verdict.gradient_last);
  answer.set("sentence", run.SentenceOfVerdict());
  return answer;
}

std::string LayoutOf(const Run& run) { return JsonText(DescribeLayout(run.Layout())); }

std::string AcceptedOf(const Run& run) {
  return JsonText(Accepted(run.Settings(), FactsOf(run.Settings().task)));
}

int StepOf(const Run& run) { return run.StepsDone(); }

std::string TrajectoryOf(const Run& run) { return TrajectoryText(run.TrajectoryHash()); }

// The bytes of a safetensors file.
val WeightsOf(Run& run) {
  const std::string bytes = WriteWeights(run);
  return val::global("Uint8Array")
      .new_(val(emscripten::typed_memory_view(
          bytes.size(), reinterpret_cast<const unsigned char*>(bytes.data()))));
}

bool FinishedOf(const Run& run) { return run.Finished(); }

}  // namespace
}  // namespace normlab

EMSCRIPTEN_BINDINGS(normlab) {
  using namespace normlab;

  emscripten::function("describe", &DescribeText);
  emscripten::function("validate", &Validate);
  emscripten::function("expandRace", &ExpandRace);
  emscripten::function("createRun", &CreateRun);

  emscripten::class_<Run>("Run")
      .smart_ptr<std::shared_ptr<Run>>("RunPointer")
      .function("accepted", &AcceptedOf)
      .function("layout", &LayoutOf)
      .function("step", &StepOf)
      .function("finished", &FinishedOf)
      .function("trajectory", &TrajectoryOf)
      .function("weights", &WeightsOf)
      .function("advance", &Advance)
      .function("verdict", &VerdictOf);
}
