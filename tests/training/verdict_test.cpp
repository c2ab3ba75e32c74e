#include "core/training/verdict.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/tolerances.hpp"

namespace normlab {
namespace {

constexpr double kChance = 2.7726;

// Feeds a loss as a function of the step; streams and gradients are ordinary unless changed.
class Feed {
 public:
  explicit Feed(int warmup = 0, double unigram = kChance)
      : layout_(2), tracker_(2, warmup, {kChance, unigram}) {}

  Feed& Steps(int count, const std::function<double(int)>& loss) {
    for (int i = 0; i < count; ++i) {
      Record record = Ordinary();
      record.loss = loss(record.step);
      tracker_.Add(record);
    }
    return *this;
  }

  Record Ordinary() {
    Record record;
    record.step = ++step_;
    record.loss = kChance;
    record.gradient_norm = 1;
    record.layers.assign(static_cast<std::size_t>(layout_.Width()), 1.0);
    return record;
  }

  VerdictTracker& Tracker() { return tracker_; }
  const RecordLayout& Layout() const { return layout_; }
  const Verdict& Current() const { return tracker_.Current(); }
  Outcome Now() const { return tracker_.Current().outcome; }
  std::string Said() const { return Sentence(Current(), tracker_.References()); }

 private:
  RecordLayout layout_;
  VerdictTracker tracker_;
  int step_ = 0;
};

std::function<double(int)> Constant(double loss) {
  return [loss](int) { return loss; };
}

TEST(Verdict, NamesAreTheSevenOfThePage) {
  std::set<std::string_view> names;
  for (const OutcomeInfo& info : Outcomes()) names.insert(info.name);
  EXPECT_EQ(names,
            (std::set<std::string_view>{"solved", "learning", "stuck at chance", "stuck at unigram",
                                        "spiked", "exploded", "non-finite"}));
}

TEST(Verdict, StartsAsLearning) {
  Feed feed;
  feed.Steps(10, Constant(kChance));
  EXPECT_EQ(feed.Now(), Outcome::kLearning);
}

// N22 (Transformer-Clinic#16): the plateau is named, and dated to when it began.
TEST(CaseN22, APlateauAtChanceIsNotCalledDiverged) {
  Feed feed;
  feed.Steps(300, Constant(2.78));
  EXPECT_EQ(feed.Now(), Outcome::kStuckAtChance);
  EXPECT_EQ(feed.Current().since, 1);
  EXPECT_NE(feed.Said().find("stuck at chance since step 1"), std::string::npos) << feed.Said();
  EXPECT_EQ(feed.Said().find("diverged"), std::string::npos);
}

TEST(Verdict, APlateauThatBeganLaterIsDatedLater) {
  Feed feed;
  feed.Steps(100, Constant(2.0)).Steps(300, Constant(2.78));
  EXPECT_EQ(feed.Now(), Outcome::kStuckAtChance);
  EXPECT_GT(feed.Current().since, 100);
  EXPECT_LT(feed.Current().since, 160);
}

TEST(Verdict, WarmupIsNotAPlateau) {
  Feed feed(400);
  feed.Steps(420, Constant(2.78));
  EXPECT_EQ(feed.Now(), Outcome::kLearning);
  feed.Steps(100, Constant(2.78));
  EXPECT_EQ(feed.Now(), Outcome::kStuckAtChance);
}

TEST(Verdict, LeavingThePlateauIsNoticed) {
  Feed feed;
  feed.Steps(200, Constant(2.78));
  ASSERT_EQ(feed.Now(), Outcome::kStuckAtChance);
  feed.Steps(100, Constant(1.5));
  EXPECT_EQ(feed.Now(), Outcome::kLearning);
}

TEST(Verdict, SolvedBelowFivePercentOfChance) {
  Feed feed;
  feed.Steps(100, [](int step) { return kChance * std::exp(-0.05 * step); });
  EXPECT_EQ(feed.Now(), Outcome::kSolved);
  const int since = feed.Current().since;
  EXPECT_GT(since, 50);
  feed.Steps(50, Constant(0.001));
  EXPECT_EQ(feed.Current().since, since) << "the date stays";
  EXPECT_NE(feed.Said().find("solved since step " + std::to_string(since)), std::string::npos);
}

TEST(Verdict, ExplodedAboveThreeTimesChanceWithItsPlace) {
  Feed feed;
  Record record = feed.Ordinary();
  record.loss = 60;
  feed.Tracker().Add(record);
  record = feed.Ordinary();
  record.loss = 60;
  const auto streams = record.Series(feed.Layout(), SeriesId::kStreamRms);
  streams[1] = 12;
  streams[2] = 90;
  feed.Tracker().Add(record);
  EXPECT_EQ(feed.Now(), Outcome::kExploded);
  EXPECT_EQ(feed.Current().sublayer, 1);
  EXPECT_EQ(feed.Current().Place(), "layer 1, feed-forward");
  EXPECT_NE(feed.Said().find("layer 1, feed-forward"), std::string::npos);
}

TEST(Verdict, SpikedFarAboveItsBest) {
  Feed feed;
  feed.Steps(100, Constant(0.5)).Steps(15, Constant(3.0));
  EXPECT_EQ(feed.Now(), Outcome::kSpiked);
  EXPECT_GT(feed.Current().since, 100);
  feed.Steps(100, Constant(0.5));
  EXPECT_EQ(feed.Now(), Outcome::kLearning) << "it came back";
}

TEST(Verdict, StuckAtUnigramIsOfTextAlone) {
  Feed text(0, 2.4);
  text.Steps(400, Constant(2.4));
  EXPECT_EQ(text.Now(), Outcome::kStuckAtUnigram);
  EXPECT_NE(text.Said().find("character frequencies"), std::string::npos);
  Feed other(0, kChance);
  other.Steps(400, Constant(2.4));
  EXPECT_EQ(other.Now(), Outcome::kLearning);
}

TEST(Verdict, BelowUnigramIsLearning) {
  Feed text(0, 2.4);
  text.Steps(400, Constant(2.2));
  EXPECT_EQ(text.Now(), Outcome::kLearning);
}

// N24 (QMCPACK PR#4677): fast-math removed isnan. This build is the release build.
TEST(CaseN24, NotANumberIsReportedAsNonFiniteAndPlaced) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Feed feed;
    feed.Steps(36, Constant(2.0));
    Record record = feed.Ordinary();
    record.loss = bad;
    const auto streams = record.Series(feed.Layout(), SeriesId::kStreamRms);
    streams[2] = streams[3] = bad;
    feed.Tracker().Add(record);
    EXPECT_EQ(feed.Now(), Outcome::kNonFinite);
    EXPECT_EQ(feed.Current().since, 37);
    EXPECT_EQ(feed.Current().Place(), "layer 2, attention");
    EXPECT_NE(feed.Said().find("step 37"), std::string::npos) << feed.Said();
  }
}

