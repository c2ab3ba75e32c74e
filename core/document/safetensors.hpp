// Named tensors in one file, as the safetensors format lays them out
// (https://github.com/huggingface/safetensors, "Format"):
//   8 bytes, little endian: the length N of the header
//   N bytes of JSON: {"__metadata__": {name: text}, name: {"dtype", "shape", "data_offsets"}, ...}
//   the numbers, little endian, row by row, without a gap
// Of its number types those that occur here: F32 and I32, four bytes each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/field_error.hpp"

namespace normlab {

// A thousand layers, with every name there is, take a quarter of it.
inline constexpr std::size_t kLongestHeader = 8u << 20;

struct SafeTensor {
  std::string name;
  std::string type;  // "F32" or "I32"
  std::vector<std::int64_t> shape;
  std::string_view bytes;  // of the file, or of whoever writes it
};

struct SafeTensors {
  std::map<std::string, std::string> metadata;
  std::vector<SafeTensor> tensors;
};

struct SafeTensorsReading {
  SafeTensors file;  // its bytes are those that were read, and live as long
  FieldErrors errors;

  bool ok() const { return errors.empty(); }
};

std::string WriteSafeTensors(const SafeTensors& file);

// Every error is about the field "weights".
SafeTensorsReading ReadSafeTensors(std::string_view bytes);

// What is wrong with a file of weights: one sentence that begins with "the weights".
FieldError WeightsError(const std::string& allowed, const std::string& message);

}  // namespace normlab
