#include "core/document/safetensors.hpp"

#include <gtest/gtest.h>

namespace normlab {
namespace {

// Eight bytes of length, the header, the numbers.
std::string FileOf(const std::string& header, const std::string& numbers = {}) {
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(header.size() & 0xFF);
  bytes[1] = static_cast<char>(header.size() >> 8 & 0xFF);
  return bytes + header + numbers;
}

std::string Refusal(const std::string& bytes) {
  const SafeTensorsReading reading = ReadSafeTensors(bytes);
  EXPECT_EQ(reading.errors.size(), 1u);
  return reading.errors.empty() ? "" : reading.errors[0].message;
}

// The layout byte by byte: 0x3F800000 is 1, and the header fills up to a multiple of eight.
TEST(SafeTensors, AreWrittenAsTheFormatSays) {
  const std::string one{"\0\0\x80\x3F", 4};
  const std::string bytes =
      WriteSafeTensors({{{"step", "3"}}, {{"a", "F32", {1, 1}, one}, {"b", "I32", {0}, {}}}});
  const std::string header =
      R"({"__metadata__":{"step":"3"},"a":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]},)"
      R"("b":{"dtype":"I32","shape":[0],"data_offsets":[4,4]}})";
  const std::string filled = header + std::string((8 - header.size() % 8) % 8, ' ');
  EXPECT_EQ(bytes, FileOf(filled, one));
}

TEST(SafeTensors, ReadBackAsWritten) {
  const SafeTensors file{{{"a \"quoted\" name", "\n\u00e9"}, {"", ""}},
                         {{"x", "F32", {1, 2}, "12345678"}, {"y/~z", "I32", {1}, "abcd"}}};
  const std::string bytes = WriteSafeTensors(file);
  const SafeTensorsReading reading = ReadSafeTensors(bytes);
  ASSERT_TRUE(reading.ok()) << reading.errors[0].message;
  EXPECT_EQ(reading.file.metadata, file.metadata);
  ASSERT_EQ(reading.file.tensors.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(reading.file.tensors[i].name, file.tensors[i].name);
    EXPECT_EQ(reading.file.tensors[i].type, file.tensors[i].type);
    EXPECT_EQ(reading.file.tensors[i].shape, file.tensors[i].shape);
    EXPECT_EQ(reading.file.tensors[i].bytes, file.tensors[i].bytes);
  }
}

// Other programs sort the header by name, not by place.
TEST(SafeTensors, ReadInAnyOrder) {
  const std::string bytes = FileOf(R"({"b":{"data_offsets":[4,8],"shape":[],"dtype":"I32"},)"
                                   R"("a":{"shape":[1],"dtype":"F32","data_offsets":[0,4]}})",
                                   "12345678");
  const SafeTensorsReading reading = ReadSafeTensors(bytes);
  ASSERT_TRUE(reading.ok()) << reading.errors[0].message;
  EXPECT_EQ(reading.file.tensors[0].name, "a");
  EXPECT_EQ(reading.file.tensors[1].bytes, "5678");
}

TEST(SafeTensors, SayWhatIsWrong) {
  EXPECT_EQ(Refusal("short"), "the weights are 5 bytes; allowed: a safetensors file");
  EXPECT_EQ(Refusal("PK\3\4 is an archive"),
            "the weights begin with no header; allowed: a safetensors file");
  EXPECT_EQ(Refusal(std::string(8, '\xFF')),
            "the weights begin with no header; allowed: a safetensors file");
  EXPECT_EQ(Refusal(FileOf(R"({"a":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}})", "1234")),
            "the weights' tensor a is of type BF16; allowed: F32, I32");
  EXPECT_EQ(Refusal(FileOf(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "1234")),
            "the weights' tensor a has 4 bytes, which its shape does not take");
  EXPECT_EQ(Refusal(FileOf(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "12345")),
            "the weights have 1 bytes behind their last tensor; allowed: a safetensors file");
  EXPECT_EQ(Refusal(FileOf(R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)"
                           R"("a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})")),
            "the weights' tensor a is given twice");
}

TEST(SafeTensors, RefuseBytesThatOverlapOrAreNotThere) {
  const auto with_offsets = [](const char* offsets) {
    return FileOf(
        std::string(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":)") + offsets + "}}",
        "12345678");
  };
  const std::string misplaced =
      "the weights' tensor a does not lie behind the one before it, or goes past the file's end";
  for (const char* offsets : {"[4,8]", "[0,12]", "[4,0]", "[0]", "[]", "[0,4,8]"}) {
    EXPECT_EQ(Refusal(with_offsets(offsets)), misplaced) << offsets;
  }
}

// A shape whose product overflows 64 bits is no shape.
TEST(SafeTensors, RefuseShapesBeyondTheFile) {
  EXPECT_EQ(Refusal(FileOf(
                R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})")),
            "the weights' tensor a has 0 bytes, which its shape does not take");
}

TEST(SafeTensors, RefuseAnyOtherHeader) {
  for (const char* header : {"[]",
                             "1",
                             "\"a\"",
                             "null",
                             "{\"a\":1}",
                             "{\"a\":[]}",
                             "{\"a\":{\"dtype\":1}}",
                             "{\"a\":{\"shape\":[-1]}}",
                             "{\"a\":{\"shape\":[1.5]}}",
                             "{\"a\":{\"shape\":[[1]]}}",
                             "{\"a\":{\"shape\":{}}}",
                             "{\"a\":{\"other\":[1]}}",
                             "{\"a\":{\"shape\":[1],\"shape\":[1]}}",
                             "{\"__metadata__\":{\"a\":1}}",
                             "{\"__metadata__\":{\"a\":[1]}}",
                             "{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}",
                             "{\"a\":{\"shape\":[\"1\"]}}",
                             "{",
                             "{}}",
                             "{\"a\":{\"dtype\":\"\xFF\"}}"}) {
    EXPECT_EQ(Refusal(FileOf(header)),
              "the weights have a header that cannot be read; allowed: a safetensors file")
        << header;
  }
}

}  // namespace
}  // namespace normlab
