#include "core/document/facts.hpp"

#include "core/training/utf8.hpp"

namespace normlab {

TaskFacts FactsOf(const TaskSettings& task) {
  TaskFacts facts;
  if (task.kind == TaskKind::kText) {
    facts.characters = static_cast<int>(NormaliseLineEnds(DecodeUtf8(task.text)).size());
    if (facts.characters == 0) {
      facts.context = ContextOf(task);
      return facts;
    }
  }
  const Task built(task, 1, 0);
  facts.vocabulary = built.Vocabulary();
  facts.context = built.Context();
  facts.chance = built.Chance();
  facts.unigram = built.Unigram();
  return facts;
}

bool SameTask(const TaskSettings& a, const TaskSettings& b) {
  return a.kind == b.kind && a.symbols == b.symbols && a.context == b.context &&
         a.modulus == b.modulus && a.text == b.text;
}

}  // namespace normlab
