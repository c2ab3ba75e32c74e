#include "core/document/summary.hpp"

#include <cstdint>

#include "core/document/limits.hpp"
#include "core/document/wirings.hpp"

namespace normlab {

Json Summary(const Experiment& experiment, const TaskFacts& facts) {
  const RunSize size = SizeOf(experiment, facts);
  Json summary = Json::object();
  summary["wiring"] = DescribeWiring(experiment.model.Row());
  summary["parameters"] = static_cast<std::int64_t>(size.parameters);
  summary["memory_bytes"] = static_cast<std::int64_t>(size.memory_bytes);
  summary["tokens"] = experiment.batch * facts.context;
  summary["vocabulary"] = facts.vocabulary;
  summary["context"] = facts.context;
  summary["sublayers"] = experiment.model.Sublayers();
  summary["chance"] = facts.chance;
  summary["unigram"] =
      experiment.task.kind == TaskKind::kText ? Json(facts.unigram) : Json(nullptr);
  return summary;
}

}  // namespace normlab
