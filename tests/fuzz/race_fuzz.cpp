// A race, which is what a link carries in the end: refused with reasons, or every arm of it an
// experiment that runs, and the race written again the same race.
#include "core/document/fields.hpp"
#include "core/document/limits.hpp"
#include "core/document/race.hpp"
#include "core/document/write_experiment.hpp"
#include "tests/fuzz/properties.hpp"

namespace normlab {
namespace {

void RequireSameRaceAgain(const RaceReading& race) {
  const Json document = RaceDocument(race);
  const RaceReading again = ReadRace(RequireJsonText(document));
  Require(again.ok(), "a race that was written is read again",
          again.ok() ? "" : again.errors.front().message);
  Require(again.arms.size() == race.arms.size(), "a race keeps its arms");
  for (std::size_t i = 0; i < race.arms.size(); ++i) {
    Require(FullDocument(again.arms[i]) == FullDocument(race.arms[i]), "an arm means the same");
  }
  Require(RaceDocument(again) == document, "a race is written the same again");
}

void RequireRace(const RaceReading& race) {
  Require(!race.arms.empty() && race.arms.size() <= kMostArms, "a race has one to six arms");
  for (const Experiment& arm : race.arms) {
    for (const Field& field : Fields()) {
      Require(!field.shared || field.access.get(arm) == field.access.get(race.base),
              "the arms share what is shared", field.path);
    }
    RequireExperiment(arm, race.facts);
    RequireRuns(arm, race.facts);
  }
  RequireSameRaceAgain(race);
}

}  // namespace
}  // namespace normlab

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = normlab::TextOf(data, size);
  const normlab::RaceReading race = normlab::ReadRace(text);
  if (race.ok()) {
    normlab::RequireRace(race);
  } else {
    normlab::RequireErrors(text, race.errors);
  }
  return 0;
}
