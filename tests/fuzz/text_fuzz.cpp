// A visitor's text, any bytes at all: decoded as Unicode says, encoded without loss, and learned.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/document/read_experiment.hpp"
#include "core/training/task.hpp"
#include "core/training/utf8.hpp"
#include "tests/fuzz/properties.hpp"

namespace normlab {
namespace {

bool IsScalar(char32_t point) { return point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF); }

// The one code point that these bytes are, from the bit pattern alone; false where they are none.
bool IsCodePoint(std::string_view bytes, char32_t& point) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  constexpr std::uint8_t kMark[] = {0, 0, 0xC0, 0xE0, 0xF0};
  if (bytes.size() == 1) {
    point = byte(0);
    return point < 0x80;
  }
  if (byte(0) < kMark[bytes.size()] || (byte(0) >> (7 - bytes.size()) & 1) != 0) return false;
  point = byte(0) & (0xFF >> (bytes.size() + 1));
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    if ((byte(i) & 0xC0) != 0x80) return false;
    point = point << 6 | (byte(i) & 0x3F);
  }
  return point >= kLeast[bytes.size()] && IsScalar(point);
}

// Whether some code point of `length` bytes starts with these.
bool StartsCodePoint(const std::string& bytes, std::size_t length) {
  char32_t point = 0;
  for (const char rest : {'\x80', '\xBF'}) {
    if (IsCodePoint(bytes + std::string(length - bytes.size(), rest), point)) return true;
  }
  return false;
}

// Unicode 15, 3.9, table 3-8, word by word: each maximal subpart becomes one U+FFFD.
std::u32string Decoded(std::string_view bytes) {
  std::u32string points;
  while (!bytes.empty()) {
    std::size_t taken = 0;
    char32_t point = kReplacement;
    for (std::size_t length = 1; length <= std::min<std::size_t>(4, bytes.size()); ++length) {
      if (taken == 0 && IsCodePoint(bytes.substr(0, length), point)) taken = length;
    }
    if (taken == 0) {
      point = kReplacement;
      taken = 1;
      for (std::size_t part = 2; part <= std::min<std::size_t>(3, bytes.size()); ++part) {
        const std::string prefix(bytes.substr(0, part));
        for (std::size_t length = part + 1; length <= 4; ++length) {
          if (StartsCodePoint(prefix, length)) taken = part;
        }
      }
    }
    points.push_back(point);
    bytes.remove_prefix(taken);
  }
  return points;
}

std::u32string RequireDecoding(std::string_view bytes) {
  std::u32string points = DecodeUtf8(bytes);
  Require(points == Decoded(bytes), "text is decoded as Unicode says");
  Require(std::all_of(points.begin(), points.end(), IsScalar), "a character is a code point");
  const std::string encoded = EncodeUtf8(points);
  Require(DecodeUtf8(encoded) == points, "code points keep through UTF-8");
  const bool replaced = std::find(points.begin(), points.end(), kReplacement) != points.end();
  Require(replaced || encoded == bytes, "text without fault keeps its bytes");
  return points;
}

// The bytes taken as code points, three at a time.
void RequireEncoding(std::string_view bytes) {
  std::u32string points;
  for (std::size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    char32_t point = 0;
    for (std::size_t k = 0; k < 3; ++k)
      point = point << 8 | static_cast<std::uint8_t>(bytes[i + k]);
    if (IsScalar(point)) points.push_back(point);
  }
  Require(DecodeUtf8(EncodeUtf8(points)) == points, "any code points keep through UTF-8");
}

EncodedText RequireIds(std::string_view bytes, const std::u32string& points) {
  const std::u32string lines = NormaliseLineEnds(points);
  Require(lines.find(U'\r') == std::u32string::npos, "a line ends in LF");
  const bool marked = !points.empty() && points.front() == 0xFEFF;
  Require(marked || std::count(points.begin(), points.end(), U'\n') <=
                        std::count(lines.begin(), lines.end(), U'\n'),
          "no line is lost");
  EncodedText text = EncodeText(bytes);
  Require(
      std::adjacent_find(text.vocabulary.begin(), text.vocabulary.end(),
                         [](char32_t a, char32_t b) { return a >= b; }) == text.vocabulary.end(),
      "a vocabulary ascends");
  std::u32string spelled;
  for (const std::int32_t id : text.ids) {
    Require(id >= 0 && static_cast<std::size_t>(id) < text.vocabulary.size(), "an id has a letter");
    spelled.push_back(text.vocabulary[static_cast<std::size_t>(id)]);
  }
  Require(spelled == lines, "the ids spell the text");
  if (!text.ids.empty()) {
    const double entropy = UnigramEntropy(text);
    Require(entropy >= 0 && entropy <= std::log(static_cast<double>(text.vocabulary.size())) + 1e-9,
            "an entropy is at most that of a uniform guess");
  }
  return text;
}

std::string DocumentWith(const std::string& text_json) {
  return R"({"model":{"depth":1,"width":2,"heads":1,"feed_forward":2},"batch":1,"steps":2,)"
         R"("task":{"kind":"text","context":2,"text":)" +
         text_json + "}}";
}

// The text as a document's string: escaped by the writer, and as raw bytes between quotes.
void RequireLearned(std::string_view bytes, const std::u32string& points, const EncodedText& text) {
  const std::string whole = EncodeUtf8(points);
  const ExperimentReading reading = ReadExperiment(DocumentWith(RequireJsonText(Json(whole))));
  const bool enough = text.ids.size() >= 3 && text.vocabulary.size() >= 2;
  Require(reading.ok() == enough, "a text is learned where it is long enough");
  if (enough) {
    Require(reading.experiment.task.text == whole, "a document keeps its text");
    Require(reading.facts.characters == static_cast<int>(text.ids.size()) &&
                reading.facts.vocabulary == static_cast<int>(text.vocabulary.size()),
            "a document counts the letters that the task has");
    RequireRuns(reading.experiment, reading.facts);
  }
  const std::string raw = DocumentWith("\"" + std::string(bytes) + "\"");
  const ExperimentReading of_raw = ReadExperiment(raw);
  const std::string& learned = of_raw.experiment.task.text;
  Require(EncodeUtf8(DecodeUtf8(learned)) == learned, "a document's text is UTF-8");
  if (!of_raw.ok()) RequireErrors(raw, of_raw.errors);
}

}  // namespace
}  // namespace normlab

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = normlab::TextOf(data, size);
  const std::u32string points = normlab::RequireDecoding(bytes);
  normlab::RequireEncoding(bytes);
  normlab::RequireLearned(bytes, points, normlab::RequireIds(bytes, points));
  return 0;
}
