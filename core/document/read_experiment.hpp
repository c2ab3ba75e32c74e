// A document -> an Experiment, or everything that is wrong with it at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/document/facts.hpp"
#include "core/document/field_error.hpp"
#include "core/document/fields.hpp"
#include "core/document/json.hpp"

namespace normlab {

struct ExperimentReading {
  Experiment experiment;
  TaskFacts facts;
  FieldErrors errors;  // `experiment` may be run where there are none

  bool ok() const { return errors.empty(); }
};

// Reads every field that `text` gives, keeps the default of every other, and checks what fields say
// together. {} is the default experiment.
ExperimentReading ReadExperiment(std::string_view text);

// Null at a field of an arm takes what the base says away (RFC 7386); elsewhere it is an error.
enum class Nulls { kRefused, kErase };

// The fields alone, without what they say together. `pointer` is where `document` lies in the text.
void ReadFields(const Json& document, const std::string& pointer, Nulls nulls,
                Experiment& experiment, FieldErrors& errors);

void ReadVersion(const Json& value, std::string pointer, FieldErrors& errors);

// The field that a pointer into a document or a race leads to: model.depth for
// /arms/1/model/depth. Empty where it leads to none.
std::string FieldAt(const std::string& pointer);

// Where what fields say together is worth saying: none of them is wrong by itself.
bool AllRead(const std::vector<std::string>& fields, const FieldErrors& errors);

}  // namespace normlab
