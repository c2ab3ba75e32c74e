#include "core/document/write_experiment.hpp"

#include "core/document/fields.hpp"

namespace normlab {
namespace {

void Put(Json& document, const Field& field, Json value) {
  const std::string group = field.Group();
  Json& place = IsGroup(group) ? document[group] : document;
  place[field.Name()] = std::move(value);
}

}  // namespace

Json FullDocument(const Experiment& experiment) {
  Json document = Json::object();
  document["version"] = kDocumentVersion;
  for (const Field& field : Fields()) Put(document, field, field.access.get(experiment));
  return document;
}

Json Difference(const Experiment& experiment, const Experiment& base) {
  Json document = Json::object();
  for (const Field& field : Fields()) {
    Json value = field.access.get(experiment);
    if (value != field.access.get(base)) Put(document, field, std::move(value));
  }
  return document;
}

Json MinimalDocument(const Experiment& experiment) {
  return Difference(experiment, DefaultExperiment());
}

}  // namespace normlab
