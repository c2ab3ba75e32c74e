// The table of fields: everything that a document may say about an experiment, once. Parsing,
// writing, the page's controls, the link and the command line all read this table.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/json.hpp"
#include "core/training/experiment.hpp"

namespace normlab {

inline constexpr int kDocumentVersion = 1;

enum class FieldKind { kInteger, kReal, kChoice, kBoolean, kText };

// How a control moves through the range.
enum class Scale { kLinear, kLog };

struct Choice {
  std::string value;
  std::string label;
  std::string help;
};

// The field does something only where the field at `path` has one of `values`. Elsewhere it is
// accepted and kept, so that switching a kind to and fro loses nothing.
struct Condition {
  std::string path;
  std::vector<std::string> values;
};

// Reads and writes one member of an Experiment; `set` takes a value of the kind and range.
struct Access {
  std::function<Json(const Experiment&)> get;
  std::function<void(Experiment&, const Json&)> set;
};

struct Field {
  std::string path;  // "model.depth"; a name without a point lies at the document's top
  FieldKind kind = FieldKind::kInteger;
  double minimum = 0;  // of integers and reals; of text, in bytes
  double maximum = 0;
  Scale scale = Scale::kLinear;
  std::string unit = {};
  std::string label = {};
  std::string help = {};
  std::vector<Choice> choices = {};
  std::vector<Condition> when = {};  // all must hold
  bool shared = false;               // the same for every arm of a race
  Access access = {};

  std::string Group() const;  // "model"; "run" at the top
  std::string Name() const;   // "depth"
};

const std::vector<Field>& Fields();  // in the order of documents and controls
const Field* FindField(std::string_view path);
bool IsGroup(std::string_view name);  // whether some field's path starts with `name` and a point

// The experiment that {} says: the defaults of the settings, and the built-in text.
const Experiment& DefaultExperiment();

}  // namespace normlab
