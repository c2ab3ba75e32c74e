#include "core/document/nearest.hpp"

#include <string>

#include <gtest/gtest.h>

namespace normlab {
namespace {

TEST(Nearest, CountsEdits) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("width", "width"), 0u);
  EXPECT_EQ(EditDistance("widht", "width"), 1u);  // neighbours swapped
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
  EXPECT_LE(EditDistance(std::string(1 << 20, 'a'), std::string(1 << 20, 'b')), 64u);
}

TEST(Nearest, PicksTheNearestAndTheFirstOfEquals) {
  EXPECT_EQ(Nearest("dep", {"width", "depth", "heads"}), "depth");
  EXPECT_EQ(Nearest("x", {"a", "b"}), "a");
  EXPECT_EQ(Nearest("x", {}), "");
}

TEST(Nearest, FindsARightNameInAWrongPlace) {
  const std::vector<std::string> paths = {"model.width", "optimizer.kind", "schedule.warmup"};
  EXPECT_EQ(NearestPath("warmup", paths), "schedule.warmup");
  EXPECT_EQ(NearestPath("optimizer.warmup", paths), "schedule.warmup");
  EXPECT_EQ(NearestPath("model.with", paths), "model.width");
}

}  // namespace
}  // namespace normlab
