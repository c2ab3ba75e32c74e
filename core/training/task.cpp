#include "core/training/task.hpp"

#include <algorithm>

#include "core/layers/cross_entropy.hpp"
#include "core/numerics/elementary.hpp"
#include "core/training/utf8.hpp"

namespace normlab {

namespace {

constexpr int kAdditionContext = 3;

int VocabularyOf(const TaskSettings& settings, const EncodedText& text) {
  switch (settings.kind) {
    case TaskKind::kInduction:
      return settings.symbols;
    case TaskKind::kCopy:
      return settings.symbols + 1;  // and the blank
    case TaskKind::kModularAddition:
      return settings.modulus + 1;  // and the equals sign
    case TaskKind::kText:
      break;
  }
  return static_cast<int>(text.vocabulary.size());
}

int AnswersOf(const TaskSettings& settings, const EncodedText& text) {
  switch (settings.kind) {
    case TaskKind::kInduction:
    case TaskKind::kCopy:
      return settings.symbols;
    case TaskKind::kModularAddition:
      return settings.modulus;
    case TaskKind::kText:
      break;
  }
  return static_cast<int>(text.vocabulary.size());
}

}  // namespace

EncodedText EncodeText(std::string_view utf8) {
  const std::u32string points = NormaliseLineEnds(DecodeUtf8(utf8));
  EncodedText text;
  text.vocabulary.assign(points.begin(), points.end());
  std::sort(text.vocabulary.begin(), text.vocabulary.end());
  text.vocabulary.erase(std::unique(text.vocabulary.begin(), text.vocabulary.end()),
                        text.vocabulary.end());
  text.ids.reserve(points.size());
  for (const char32_t point : points) {
    const auto at = std::lower_bound(text.vocabulary.begin(), text.vocabulary.end(), point);
    text.ids.push_back(static_cast<std::int32_t>(at - text.vocabulary.begin()));
  }
  return text;
}

double UnigramEntropy(const EncodedText& text) {
  std::vector<double> counts(text.vocabulary.size());
  for (const std::int32_t id : text.ids) counts[static_cast<std::size_t>(id)] += 1;
  double entropy = 0;
  for (const double count : counts) {
    const double share = count / static_cast<double>(text.ids.size());
    entropy -= share * Log(share);
  }
  return entropy;
}

int ContextOf(const TaskSettings& settings) {
  return settings.kind == TaskKind::kModularAddition ? kAdditionContext : settings.context;
}

Task::Task(const TaskSettings& settings, int batch, std::uint32_t seed)
    : settings_(settings),
      text_(settings.kind == TaskKind::kText ? EncodeText(settings.text) : EncodedText{}),
      batch_(batch),
      context_(ContextOf(settings)),
      vocabulary_(VocabularyOf(settings, text_)),
      chance_(Log(static_cast<double>(AnswersOf(settings, text_)))),
      unigram_(settings.kind == TaskKind::kText ? UnigramEntropy(text_) : chance_),
      random_(seed, StreamId("data")) {}

std::int32_t Task::Draw(std::uint64_t index, std::size_t bound) const {
  return static_cast<std::int32_t>(random_.Below(index, static_cast<std::uint32_t>(bound)));
}

void Task::Fill(std::uint64_t step, Batch& out) const {
  const auto context = static_cast<std::size_t>(context_);
  const auto sequences = static_cast<std::size_t>(batch_);
  out.ids.resize(sequences * context);
  out.targets.assign(sequences * context, kMasked);
  for (std::size_t sequence = 0; sequence < sequences; ++sequence) {
    std::int32_t* ids = out.ids.data() + sequence * context;
    std::int32_t* targets = out.targets.data() + sequence * context;
    // Every sequence owns `context` numbers of the stream.
    const std::uint64_t first = ((step - 1) * sequences + sequence) * context;
    switch (settings_.kind) {
      case TaskKind::kInduction:
        FillInduction(first, ids, targets);
        break;
      case TaskKind::kCopy:
        FillCopy(first, ids, targets);
        break;
      case TaskKind::kModularAddition:
        FillModularAddition(first, ids, targets);
        break;
      case TaskKind::kText:
        FillText(first, ids, targets);
        break;
    }
  }
}

void Task::FillInduction(std::uint64_t first, std::int32_t* ids, std::int32_t* targets) const {
  const auto half = static_cast<std::size_t>(context_ / 2);
  for (std::size_t i = 0; i < half; ++i) {
    ids[i] = ids[half + i] = Draw(first + i, static_cast<std::size_t>(settings_.symbols));
  }
  for (std::size_t i = 0; i < half; ++i) targets[half + i] = ids[(i + 1) % half];
}

void Task::FillCopy(std::uint64_t first, std::int32_t* ids, std::int32_t* targets) const {
  const auto half = static_cast<std::size_t>(context_ / 2);
  for (std::size_t i = 0; i < half; ++i) {
    ids[i] = Draw(first + i, static_cast<std::size_t>(settings_.symbols));
    ids[half + i] = settings_.symbols;
    targets[half + i] = ids[i];
  }
}

void Task::FillModularAddition(std::uint64_t first, std::int32_t* ids,
                               std::int32_t* targets) const {
  ids[0] = Draw(first, static_cast<std::size_t>(settings_.modulus));
  ids[1] = Draw(first + 1, static_cast<std::size_t>(settings_.modulus));
  ids[2] = settings_.modulus;
  targets[2] = (ids[0] + ids[1]) % settings_.modulus;
}

void Task::FillText(std::uint64_t first, std::int32_t* ids, std::int32_t* targets) const {
  const auto context = static_cast<std::size_t>(context_);
  const auto start = static_cast<std::size_t>(Draw(first, text_.ids.size() - context));
  for (std::size_t i = 0; i < context; ++i) {
    ids[i] = text_.ids[start + i];
    targets[i] = text_.ids[start + i + 1];
  }
}

}  // namespace normlab
