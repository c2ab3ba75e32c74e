// One experiment document: refused with reasons, or accepted, written, read again and run.
#include "core/document/read_experiment.hpp"
#include "tests/fuzz/properties.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = normlab::TextOf(data, size);
  const normlab::ExperimentReading reading = normlab::ReadExperiment(text);
  if (reading.ok()) {
    normlab::RequireExperiment(reading.experiment, reading.facts);
    normlab::RequireRuns(reading.experiment, reading.facts);
  } else {
    normlab::RequireErrors(text, reading.errors);
  }
  return 0;
}
