// What must hold of whatever comes in. A property that does not hold ends the process with a
// sentence, which libFuzzer reports together with the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/document/facts.hpp"
#include "core/document/field_error.hpp"
#include "core/training/experiment.hpp"

namespace normlab {

void Require(bool holds, std::string_view property, std::string_view about = "");

inline std::string_view TextOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// The JSON text of a value: it reads back as the same value, and is valid UTF-8.
std::string RequireJsonText(const Json& value);

// Refusals: what each says, and that its pointer and its value are those of the text that was
// given.
void RequireErrors(std::string_view text, const FieldErrors& errors);

// An experiment that was accepted: every field within its limits, the memory within its own, and
// written in full or in short it reads as the same again.
void RequireExperiment(const Experiment& experiment, const TaskFacts& facts);

// Trains a tiny experiment for two steps, twice: the same bits. Does nothing for a larger one.
void RequireRuns(const Experiment& experiment, const TaskFacts& facts);

}  // namespace normlab
