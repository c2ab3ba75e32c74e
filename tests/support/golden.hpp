// One golden case: reads what is given, compares what is expected, and notices what nobody asked
// for. A key that no test reads is a failure: otherwise a case could pass by being ignored.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/numerics/matrix.hpp"
#include "tests/support/tolerances.hpp"

namespace normlab {

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

  std::vector<double> Given(const std::string& key, std::vector<Index> shape) {
    std::size_t size = 1;
    for (const Index axis : shape) size *= static_cast<std::size_t>(axis);
    const Json* value = Use("given", key);
    if (value != nullptr) {
      const std::vector<double> numbers = Flatten(*value);
      const std::vector<std::size_t> found = ShapeOf(*value);
      EXPECT_TRUE(
          std::equal(found.begin(), found.end(), shape.begin(), shape.end(),
                     [](std::size_t a, Index b) { return a == static_cast<std::size_t>(b); }))
          << "given." << key << " has another shape than the config asks for";
      if (numbers.size() == size) return numbers;
    }
    ADD_FAILURE() << "given." << key << " does not have " << size << " numbers";
    return std::vector<double>(size, 0.0);
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

  void Expect(const std::string& key, const std::vector<double>& got) {
    const Json* value = Use("expected", key);
    if (value == nullptr) {
      ADD_FAILURE() << "expected." << key << " is missing";
      return;
    }
    Compare("expected." + key, Flatten(*value), got);
  }

  void Compare(const std::string& what, const std::vector<double>& want,
               const std::vector<double>& got) {
    ASSERT_EQ(want.size(), got.size()) << what;
    double largest = tolerance::kGoldenFloor;
    for (const double number : want) largest = std::max(largest, std::fabs(number));
    for (std::size_t i = 0; i < want.size(); ++i) {
      const double error = std::fabs(want[i] - got[i]) / largest;
      // Not "error > allowed": NaN must not pass.
      if (!(error <= tolerance::kGolden)) {
        ADD_FAILURE() << what << "[" << i << "] is " << got[i] << ", PyTorch has " << want[i];
        worst_ = std::isnan(error) ? error : std::max(worst_, error);
        return;
      }
      worst_ = std::max(worst_, error);
    }
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

 private:
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
  double worst_ = 0;
};

}  // namespace normlab
