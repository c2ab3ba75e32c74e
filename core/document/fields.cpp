#include "core/document/fields.hpp"

#include <algorithm>

#include "core/document/built_in_text.hpp"
#include "core/document/field_table.hpp"

namespace normlab {

std::string Field::Group() const {
  const std::size_t point = path.find('.');
  return point == std::string::npos ? "run" : path.substr(0, point);
}

std::string Field::Name() const { return path.substr(path.find('.') + 1); }

const std::vector<Field>& Fields() {
  static const std::vector<Field> fields = FieldTable();
  return fields;
}

const Field* FindField(std::string_view path) {
  const std::vector<Field>& fields = Fields();
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& field) { return field.path == path; });
  return found == fields.end() ? nullptr : &*found;
}

bool IsGroup(std::string_view name) {
  const std::vector<Field>& fields = Fields();
  return std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
    return field.path.size() > name.size() && field.path.starts_with(name) &&
           field.path[name.size()] == '.';
  });
}

const Experiment& DefaultExperiment() {
  static const Experiment experiment = [] {
    Experiment defaults;
    defaults.task.text = BuiltInText();
    return defaults;
  }();
  return experiment;
}

}  // namespace normlab
