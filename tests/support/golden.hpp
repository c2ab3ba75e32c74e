// One golden case: reads what is given, compares what is expected, and notices what nobody asked
// for. A key that no test reads is a failure: otherwise a case could pass by being ignored.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/numerics/matrix.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {

// The results of one case by their keys in `expected`.
using GoldenResults = std::map<std::string, std::vector<double>>;

class GoldenCase {
 public:
  using Json = nlohmann::json;

  static GoldenCase Load(const std::string& path) {
    std::ifstream file(path);
    Json document = Json::parse(file, nullptr, false);
    EXPECT_FALSE(document.is_discarded()) << path << " is not readable JSON";
    return GoldenCase(document.is_object() ? std::move(document) : Json::object());
  }

  explicit GoldenCase(Json document) : document_(std::move(document)) {
    for (const char* part : {"config", "given", "expected"}) {
      EXPECT_TRUE(document_.contains(part)) << "the case has no " << part;
      if (!document_.contains(part)) document_[part] = Json::object();
    }
  }

  // From here on Given says the nearest float of every number, and Expect keeps what it is told
  // instead of comparing it: what a program without any rounding of its own makes of the inputs
  // that float can hold.
  void KeepResultsOfRoundedInputs() { keeps_ = true; }
  const GoldenResults& Kept() const { return kept_; }

  // From here on Expect allows what float may miss by: so many roundings, and a multiple of what
  // rounding the inputs alone does to the same row.
  void AllowFloat(GoldenResults of_rounded_inputs) {
    in_float_ = true;
    of_rounded_inputs_ = std::move(of_rounded_inputs);
  }

  std::string Kind() const { return document_.value("kind", ""); }

  double Number(const std::string& key) {
    const Json* value = Use("config", key);
    if (value != nullptr && value->is_number()) return value->get<double>();
    ADD_FAILURE() << "config." << key << " is not a number";
    return 1;
  }

  int Integer(const std::string& key) { return static_cast<int>(std::lround(Number(key))); }

  // A number that not every case has.
  double NumberOr(const std::string& key, double otherwise) {
    return document_["config"].contains(key) ? Number(key) : otherwise;
  }

  std::string Word(const std::string& key) {
    const Json* value = Use("config", key);
    if (value != nullptr && value->is_string()) return value->get<std::string>();
    ADD_FAILURE() << "config." << key << " is not a word";
    return "";
  }

  bool Flag(const std::string& key) {
    const Json* value = Use("config", key);
    if (value != nullptr && value->is_boolean()) return value->get<bool>();
    ADD_FAILURE() << "config." << key << " is neither true nor false";
    return false;
  }

  // Only causal attention is built; a case that says nothing of it means the same.
  void ExpectCausal() {
    if (document_["config"].contains("causal")) {
      EXPECT_TRUE(Flag("causal")) << "the core's attention is causal";
    }
  }

  // The length of one axis of a given tensor: shapes come from the file, never from the test.
  Index Axis(const std::string& key, std::size_t axis) const {
    const Json& given = document_["given"];
    if (given.contains(key)) {
      const std::vector<std::size_t> shape = ShapeOf(given[key]);
      if (axis < shape.size()) return static_cast<Index>(shape[axis]);
    }
    ADD_FAILURE() << "given." << key << " has no axis " << axis;
    return 1;
  }

  std::vector<std::string> GivenKeys() const {
    std::vector<std::string> keys;
    for (const auto& item : document_["given"].items()) keys.push_back(item.key());
    return keys;
  }

  bool Expects(const std::string& key) const { return document_["expected"].contains(key); }

  template <class S>
  std::vector<S> Given(const std::string& key, const std::vector<Index>& shape) {
    std::size_t size = 1;
    for (const Index axis : shape) size *= static_cast<std::size_t>(axis);
    const Json* value = Use("given", key);
    if (value != nullptr) {
      std::vector<double> numbers = Flatten(*value);
      const std::vector<std::size_t> found = ShapeOf(*value);
      EXPECT_TRUE(
          std::equal(found.begin(), found.end(), shape.begin(), shape.end(),
                     [](std::size_t a, Index b) { return a == static_cast<std::size_t>(b); }))
          << "given." << key << " has another shape than the config asks for";
      if (keeps_) {
        for (double& number : numbers) number = static_cast<float>(number);
      }
      if (numbers.size() == size) return std::vector<S>(numbers.begin(), numbers.end());
    }
    ADD_FAILURE() << "given." << key << " does not have " << size << " numbers";
    return std::vector<S>(size, S(0));
  }

  std::vector<std::int32_t> GivenIds(const std::string& key, std::size_t size) {
    const Json* value = Use("given", key);
    std::vector<std::int32_t> ids;
    if (value != nullptr) {
      for (const double number : Flatten(*value)) ids.push_back(static_cast<std::int32_t>(number));
    }
    EXPECT_EQ(ids.size(), size) << "given." << key;
    ids.resize(size);
    return ids;
  }

  template <class S>
  void Expect(const std::string& key, const std::vector<S>& got) {
    ExpectDouble(key, std::vector<double>(got.begin(), got.end()));
  }

  void Expect(const std::string& key, double got) { ExpectDouble(key, {got}); }

