#include "core/document/safetensors.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "core/document/json.hpp"

namespace normlab {
namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kNumberBytes = 4;  // of F32 and I32
constexpr const char* kMetadata = "__metadata__";
constexpr const char* kAllowed = "a safetensors file";

// One tensor as its header tells of it.
struct Entry {
  std::string name;
  std::string type;
  std::vector<std::uint64_t> shape;
  std::vector<std::uint64_t> offsets;  // of its bytes behind the header: begin, end
};

// Reads the header's three levels and refuses whatever else stands there. The parser calls these
// members by their names. Not a tree: a thousand layers have 16,000 names.
class HeaderReader {
 public:
  bool null() { return false; }
  bool boolean(bool) { return false; }
  bool number_float(double, const std::string&) { return false; }
  bool binary(Json::binary_t&) { return false; }
  bool number_integer(std::int64_t) { return false; }  // the negative ones

  bool number_unsigned(std::uint64_t value) {
    if (numbers_ == nullptr) return false;
    numbers_->push_back(value);
    return true;
  }

  bool string(std::string& value) {
    if (level_ != 2 || numbers_ != nullptr) return false;
    if (in_metadata_) return metadata.emplace(key_, value).second;
    if (key_ != "dtype" || !entries.back().type.empty()) return false;
    entries.back().type = value;
    return true;
  }

  bool start_object(std::size_t) {
    if (++level_ > 2 || numbers_ != nullptr) return false;
    in_metadata_ = level_ == 2 && key_ == kMetadata;
    if (level_ == 2 && !in_metadata_) entries.push_back({key_, {}, {}, {}});
    return true;
  }

  bool end_object() {
    --level_;
    return true;
  }

  bool start_array(std::size_t) {
    if (level_ != 2 || in_metadata_ || numbers_ != nullptr) return false;
    if (key_ == "shape") numbers_ = &entries.back().shape;
    if (key_ == "data_offsets") numbers_ = &entries.back().offsets;
    return numbers_ != nullptr && numbers_->empty();
  }

  bool end_array() {
    numbers_ = nullptr;
    return true;
  }

  bool key(std::string& name) {
    key_ = name;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Json::exception&) { return false; }

  std::map<std::string, std::string> metadata;
  std::vector<Entry> entries;

 private:
  int level_ = 0;
  bool in_metadata_ = false;
  std::string key_;
  std::vector<std::uint64_t>* numbers_ = nullptr;  // of the array being read
};

std::uint64_t LengthOf(std::string_view bytes) {
  std::uint64_t length = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return length;
}

// The bytes that a shape takes; none where they are more than `most`.
std::optional<std::uint64_t> SizeOfShape(const std::vector<std::uint64_t>& shape,
                                         std::uint64_t most) {
  std::uint64_t size = kNumberBytes;
  for (const std::uint64_t axis : shape) {
    if (axis > 0 && size > most / axis) return std::nullopt;
    size *= axis;
  }
  return size;
}

// What is wrong with an entry whose bytes must begin where those before it end; empty if nothing.
std::string Complaint(const Entry& entry, std::uint64_t begin, std::uint64_t total) {
  const std::string name = "the weights' tensor " + ShortText(entry.name);
  if (entry.type != "F32" && entry.type != "I32") {
    return name + " is of type " + ShortText(entry.type) + "; allowed: F32, I32";
  }
  if (entry.offsets.size() != 2 || entry.offsets[0] != begin || entry.offsets[1] < begin ||
      entry.offsets[1] > total) {
    return name + " does not lie behind the one before it, or goes past the file's end";
  }
  const std::uint64_t size = entry.offsets[1] - begin;
  if (SizeOfShape(entry.shape, total) != size) {
    return name + " has " + std::to_string(size) + " bytes, which its shape does not take";
  }
  return {};
}

// Where each tensor lies, in the order of the bytes.
void Place(std::vector<Entry> entries, std::string_view numbers, SafeTensorsReading& reading) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.offsets, a.name) < std::pair(b.offsets, b.name);
  });
  std::uint64_t begin = 0;
  std::set<std::string_view> names;
  for (const Entry& entry : entries) {
    std::string complaint = Complaint(entry, begin, numbers.size());
    if (!names.insert(entry.name).second) {
      complaint = "the weights' tensor " + ShortText(entry.name) + " is given twice";
    }
    if (!complaint.empty()) {
      reading.errors.push_back(WeightsError(kAllowed, complaint));
      return;
    }
    const std::uint64_t size = entry.offsets[1] - begin;
    reading.file.tensors.push_back({entry.name,
                                    entry.type,
                                    {entry.shape.begin(), entry.shape.end()},
                                    numbers.substr(begin, size)});
    begin += size;
  }
  if (begin != numbers.size()) {
    reading.errors.push_back(
        WeightsError(kAllowed, "the weights have " + std::to_string(numbers.size() - begin) +
                                   " bytes behind their last tensor; allowed: " + kAllowed));
  }
}

}  // namespace

FieldError WeightsError(const std::string& allowed, const std::string& message) {
  return {"", "weights", nullptr, allowed, message};
}

std::string WriteSafeTensors(const SafeTensors& file) {
  std::string header = "{\"" + std::string(kMetadata) + "\":{";
  for (const auto& [name, text] : file.metadata) {
    if (header.back() != '{') header += ',';
    header += JsonText(name) + ":" + JsonText(text);
  }
  header += '}';
  std::size_t offset = 0;
  for (const SafeTensor& tensor : file.tensors) {
    header += "," + JsonText(tensor.name) + ":{\"dtype\":\"" + tensor.type + "\",\"shape\":[";
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
      header += (i == 0 ? "" : ",") + std::to_string(tensor.shape[i]);
    }
    header += "],\"data_offsets\":[" + std::to_string(offset) + ",";
    offset += tensor.bytes.size();
    header += std::to_string(offset) + "]}";
  }
  header += '}';
  // The numbers begin at a multiple of their size: the format fills up with spaces.
  header.resize((header.size() + kLengthBytes - 1) / kLengthBytes * kLengthBytes, ' ');
  std::string bytes;
  bytes.reserve(kLengthBytes + header.size() + offset);
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    bytes += static_cast<char>(static_cast<std::uint64_t>(header.size()) >> (8 * i) & 0xFF);
  }
  bytes += header;
  for (const SafeTensor& tensor : file.tensors) bytes += tensor.bytes;
  return bytes;
}

SafeTensorsReading ReadSafeTensors(std::string_view bytes) {
  SafeTensorsReading reading;
  const auto refuse = [&reading](const std::string& what) {
    reading.errors.push_back(
        WeightsError(kAllowed, "the weights " + what + "; allowed: " + kAllowed));
  };
  if (bytes.size() < kLengthBytes) {
    refuse("are " + std::to_string(bytes.size()) + " bytes");
    return reading;
  }
  const std::uint64_t length = LengthOf(bytes);
  if (length > kLongestHeader || length > bytes.size() - kLengthBytes) {
    refuse("begin with no header");
    return reading;
  }
  HeaderReader header;
  const std::string_view text = bytes.substr(kLengthBytes, length);
  if (!Json::sax_parse(text, &header)) {
    refuse("have a header that cannot be read");
    return reading;
  }
  reading.file.metadata = std::move(header.metadata);
  Place(std::move(header.entries), bytes.substr(kLengthBytes + length), reading);
  return reading;
}

}  // namespace normlab
