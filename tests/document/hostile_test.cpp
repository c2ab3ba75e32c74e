// Documents with random damage: whatever comes in, an answer comes out, and what is accepted is
// written and read back as the same.
#include <string>

#include <gtest/gtest.h>

#include "core/document/race.hpp"
#include "core/document/read_experiment.hpp"
#include "core/document/write_experiment.hpp"
#include "core/numerics/random.hpp"

namespace normlab {
namespace {

class Damage {
 public:
  explicit Damage(std::uint32_t seed) : random_(seed, StreamId("damage")) {}

  std::string To(std::string text) {
    for (std::uint32_t edits = 1 + Below(4); edits > 0 && !text.empty(); --edits) {
      const std::size_t at = Below(static_cast<std::uint32_t>(text.size()));
      switch (Below(5)) {
        case 0:
          text.erase(at, 1 + Below(6));
          break;
        case 1:
          text.insert(at, 1, static_cast<char>(Below(256)));
          break;
        case 2:
          text[at] = static_cast<char>(Below(256));
          break;
        case 3:
          text.insert(at, kPieces[Below(kPieces.size())]);
          break;
        default:
          text.insert(at, text.substr(Below(static_cast<std::uint32_t>(text.size())), 20));
      }
    }
    return text;
  }

 private:
  std::uint32_t Below(std::size_t bound) {
    return random_.Below(next_++, static_cast<std::uint32_t>(bound));
  }

  static inline const std::vector<std::string> kPieces = {"null",
                                                          "true",
                                                          "[",
                                                          "{",
                                                          "}",
                                                          "\"",
                                                          ",",
                                                          ":",
                                                          "-",
                                                          "1e999",
                                                          "NaN",
                                                          "\\ud800",
                                                          "\\u0000",
                                                          "4294967296",
                                                          "0.5",
                                                          "{\"a\":1}",
                                                          "\"model\":{}",
                                                          "\xF0\x9F\x98",
                                                          "\xEF\xBB\xBF"};

  RandomStream random_;
  std::uint64_t next_ = 0;
};

TEST(Hostile, ADamagedExperimentIsRefusedOrKeepsItsMeaning) {
  const std::string whole =
      R"({"version":1,"model":{"wiring":"pre","depth":3,"width":8,"heads":2,"bias":true},)"
      R"("task":{"kind":"text","text":"some text that is long enough","context":4},)"
      R"("optimizer":{"kind":"adamw","learning_rate":0.003},"batch":2,"steps":9,"seed":77})";
  Damage damage(1);
  int accepted = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string text = damage.To(whole);
    const ExperimentReading reading = ReadExperiment(text);
    for (const FieldError& error : reading.errors) {
      ASSERT_FALSE(error.message.empty());
      ASSERT_FALSE(ToJson(reading.errors).dump().empty());  // would throw on broken UTF-8
    }
    if (!reading.ok()) continue;
    ++accepted;
    const std::string full = FullDocument(reading.experiment).dump();
    const ExperimentReading again = ReadExperiment(full);
    ASSERT_TRUE(again.ok()) << text;
    ASSERT_EQ(FullDocument(again.experiment).dump(), full);
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, 4000);
}

TEST(Hostile, ADamagedRaceIsRefusedOrKeepsItsMeaning) {
  const std::string whole =
      R"({"version":1,"base":{"schedule":{"warmup":0},"steps":5},"arms":[{"model":{"depth":null}},)"
      R"({"model":{"wiring":"deepnorm","width":8}},{"optimizer":{"kind":"sgd"}}]})";
  Damage damage(2);
  for (int i = 0; i < 4000; ++i) {
    const RaceReading race = ReadRace(damage.To(whole));
    if (!race.ok()) {
      ASSERT_FALSE(ToJson(race.errors).dump().empty());
      continue;
    }
    const RaceReading again = ReadRace(RaceDocument(race).dump());
    ASSERT_TRUE(again.ok());
    ASSERT_EQ(again.arms.size(), race.arms.size());
    for (std::size_t arm = 0; arm < race.arms.size(); ++arm) {
      ASSERT_EQ(FullDocument(again.arms[arm]).dump(), FullDocument(race.arms[arm]).dump());
    }
  }
}

}  // namespace
}  // namespace normlab
