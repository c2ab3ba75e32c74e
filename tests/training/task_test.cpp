#include "core/training/task.hpp"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "core/layers/cross_entropy.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

Batch BatchOf(const TaskSettings& settings, int batch, std::uint64_t step, std::uint32_t seed = 1) {
  Batch out;
  Task(settings, batch, seed).Fill(step, out);
  return out;
}

TEST(Task, InductionRepeatsItsFirstHalfAndAsksForThePredictablePart) {
  TaskSettings settings;
  settings.symbols = 5;
  settings.context = 8;
  const Batch batch = BatchOf(settings, 20, 3);
  std::set<std::int32_t> seen;
  for (std::size_t row = 0; row < 20; ++row) {
    const std::int32_t* ids = batch.ids.data() + row * 8;
    const std::int32_t* targets = batch.targets.data() + row * 8;
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_GE(ids[i], 0);
      EXPECT_LT(ids[i], 5);
      seen.insert(ids[i]);
      if (i >= 4) {
        EXPECT_EQ(ids[i], ids[i - 4]);
      }
      // Each target of the second half is what followed the same symbol in the first; the last one
      // is what the repetition would begin with again.
      EXPECT_EQ(targets[i], i < 4 ? kMasked : ids[(i + 1) % 4]);
    }
  }
  EXPECT_EQ(seen.size(), 5u);
}

TEST(Task, CopyAsksForTheFirstHalfAtTheBlanks) {
  TaskSettings settings;
  settings.kind = TaskKind::kCopy;
  settings.symbols = 6;
  settings.context = 10;
  const Task task(settings, 4, 1);
  EXPECT_EQ(task.Vocabulary(), 7);
  EXPECT_NEAR(task.Chance(), std::log(6.0), tolerance::kDoubleRounding);
  Batch batch;
  task.Fill(1, batch);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_LT(batch.ids[row * 10 + i], 6);
      EXPECT_EQ(batch.targets[row * 10 + i], kMasked);
      EXPECT_EQ(batch.ids[row * 10 + 5 + i], 6);
      EXPECT_EQ(batch.targets[row * 10 + 5 + i], batch.ids[row * 10 + i]);
    }
  }
}

TEST(Task, ModularAdditionAsksForTheSum) {
  TaskSettings settings;
  settings.kind = TaskKind::kModularAddition;
  settings.modulus = 7;
  const Task task(settings, 50, 1);
  EXPECT_EQ(task.Context(), 3);
  EXPECT_EQ(task.Vocabulary(), 8);
  EXPECT_NEAR(task.Chance(), std::log(7.0), tolerance::kDoubleRounding);
  Batch batch;
  task.Fill(2, batch);
  for (std::size_t row = 0; row < 50; ++row) {
    EXPECT_EQ(batch.ids[row * 3 + 2], 7);
    EXPECT_EQ(batch.targets[row * 3], kMasked);
    EXPECT_EQ(batch.targets[row * 3 + 1], kMasked);
    EXPECT_EQ(batch.targets[row * 3 + 2], (batch.ids[row * 3] + batch.ids[row * 3 + 1]) % 7);
  }
}

TEST(Task, TextAsksForTheNextCharacter) {
  TaskSettings settings;
  settings.kind = TaskKind::kText;
  settings.text = "abcdefghijklmnop";
  settings.context = 6;
  std::set<std::int32_t> starts;
  for (std::uint64_t step = 1; step <= 30; ++step) {
    const Batch batch = BatchOf(settings, 4, step);
    for (std::size_t i = 0; i < batch.ids.size(); ++i) {
      EXPECT_EQ(batch.targets[i], batch.ids[i] + 1);
      EXPECT_LT(batch.targets[i], 16);
      if (i % 6 == 0) starts.insert(batch.ids[i]);
    }
  }
  EXPECT_EQ(starts.size(), 10u) << "every window, the first and the last too";
}

TEST(Task, TheShortestTextHasOneWindow) {
  TaskSettings settings;
  settings.kind = TaskKind::kText;
  settings.text = "abc";
  settings.context = 2;
  const Batch batch = BatchOf(settings, 3, 1);
  EXPECT_EQ(batch.ids, (std::vector<std::int32_t>{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(batch.targets, (std::vector<std::int32_t>{1, 2, 1, 2, 1, 2}));
}

TEST(Task, ABatchIsAFunctionOfSeedAndStep) {
  const TaskSettings settings;
  const Task task(settings, 4, 9);
  Batch late;
  Batch early;
  task.Fill(100, late);
  task.Fill(1, early);
  EXPECT_EQ(BatchOf(settings, 4, 100, 9).ids, late.ids);
  EXPECT_NE(early.ids, late.ids);
  EXPECT_NE(BatchOf(settings, 4, 100, 10).ids, late.ids);
  // A sequence does not come back in the next one, nor in the next batch.
  EXPECT_NE(std::vector<std::int32_t>(late.ids.begin(), late.ids.begin() + 16),
            std::vector<std::int32_t>(late.ids.begin() + 16, late.ids.begin() + 32));
}

TEST(EncodeText, CountsCodePoints) {
  const EncodedText text = EncodeText("añ😀a");
  EXPECT_EQ(text.vocabulary, (std::vector<char32_t>{U'a', U'ñ', U'😀'}));
  EXPECT_EQ(text.ids, (std::vector<std::int32_t>{0, 1, 2, 0}));
}

TEST(EncodeText, DropsTheByteOrderMarkAndReadsEveryLineEnd) {
  EXPECT_EQ(EncodeText("\xEF\xBB\xBF"
                       "a\r\nb\rc\n")
                .ids,
            EncodeText("a\nb\nc\n").ids);
  EXPECT_EQ(EncodeText("a\r\n\r\nb").vocabulary, (std::vector<char32_t>{U'\n', U'a', U'b'}));
  // Inside the text it is a character like any other.
  EXPECT_EQ(EncodeText("a\xEF\xBB\xBF").vocabulary, (std::vector<char32_t>{U'a', 0xFEFF}));
}

TEST(EncodeText, ReplacesWhatIsNotUtf8) {
  const std::vector<char32_t> replaced = {U'a', 0xFFFD};
  for (const char* bytes : {
           "a\x80",              // a stray continuation byte
           "a\xC3",              // cut short
           "a\xC0\xAF",          // overlong
           "a\xED\xA0\x80",      // a lone surrogate
           "a\xF4\x90\x80\x80",  // above U+10FFFF
           "a\xFF",
       }) {
    EXPECT_EQ(EncodeText(bytes).vocabulary, replaced);
  }
  EXPECT_EQ(EncodeText("\xE2\x82"
                       "b")
                .ids.size(),
            2u)
      << "one replacement for the cut euro sign";
}

TEST(EncodeText, EmptyTextIsEmpty) {
  EXPECT_TRUE(EncodeText("").ids.empty());
  EXPECT_TRUE(EncodeText("\xEF\xBB\xBF").ids.empty());
}

TEST(UnigramEntropy, IsTheEntropyOfTheFrequencies) {
  EXPECT_NEAR(UnigramEntropy(EncodeText("aaaa")), 0.0, tolerance::kDoubleRounding);
  EXPECT_NEAR(UnigramEntropy(EncodeText("abab")), std::log(2.0), tolerance::kDoubleRounding);
  const double want = -(0.75 * std::log(0.75) + 0.25 * std::log(0.25));
  EXPECT_NEAR(UnigramEntropy(EncodeText("aaab")), want, tolerance::kDoubleRounding);
}

}  // namespace
}  // namespace normlab