TEST(Verdict, ANonFiniteGradientIsPlacedByTheBackwardPass) {
  Feed feed;
  Record record = feed.Ordinary();
  record.gradient_norm = std::numeric_limits<double>::infinity();
  const auto gradients = record.Series(feed.Layout(), SeriesId::kWeightGradient);
  gradients[0] = gradients[1] = record.gradient_norm;
  feed.Tracker().Add(record);
  EXPECT_EQ(feed.Now(), Outcome::kNonFinite);
  EXPECT_EQ(feed.Current().sublayer, 1) << "the first that the backward pass meets";
}

TEST(Verdict, GradientsAreThoseOfTheFirstAndTheLastLayer) {
  Feed feed;
  Record record = feed.Ordinary();
  const auto gradients = record.Series(feed.Layout(), SeriesId::kWeightGradient);
  gradients[0] = 3e-4;
  gradients[1] = 4e-4;
  gradients[2] = 0.3;
  gradients[3] = 0.4;
  feed.Tracker().Add(record);
  EXPECT_NEAR(feed.Current().gradient_first, 5e-4, tolerance::kDoubleRounding);
  EXPECT_NEAR(feed.Current().gradient_last, 0.5, tolerance::kDoubleRounding);
  EXPECT_NE(feed.Said().find("1/1e+03"), std::string::npos) << feed.Said();
}

TEST(Verdict, NoSentenceNamesTheArm) {
  Feed feed;
  feed.Steps(100, Constant(2.78));
  for (const char* word : {"post", "pre-", "DeepNorm"}) {
    EXPECT_EQ(feed.Said().find(word), std::string::npos);
  }
}

}  // namespace
}  // namespace normlab
