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
#include "core/numerics/random.hpp"
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

  // From here on Given moves every number by one rounding of float, up or down as the stream says,
  // and Expect keeps what it is told instead of comparing it.
  void KeepResultsOfMovedInputs(std::uint32_t stream) {
    keeps_ = true;
    stream_ = stream;
  }
  const GoldenResults& Kept() const { return kept_; }

  // From here on Expect allows what float may miss by: so many roundings, and a multiple of what
  // moving the inputs by one does to the same row.
  void AllowFloat(std::vector<GoldenResults> of_moved_inputs) {
    in_float_ = true;
    of_moved_inputs_ = std::move(of_moved_inputs);
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
      if (keeps_) Move(key, numbers);
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
  // What a rounding of the inputs alone does where the error is worst; 0 unless the case is in
  // float.
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

  void Move(const std::string& key, std::vector<double>& numbers) const {
    const RandomStream stream(stream_, StreamId(key));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] *= 1.0 + (stream.Below(i, 2) == 0 ? -1.0 : 1.0) * tolerance::kFloatUnit;
    }
  }

  // How far moving the inputs by a rounding moves the row that each number is in.
  std::vector<double> MovementOfRows(const std::string& key, const std::vector<double>& want,
                                     std::size_t row) const {
    std::vector<double> movement(want.size(), 0.0);
    for (const GoldenResults& moved : of_moved_inputs_) {
      const std::vector<double>& got = moved.at(key);
      for (std::size_t i = 0; i < want.size(); ++i) {
        double& of_row = movement[i - i % row];
        of_row = std::max(of_row, std::fabs(got[i] - want[i]));
      }
    }
    for (std::size_t i = 0; i < want.size(); ++i) movement[i] = movement[i - i % row];
    return movement;
  }

  static double LargestOf(const std::vector<double>& numbers) {
    double largest = 0;
    for (const double number : numbers) largest = std::max(largest, std::fabs(number));
    return largest;
  }

  // What an error is relative to: the largest value of the tensor, or a floor.
  double ScaleOf(const std::string& key, const std::vector<double>& want) const {
    double scale = std::max(LargestOf(want), tolerance::kGoldenFloor);
    if (!in_float_ || key.front() != 'd') return scale;
    for (const auto& item : document_["expected"].items()) {
      if (item.key().front() != 'd') continue;
      scale = std::max(scale, tolerance::kGoldenFloatFloor * LargestOf(Flatten(item.value())));
    }
    return scale;
  }

  void Compare(const std::string& key, const std::vector<double>& want,
               const std::vector<double>& got, const std::vector<double>& movement) {
    const double scale = ScaleOf(key, want);
    const double allowed = in_float_ ? tolerance::kGoldenFloat : tolerance::kGolden;
    for (std::size_t i = 0; i < want.size(); ++i) {
      const double error = std::fabs(want[i] - got[i]) / scale;
      const double moved = movement[i] / scale;
      if (!(error <= worst_)) {
        worst_ = error;
        movement_at_worst_ = moved;
      }
      // Not "error > allowed": NaN must not pass.
      if (!(error <= allowed + tolerance::kGoldenMovements * moved)) {
        ADD_FAILURE() << "expected." << key << "[" << i << "] is " << got[i] << ", PyTorch has "
                      << want[i] << "; a rounding of the inputs moves it by " << movement[i];
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
  std::uint32_t stream_ = 0;
  bool in_float_ = false;
  GoldenResults kept_;
  std::vector<GoldenResults> of_moved_inputs_;
  double worst_ = 0;
  double movement_at_worst_ = 0;
};

}  // namespace normlab