  // A number that doesn't depend on the scalar of the case.
  void ExpectSame(const std::string& what, double want, double got) {
    EXPECT_LE(std::fabs(want - got), tolerance::kGolden * std::fabs(want)) << what;
  }

  void ExpectNothingUnread() {
    for (const char* part : {"config", "given", "expected"}) {
      for (const auto& item : document_[part].items()) {
        EXPECT_TRUE(used_.contains(std::string(part) + "." + item.key()))
            << "nothing in the core answers to " << part << "." << item.key();
      }
    }
  }

  double WorstError() const { return worst_; }
  // What rounding the inputs alone does where the error is worst; 0 unless the case is in float.
  double MovementAtWorst() const { return movement_at_worst_; }

 private:
  void ExpectDouble(const std::string& key, const std::vector<double>& got) {
    const Json* value = Use("expected", key);
    if (value == nullptr) {
      ADD_FAILURE() << "expected." << key << " is missing";
      return;
    }
    if (keeps_) {
      kept_[key] = got;
      return;
    }
    const std::vector<double> want = Flatten(*value);
    ASSERT_EQ(want.size(), got.size()) << "expected." << key;
    const std::vector<std::size_t> shape = ShapeOf(*value);
    const std::size_t row = shape.empty() ? 1 : shape.back();
    Compare(key, want, got, MovementOfRows(key, want, row));
  }

  // How far rounding the inputs moves the row that each number is in.
  std::vector<double> MovementOfRows(const std::string& key, const std::vector<double>& want,
                                     std::size_t row) const {
    std::vector<double> movement(want.size(), 0.0);
    const auto rounded = of_rounded_inputs_.find(key);
    if (rounded == of_rounded_inputs_.end()) return movement;
    for (std::size_t from = 0; from < want.size(); from += row) {
      double largest = 0;
      for (std::size_t i = from; i < from + row; ++i) {
        largest = std::max(largest, std::fabs(rounded->second[i] - want[i]));
      }
      std::fill_n(movement.begin() + static_cast<std::ptrdiff_t>(from), row, largest);
    }
    return movement;
  }

  // The largest value of a tensor. The gradient of the keys' bias is 0 in exact arithmetic, the
  // sum of the terms that their weights' gradient sums: in float the noise is of those terms.
  double ScaleOf(const std::string& key, const std::vector<double>& want) const {
    double largest = tolerance::kGoldenFloor;
    for (const double number : want) largest = std::max(largest, std::fabs(number));
    const std::size_t dot = key.rfind(".bias");
    if (!in_float_ || dot == std::string::npos) return largest;
    const auto weight = document_["expected"].find(key.substr(0, dot) + ".weight");
    if (weight == document_["expected"].end()) return largest;
    for (const double number : Flatten(*weight)) largest = std::max(largest, std::fabs(number));
    return largest;
  }

  void Compare(const std::string& key, const std::vector<double>& want,
               const std::vector<double>& got, const std::vector<double>& movement) {
    const double largest = ScaleOf(key, want);
    const double allowed = in_float_ ? tolerance::kGoldenFloat : tolerance::kGolden;
    for (std::size_t i = 0; i < want.size(); ++i) {
      const double error = std::fabs(want[i] - got[i]) / largest;
      const double moved = movement[i] / largest;
      if (!(error <= worst_)) {
        worst_ = error;
        movement_at_worst_ = moved;
      }
      // Not "error > allowed": NaN must not pass.
      if (!(error <= allowed + tolerance::kGoldenMovements * moved)) {
        ADD_FAILURE() << "expected." << key << "[" << i << "] is " << got[i] << ", PyTorch has "
                      << want[i] << "; rounding the inputs moves it by " << movement[i];
        return;
      }
    }
  }

  const Json* Use(const char* part, const std::string& key) {
    used_.insert(std::string(part) + "." + key);
    const Json& keys = document_[part];
    return keys.contains(key) ? &keys[key] : nullptr;
  }

  // A tensor, a nested list or a number.
  static std::vector<double> Flatten(const Json& value) {
    std::vector<double> numbers;
    if (value.is_object() && value.contains("data")) return Flatten(value["data"]);
    if (value.is_number()) return {value.get<double>()};
    if (!value.is_array()) return {std::nan("")};
    for (const Json& element : value) {
      const std::vector<double> inner = Flatten(element);
      numbers.insert(numbers.end(), inner.begin(), inner.end());
    }
    return numbers;
  }

  static std::vector<std::size_t> ShapeOf(const Json& value) {
    std::vector<std::size_t> shape;
    if (value.is_object() && value.contains("shape")) {
      for (const double axis : Flatten(value["shape"])) {
        shape.push_back(static_cast<std::size_t>(axis));
      }
      return shape;
    }
    for (const Json* at = &value; at->is_array() && !at->empty(); at = &(*at)[0]) {
      shape.push_back(at->size());
    }
    return shape;
  }

  Json document_;
  std::set<std::string> used_;
  bool keeps_ = false;
  bool in_float_ = false;
  GoldenResults kept_;
  GoldenResults of_rounded_inputs_;
  double worst_ = 0;
  double movement_at_worst_ = 0;
};

}  // namespace normlab
