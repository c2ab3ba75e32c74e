// A lab's settings: rows like those of the table of fields, and the values that a run was given.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/field_error.hpp"
#include "core/document/fields.hpp"
#include "core/document/run_weights.hpp"

namespace normlab {

struct LabSetting {
  Field field;    // its access is empty: the values are kept by name
  Json standard;  // where nothing is said
  Json quick;     // the same for a quick look
};

class LabValues {
 public:
  void Set(const std::string& name, Json value) { values_[name] = std::move(value); }

  // Of settings that the lab declares; others throw std::out_of_range.
  int Integer(const std::string& name) const { return values_.at(name).get<int>(); }
  std::uint32_t Seed() const { return values_.at("seed").get<std::uint32_t>(); }
  const std::map<std::string, Json>& All() const { return values_; }

  // The trained stack to be measured, which must outlive the values; without one a lab trains.
  void Give(const TrainedStack& trained) { given_ = &trained; }
  const TrainedStack* Given() const { return given_; }

  // How many stacks a training lab measures: a given one is a single one.
  int Seeds() const { return given_ != nullptr ? 1 : Integer("seeds"); }

 private:
  std::map<std::string, Json> values_;
  const TrainedStack* given_ = nullptr;
};

struct LabReading {
  LabValues values;
  FieldErrors errors;  // `values` may be run where there are none

  bool ok() const { return errors.empty(); }
};

// text: {} or {"depth": 16, ...}; what it leaves out has its standard value, or its quick one.
LabReading ReadLabValues(const std::vector<LabSetting>& settings, std::string_view text,
                         bool quick);

// A whole number from `minimum` to `maximum`.
LabSetting IntegerSetting(const std::string& name, const std::string& label,
                          const std::string& help, int minimum, int maximum, int standard,
                          int quick);

// How many seeds, and the first of them: every lab has these two.
std::vector<LabSetting> WithSeeds(std::vector<LabSetting> settings, int standard, int quick);

}  // namespace normlab
