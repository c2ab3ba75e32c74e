#include "tests/fuzz/properties.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "core/document/fields.hpp"
#include "core/document/limits.hpp"
#include "core/document/read_experiment.hpp"
#include "core/document/read_json.hpp"
#include "core/document/summary.hpp"
#include "core/document/write_experiment.hpp"
#include "core/training/run.hpp"
#include "core/training/utf8.hpp"

namespace normlab {
namespace {

// A message is one sentence beside a field: no input makes it a page.
constexpr std::size_t kLongestMessage = 800;

bool IsUtf8(std::string_view text) { return EncodeUtf8(DecodeUtf8(text)) == text; }

// RFC 6901: empty, or members that each start with a slash; a tilde is always escaped.
bool IsPointer(std::string_view pointer) {
  if (pointer.empty()) return true;
  if (pointer.front() != '/') return false;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] != '~') continue;
    if (i + 1 == pointer.size() || (pointer[i + 1] != '0' && pointer[i + 1] != '1')) return false;
  }
  return true;
}

void RequireError(const Json* document, const FieldError& error) {
  Require(!error.message.empty() && error.message.front() != ' ', "a refusal says why");
  Require(error.message.size() <= kLongestMessage, "a refusal is one sentence", error.message);
  Require(!error.allowed.empty(), "a refusal says what is allowed", error.message);
  Require(IsUtf8(error.message) && IsUtf8(error.pointer) && IsUtf8(error.field),
          "a refusal is UTF-8", error.message);
  Require(IsPointer(error.pointer), "a pointer is one of RFC 6901", error.pointer);
  if (document == nullptr || error.value.is_null()) return;
  const Json::json_pointer place(error.pointer);
  if (!document->contains(place)) return;
  Require(ShortValue(document->at(place)) == error.value, "a refusal shows what stands there",
          error.message);
}

bool IsWithin(const Field& field, const Json& value) {
  switch (field.kind) {
    case FieldKind::kInteger:
      return value.is_number_integer() && value >= field.minimum && value <= field.maximum;
    case FieldKind::kReal:
      return value.is_number() && value >= field.minimum && value <= field.maximum;
    case FieldKind::kBoolean:
      return value.is_boolean();
    case FieldKind::kText:
      return value.is_string() && IsUtf8(value.get_ref<const std::string&>()) &&
             value.get_ref<const std::string&>().size() <= kLongestText;
    case FieldKind::kChoice:
      return std::any_of(field.choices.begin(), field.choices.end(),
                         [&](const Choice& choice) { return value == choice.value; });
  }
  return false;
}

void RequireSameAgain(const Experiment& experiment, const Json& document) {
  const ExperimentReading again = ReadExperiment(RequireJsonText(document));
  Require(again.ok(), "what was written is read again",
          again.ok() ? "" : again.errors.front().message);
  Require(FullDocument(again.experiment) == FullDocument(experiment),
          "what was written means the same", JsonText(document));
}

// Two steps of a run, and every number that they recorded.
std::vector<double> TwoSteps(const Experiment& experiment) {
  Run run(experiment);
  std::vector<double> numbers;
  for (int step = 1; step <= std::min(2, experiment.steps); ++step) {
    const bool halted = run.Finished();
    const Record* record = run.Step();
    Require((record == nullptr) == halted, "a run records every step until it has finished");
    if (record == nullptr) break;
    const auto scalars = record->Scalars();
    Require(record->step == step, "steps are counted from 1");
    Require(std::isfinite(record->learning_rate), "a learning rate is finite");
    Require(
        std::isfinite(record->loss) && std::isfinite(record->gradient_norm) ? true : run.Finished(),
        "a run that is not finite has stopped");
    Require(!run.SentenceOfVerdict().empty(), "a verdict is a sentence");
    numbers.insert(numbers.end(), scalars.begin(), scalars.end());
    numbers.insert(numbers.end(), record->layers.begin(), record->layers.end());
  }
  return numbers;
}

}  // namespace

void Require(bool holds, std::string_view property, std::string_view about) {
  if (holds) return;
  std::fprintf(stderr, "property does not hold: %.*s\n%.*s\n", static_cast<int>(property.size()),
               property.data(), static_cast<int>(std::min<std::size_t>(about.size(), 2000)),
               about.data());
  std::abort();
}

std::string RequireJsonText(const Json& value) {
  std::string text = JsonText(value);
  Require(IsUtf8(text), "JSON text is UTF-8", text);
  const Json again = Json::parse(text, nullptr, false);
  Require(!again.is_discarded() && again == value, "JSON text reads back as the same", text);
  return text;
}

void RequireErrors(std::string_view text, const FieldErrors& errors) {
  const JsonReading json = ReadJson(text);
  // Of a name given twice the last stays; where there are several, one may have taken another away.
  if (json.whole && json.errors.size() == 1) {
    const std::string& pointer = json.errors.front().pointer;
    Require(json.value.contains(Json::json_pointer(pointer)), "a pointer leads to what is there",
            pointer);
  }
  for (const FieldError& error : errors) RequireError(json.whole ? &json.value : nullptr, error);
  Require(errors.size() <= 20 * kMostValues, "refusals are not many more than values");
  RequireJsonText(ToJson(errors));
}

void RequireExperiment(const Experiment& experiment, const TaskFacts& facts) {
  for (const Field& field : Fields()) {
    Require(IsWithin(field, field.access.get(experiment)), "a field is within its limits",
            field.path);
  }
  Require(experiment.model.width % experiment.model.heads == 0, "the heads divide the width");
  Require(SizeOf(experiment, facts).memory_bytes <= kMemoryLimit, "a run fits into memory");
  Require(facts.context >= 2 && facts.vocabulary >= 2 && facts.chance > 0, "a task has an answer");
  Require(experiment.task.kind != TaskKind::kText || facts.characters > facts.context,
          "a text is longer than a sequence");
  RequireJsonText(Summary(experiment, facts));
  const Json full = FullDocument(experiment);
  RequireSameAgain(experiment, full);
  RequireSameAgain(experiment, MinimalDocument(experiment));
}

void RequireRuns(const Experiment& experiment, const TaskFacts& facts) {
  const RunSize size = SizeOf(experiment, facts);
  if (size.parameters > 4000 || size.memory_bytes > 1e6 || experiment.model.depth > 4) return;
  const std::vector<double> once = TwoSteps(experiment);
  const std::vector<double> again = TwoSteps(experiment);
  Require(!once.empty(), "a run has a first step");
  Require(once.size() == again.size() &&
              std::memcmp(once.data(), again.data(), once.size() * sizeof(double)) == 0,
          "the same experiment gives the same bits");
}

}  // namespace normlab
