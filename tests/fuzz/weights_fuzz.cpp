// Any bytes as a file of weights: refused with reasons, or read; and what was read is written and
// read again as the same file.
#include "core/document/run_weights.hpp"
#include "core/document/safetensors.hpp"
#include "tests/fuzz/properties.hpp"

namespace normlab {
namespace {

void RequireSameFileAgain(const SafeTensors& file) {
  const std::string written = WriteSafeTensors(file);
  const SafeTensorsReading again = ReadSafeTensors(written);
  Require(again.ok(), "a file that was written is read again",
          again.ok() ? "" : again.errors.front().message);
  Require(again.file.metadata == file.metadata, "a file keeps its metadata");
  Require(again.file.tensors.size() == file.tensors.size(), "a file keeps its tensors");
  Require(WriteSafeTensors(again.file) == written, "a file is written the same again");
}

}  // namespace
}  // namespace normlab

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = normlab::TextOf(data, size);
  const normlab::SafeTensorsReading file = normlab::ReadSafeTensors(bytes);
  const normlab::TrainedReading trained = normlab::ReadWeights(bytes);
  normlab::RequireErrors(bytes, file.errors);
  normlab::RequireErrors(bytes, trained.errors);
  normlab::Require(file.ok() || !trained.ok(), "weights are a safetensors file");
  if (file.ok()) normlab::RequireSameFileAgain(file.file);
  return 0;
}
