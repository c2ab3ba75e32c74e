#include "core/document/read_json.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/document/unicode.hpp"

namespace normlab {
namespace {

std::string PlaceText(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view in_line = before.substr(line_start);
  const auto column = 1 + std::count_if(in_line.begin(), in_line.end(), [](char c) {
                        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
                      });
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

struct Word {
  std::size_t start;
  std::string text;
};

// The run of characters around `offset` that reads like one word: NaN, -Infinity, 003.
Word WordAt(std::string_view text, std::size_t offset) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '.' ||
           c == '_';
  };
  constexpr std::size_t kLongest = 24;
  std::size_t start = offset;
  while (start > 0 && offset - start < kLongest && in_word(text[start - 1])) --start;
  std::size_t end = offset;
  while (end < text.size() && end - start < kLongest && in_word(text[end])) ++end;
  return {start, std::string(text.substr(start, end - start))};
}

// The whole code point that the byte at `offset` belongs to.
std::string CharacterAt(std::string_view text, std::size_t offset) {
  const auto continues = [&](std::size_t i) {
    return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
  };
  std::size_t start = offset;
  while (start > 0 && continues(start)) --start;
  std::size_t end = offset + 1;
  while (continues(end)) ++end;
  return std::string(text.substr(start, end - start));
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Lowercase(std::string word) {
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

// What stands at `offset` and why it cannot, in words rather than in the parser's terms.
std::string Complaint(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return "the text ends too early";
  const auto [start, word] = WordAt(text, offset);
  const std::string lower = Lowercase(word);
  if (lower == "nan" || lower == "infinity" || lower == "-infinity" || lower == "-nan") {
    return word + " is not a JSON value: numbers are finite";
  }
  const char c = text[offset];
  if (c == '\'') return "JSON text stands in double quotes, not single ones";
  if (c == '/' || c == '#') return "JSON has no comments";
  if (!word.empty() && IsDigit(word[0]) && start >= 2 && text[start - 1] == ',' &&
      IsDigit(text[start - 2])) {
    return "a decimal number takes a point, not a comma";
  }
  if (!word.empty()) return "unexpected " + word;
  if (c == '\n' || c == '\r') return "the line ends too early";
  if (static_cast<unsigned char>(c) < 0x20) return "an unescaped control character";
  if (c == '}' || c == ']') return std::string("unexpected ") + c + ", perhaps after a comma";
  return "unexpected " + CharacterAt(text, offset);
}

// Builds the value while it knows where it is, so that even a malformed document is refused with
// the name of the field at which it breaks. The parser calls these members by their names.
class Builder {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  bool null() { return Add(nullptr); }
  bool boolean(bool value) { return Add(value); }
  bool number_integer(std::int64_t value) { return Add(value); }
  bool number_unsigned(std::uint64_t value) { return Add(value); }
  bool number_float(double value, const std::string&) { return Add(value); }
  bool string(std::string& value) { return Add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // does not occur in JSON text

  bool start_object(std::size_t) { return Open(Json::object()); }
  bool start_array(std::size_t) { return Open(Json::array()); }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }

  bool key(std::string& name) {
    Nest& nest = nests_.back();
    nest.key = name;
    if (!nest.value.contains(name)) return true;
    errors_.push_back(
        {Pointer(), "", nullptr, "each name once",
         ShortText(Pointer()) + " is given twice; a name may stand once in an object"});
    return true;
  }

  bool parse_error(std::size_t read, const std::string& token, const Json::exception& exception) {
    constexpr int kOutOfRange = 406;
    const std::size_t offset = read > 0 ? read - 1 : 0;
    const std::string pointer = Pointer();
    const std::string place =
        PlaceText(text_, offset) + (pointer.empty() ? "" : " (near " + ShortText(pointer) + ")");
    if (exception.id == kOutOfRange) {
      return Refuse("a finite number",
                    ShortText(token) + " at " + place + " is too large for a number");
    }
    return Refuse("JSON", "not valid JSON at " + place + ": " + Complaint(text_, offset));
  }

  Json TakeValue() { return std::move(root_); }
  FieldErrors TakeErrors() { return std::move(errors_); }

 private:
  struct Nest {
    Json value;
    // Of an object: the member being read, or the last one that was. A name may be empty.
    std::optional<std::string> key;
  };

  std::string Pointer() const {
    std::string pointer;
    for (const Nest& nest : nests_) {
      if (nest.value.is_array()) {
        pointer += "/" + std::to_string(nest.value.size());
      } else if (nest.key) {
        pointer = JsonPointer(pointer, *nest.key);
      }
    }
    return pointer;
  }

  bool Refuse(std::string allowed, std::string message) {
    errors_.push_back({Pointer(), "", nullptr, std::move(allowed), std::move(message)});
    return false;
  }

  bool Count() {
    if (++values_ <= kMostValues) return true;
    const std::string most = std::to_string(kMostValues) + " values";
    return Refuse("at most " + most, "the document holds more than " + most);
  }

  bool Add(Json value) {
    if (!Count()) return false;
    Put(std::move(value));
    return true;
  }

  bool Open(Json value) {
    if (!Count()) return false;
    if (nests_.size() >= kDeepestNest) {
      const std::string most = std::to_string(kDeepestNest) + " levels";
      return Refuse("at most " + most, "the document is nested more than " + most + " deep");
    }
    nests_.push_back({std::move(value), {}});
    return true;
  }

  bool Close() {
    Json value = std::move(nests_.back().value);
    nests_.pop_back();
    Put(std::move(value));
    return true;
  }

  void Put(Json value) {
    if (nests_.empty()) {
      root_ = std::move(value);
      return;
    }
    Nest& nest = nests_.back();
    if (nest.value.is_array()) {
      nest.value.push_back(std::move(value));
    } else {
      nest.value[*nest.key] = std::move(value);
    }
  }

  std::string_view text_;
  Json root_;
  std::vector<Nest> nests_;  // outermost first
  FieldErrors errors_;
  std::size_t values_ = 0;
};

}  // namespace

JsonReading ReadJson(std::string_view text) {
  JsonReading reading;
  if (text.size() > kLongestJson) {
    reading.errors.push_back({"", "", nullptr, "at most " + std::to_string(kLongestJson) + " bytes",
                              "the document is " + std::to_string(text.size()) +
                                  " bytes long; at most " + std::to_string(kLongestJson) +
                                  " are read"});
    return reading;
  }
  const std::string well_formed = WellFormedJson(text);
  if (well_formed.find_first_not_of(" \t\r\n") == std::string::npos) {
    reading.errors.push_back(
        {"", "", nullptr, "a JSON object", "the document is empty; {} is the default experiment"});
    return reading;
  }
  Builder builder(well_formed);
  reading.whole = Json::sax_parse(well_formed, &builder);
  reading.errors = builder.TakeErrors();
  reading.value = builder.TakeValue();
  return reading;
}

}  // namespace normlab
