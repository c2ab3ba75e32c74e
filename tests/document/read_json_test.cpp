#include "core/document/read_json.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/document/support.hpp"

namespace normlab {
namespace {

std::string OnlyMessage(std::string_view text) {
  const JsonReading reading = ReadJson(text);
  EXPECT_EQ(reading.errors.size(), 1u) << text;
  return reading.errors.empty() ? "" : reading.errors.front().message;
}

TEST(ReadJson, ReadsWhatIsWellFormed) {
  const JsonReading reading = ReadJson(R"({"a": [1, -2, 0.5, true, null, "x"], "b": {}})");
  EXPECT_TRUE(reading.whole);
  EXPECT_TRUE(reading.errors.empty());
  EXPECT_EQ(reading.value.dump(), R"({"a":[1,-2,0.5,true,null,"x"],"b":{}})");
}

TEST(ReadJson, NamesLineAndColumnInCharacters) {
  EXPECT_TRUE(Contains(OnlyMessage("{\n  \"a\": 1\n  \"b\": 2\n}"), "line 3, column"));
  // The two-byte letter is one column.
  EXPECT_TRUE(Contains(OnlyMessage("{\"\xC3\xA9\" x}"), "line 1, column 6"));
}

TEST(ReadJson, SaysWhatIsWrongInPlainWords) {
  EXPECT_TRUE(Contains(OnlyMessage(R"({"a": NaN})"), "/a): NaN is not a JSON value"));
  EXPECT_TRUE(Contains(OnlyMessage(R"({"a": -Infinity})"), "-Infinity is not a JSON value"));
  EXPECT_TRUE(Contains(OnlyMessage(R"({"a": 0,003})"), "takes a point, not a comma"));
  EXPECT_TRUE(Contains(OnlyMessage(R"({'a': 1})"), "double quotes"));
  EXPECT_TRUE(Contains(OnlyMessage("{} // no"), "no comments"));
  EXPECT_TRUE(Contains(OnlyMessage(R"({"a": 1,})"), "perhaps after a comma"));
  EXPECT_TRUE(Contains(OnlyMessage(R"({"a": 1)"), "ends too early"));
  EXPECT_TRUE(Contains(OnlyMessage(R"({"a": "x)"), "ends too early"));
  EXPECT_TRUE(Contains(OnlyMessage(R"({"a": 1e400})"), "too large for a number"));
  EXPECT_TRUE(Contains(OnlyMessage("{} {}"), "unexpected {"));
  EXPECT_TRUE(Contains(OnlyMessage("{} \xE2\x82\xAC"), "unexpected \xE2\x82\xAC"));
  EXPECT_TRUE(Contains(OnlyMessage(""), "empty"));
  EXPECT_TRUE(Contains(OnlyMessage(" \n"), "empty"));
}

TEST(ReadJson, RefusesANameGivenTwiceInOneObjectOnly) {
  EXPECT_TRUE(Contains(OnlyMessage(R"({"a": {"b": 1, "b": 2}})"), "/a/b is given twice"));
  EXPECT_TRUE(
      ReadJson(R"({"a": {"b": 1}, "b": {"a": 1}, "c": [{"a": 1}, {"a": 2}]})").errors.empty());
}

TEST(ReadJson, PointersEscapeSlashAndTilde) {
  const JsonReading reading = ReadJson(R"({"a/b": {"~": [0, x]}})");
  ASSERT_EQ(reading.errors.size(), 1u);
  EXPECT_EQ(reading.errors.front().pointer, "/a~1b/~0/1");
}

// Fuzzing: the place of an empty name was that of the object around it.
TEST(ReadJson, PointsToAnEmptyName) {
  const JsonReading twice = ReadJson(R"({"a": {"": 1, "": 2}})");
  ASSERT_EQ(twice.errors.size(), 1u);
  EXPECT_EQ(twice.errors.front().pointer, "/a/");
  EXPECT_EQ(twice.errors.front().message, "/a/ is given twice; a name may stand once in an object");
  const JsonReading broken = ReadJson(R"({"": x})");
  ASSERT_EQ(broken.errors.size(), 1u);
  EXPECT_EQ(broken.errors.front().pointer, "/");
}

// Fuzzing: a name of any length came back whole in the sentence about it.
TEST(ReadJson, SaysTheBeginningOfALongNameOrNumber) {
  const std::string name(500, 'n');
  std::string start = "/";
  start.append(59, 'n').append("...");
  EXPECT_EQ(OnlyMessage("{\"" + name + "\": 1, \"" + name + "\": 2}"),
            start + " is given twice; a name may stand once in an object");
  EXPECT_EQ(OnlyMessage("{\"" + name + "\": x}"),
            "not valid JSON at line 1, column 506 (near " + start + "): unexpected x");
  std::string large(60, '9');
  large.append("... at line 1, column 400 is too large for a number");
  EXPECT_EQ(OnlyMessage(std::string(400, '9')), large);
  // The place itself stays whole: a program follows it.
  EXPECT_EQ(ReadJson("{\"" + name + "\": x}").errors.front().pointer, "/" + name);
}

TEST(ReadJson, RefusesDeepNestsAndManyValuesAndLongTexts) {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  EXPECT_TRUE(Contains(OnlyMessage(deep), "16 levels deep"));
  std::string many = "[0";
  for (std::size_t i = 0; i < kMostValues; ++i) many += ",0";
  EXPECT_TRUE(Contains(OnlyMessage(many + "]"), "more than 4000 values"));
  const std::string longest(kLongestJson + 1, ' ');
  EXPECT_TRUE(Contains(OnlyMessage(longest), "bytes long"));
}

TEST(ReadJson, TakesAByteOrderMark) { EXPECT_TRUE(ReadJson("\xEF\xBB\xBF{}").errors.empty()); }

// Broken text trains; it is not refused.
TEST(ReadJson, PutsTheReplacementCharacterForWhatIsNotUnicode) {
  const auto text_of = [](std::string_view json) {
    const JsonReading reading = ReadJson(json);
    EXPECT_TRUE(reading.errors.empty()) << json;
    return reading.value.is_string() ? reading.value.get<std::string>() : "";
  };
  EXPECT_EQ(text_of("\"a\xFFz\""), "a\xEF\xBF\xBDz");
  EXPECT_EQ(text_of("\"\xED\xA0\x80\""), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(text_of(R"("\ud800z")"), "\xEF\xBF\xBDz");
  EXPECT_EQ(text_of(R"("\udc00\ud800")"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(text_of(R"("\uD83D\uDE00")"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(text_of(R"("\ud83d\ud83d\ude00")"), "\xEF\xBF\xBD\xF0\x9F\x98\x80");
  // A backslash that is itself escaped starts no escape.
  EXPECT_EQ(text_of(R"("\\ud800")"), R"(\ud800)");
}

}  // namespace
}  // namespace normlab
