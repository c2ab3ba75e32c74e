#include "core/document/check.hpp"

#include <algorithm>

#include "core/document/fields.hpp"
#include "core/document/limits.hpp"

namespace normlab {
namespace {

std::string Number(double number) { return NumberText(number); }

void CheckHeads(const ModelSettings& model, std::vector<Conflict>& conflicts) {
  if (model.width % model.heads == 0) return;
  const int below = model.width / model.heads * model.heads;
  const std::string near = (below > 0 ? Number(below) + " or " : "") + Number(below + model.heads);
  conflicts.push_back({{"model.width", "model.heads"},
                       "multiple of model.heads",
                       "model.width is " + Number(model.width) + " and model.heads is " +
                           Number(model.heads) + "; allowed: a width that the heads divide, " +
                           near + " for instance"});
}

void CheckHalves(const TaskSettings& task, std::vector<Conflict>& conflicts) {
  const bool halves = task.kind == TaskKind::kInduction || task.kind == TaskKind::kCopy;
  if (!halves || task.context % 2 == 0) return;
  const std::string kind = task.kind == TaskKind::kCopy ? "copy" : "induction";
  conflicts.push_back({{"task.context", "task.kind"},
                       "even number",
                       "task.context is " + Number(task.context) + " and task.kind is " + kind +
                           "; allowed: an even context, since its two halves are equal"});
}

void CheckText(const TaskSettings& task, const TaskFacts& facts, std::vector<Conflict>& conflicts) {
  if (task.kind != TaskKind::kText) return;
  if (facts.characters == 0) {
    conflicts.push_back({{"task.text", "task.kind"},
                         "text of at least two characters",
                         "task.text is empty; allowed: a text longer than task.context, which is " +
                             Number(task.context)});
    return;
  }
  if (facts.characters < task.context + 1) {
    conflicts.push_back({{"task.text", "task.context"},
                         "text of at least task.context + 1 characters",
                         "task.text holds " + Number(facts.characters) +
                             (facts.characters == 1 ? " character" : " characters") +
                             " and task.context is " + Number(task.context) +
                             "; allowed: a text of at least " + Number(task.context + 1) +
                             " characters, or a shorter context"});
  }
  if (facts.vocabulary == 1) {
    conflicts.push_back({{"task.text", "task.kind"},
                         "text of at least two different characters",
                         "task.text repeats one character; allowed: at least two different ones, "
                         "or there is nothing to predict"});
  }
}

void CheckOwnWiring(const ModelSettings& model, std::vector<Conflict>& conflicts) {
  if (model.wiring != kOwnWiring) return;
  if (model.own.parallel && !model.own.skip) {
    conflicts.push_back(
        {{"model.own_parallel", "model.own_skip"},
         "false without a skip",
         "model.own_parallel is true and model.own_skip is false; allowed: parallel "
         "branches beside a skip, or attention's would be lost"});
  }
  if (model.own.dual && !model.own.final_norm) {
    conflicts.push_back(
        {{"model.own_dual", "model.own_final_norm"},
         "false without a final norm",
         "model.own_dual is true and model.own_final_norm is false; allowed: a dual "
         "stream with a final norm, which brings it to the trunk's scale"});
  }
}

void CheckMemory(const Experiment& experiment, const TaskFacts& facts,
                 std::vector<Conflict>& conflicts) {
  const double bytes = SizeOf(experiment, facts).memory_bytes;
  if (bytes <= kMemoryLimit) return;
  const ModelSettings& model = experiment.model;
  conflicts.push_back({{"model.depth", "model.width", "model.feed_forward", "model.heads", "batch",
                        "task.context", "task.symbols", "task.text", "task.kind"},
                       "at most " + MemoryText(kMemoryLimit),
                       "the run would take " + MemoryText(bytes) + " of memory (model.depth " +
                           Number(model.depth) + ", model.width " + Number(model.width) +
                           ", model.feed_forward " + Number(model.feed_forward) + ", batch " +
                           Number(experiment.batch) + "); allowed: at most " +
                           MemoryText(kMemoryLimit)});
}

}  // namespace

std::vector<Conflict> CheckTogether(const Experiment& experiment, const TaskFacts& facts) {
  std::vector<Conflict> conflicts;
  CheckHeads(experiment.model, conflicts);
  CheckOwnWiring(experiment.model, conflicts);
  CheckHalves(experiment.task, conflicts);
  CheckText(experiment.task, facts, conflicts);
  CheckMemory(experiment, facts, conflicts);
  return conflicts;
}

std::string FieldPointer(const std::string& pointer, const std::string& path) {
  std::string result = pointer + "/" + path;
  std::replace(result.begin() + static_cast<std::ptrdiff_t>(pointer.size()), result.end(), '.',
               '/');
  return result;
}

FieldError ConflictError(const Conflict& conflict, const std::string& blamed,
                         const std::string& pointer, const Experiment& experiment) {
  const Field* field = FindField(blamed);
  return {FieldPointer(pointer, blamed), blamed, ShortValue(field->access.get(experiment)),
          conflict.allowed, conflict.message};
}

}  // namespace normlab
