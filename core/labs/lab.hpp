// A laboratory: one claim of the literature as a measurement. It has settings of its own, measures
// over several seeds, and sets what it measured beside what the theory says.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/document/fields.hpp"
#include "core/document/json.hpp"
#include "core/labs/cost.hpp"
#include "core/labs/values.hpp"

namespace normlab {

inline constexpr double kUnpredicted = std::numeric_limits<double>::quiet_NaN();

struct LabPoint {
  double x = 0;
  double measured = 0;              // the mean over the seeds
  double predicted = kUnpredicted;  // NaN where the theory says nothing
};

struct LabSeries {
  std::string name;
  std::string label;
  std::vector<LabPoint> points = {};
  // One a point, where each is a run of its own: the experiment's document, to be raced.
  std::vector<Json> documents = {};
};

struct LabChart {
  std::string name;
  std::string x_label;
  std::string y_label;
  Scale x_scale = Scale::kLinear;
  Scale y_scale = Scale::kLinear;
  std::vector<LabSeries> series = {};
};

enum class Comparison { kWithin, kAtMost, kAtLeast };

// One sentence with the number that decides it.
struct LabStatement {
  std::string name;
  std::string sentence;
  std::string source;
  Comparison comparison = Comparison::kWithin;
  double predicted = 0;
  double tolerance = 0;
  double measured = 0;
  std::string condition = {};  // under which alone it holds; empty where there is none
  // Half the 95 % interval of `measured` where it is a mean over seeds; else NaN.
  double interval = std::numeric_limits<double>::quiet_NaN();

  // kWithin: |measured - predicted| <= tolerance; kAtMost, kAtLeast: beyond predicted by no more
  // than the tolerance. What is not a number holds nowhere.
  bool Holds() const;
};

// What a trained model wrote.
struct LabText {
  std::string name;
  std::string label;
  std::string text;  // UTF-8
};

struct LabReport {
  std::vector<LabChart> charts = {};
  std::vector<LabStatement> statements = {};
  std::vector<LabText> texts = {};
};

// Told the share done, 0 to 1, now and then.
using LabProgress = std::function<void(double)>;

// Which saved weights a lab takes in place of stacks that it trains itself.
enum class LabWeights { kNone, kAny, kText, kTextWithFinalNorm };

struct Lab {
  std::string name;
  std::string title;
  std::string question;
  std::vector<LabSetting> settings;
  LabReport (*run)(const LabValues& values, const LabProgress& progress);
  LabCost (*cost)(const LabValues& values);
  LabWeights weights = LabWeights::kNone;
};

const std::vector<Lab>& Labs();  // in the order of the text
const Lab* FindLab(std::string_view name);

}  // namespace normlab
