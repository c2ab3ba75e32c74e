// What a stack learns: batches of token sequences with the targets that the loss is taken over. A
// batch is a function of (seed, step) alone; nothing is remembered between steps.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/numerics/matrix.hpp"
#include "core/numerics/random.hpp"

namespace normlab {

enum class TaskKind { kInduction, kCopy, kModularAddition, kText };

struct TaskSettings {
  TaskKind kind = TaskKind::kInduction;
  int symbols = 16;  // of induction and copy
  int context = 16;  // tokens in a sequence; modular addition has its own 3
  int modulus = 23;  // of modular addition
  std::string text;  // of text, UTF-8; document/ puts the built-in text where none is given
};

// A text as the character model sees it: one id a code point, ids in ascending code point order.
// A byte order mark at the start is dropped, CRLF and a lone CR become LF, and what is not valid
// UTF-8 becomes U+FFFD.
struct EncodedText {
  std::vector<char32_t> vocabulary;
  std::vector<std::int32_t> ids;
};

EncodedText EncodeText(std::string_view utf8);

// -sum p ln p over the frequencies of the ids, in nats: the loss of a model that knows how often
// every character occurs, and nothing else.
double UnigramEntropy(const EncodedText& text);

// Tokens in one sequence of the task.
int ContextOf(const TaskSettings& settings);

// One batch, sequence by sequence. ids, targets: (batch * context); a target that the loss leaves
// out is kMasked (layers/cross_entropy.hpp).
struct Batch {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> targets;
};

class Task {
 public:
  // The settings must be valid (document/ checks them); a text must have more characters than the
  // context has tokens.
  Task(const TaskSettings& settings, int batch, std::uint32_t seed);

  // Fills `out` with the batch of a step, counted from 1.
  //   induction         a random half, then the same half again; the targets of the second half
  //                     are the next symbols of this repeating sequence, the last one its first
  //   copy              a random half, then as many blanks; the targets at the blanks are the
  //                     symbols of the first half in order
  //   modular addition  a, b, =; the target at = is (a + b) mod modulus
  //   text              a random window; every target is the next character
  void Fill(std::uint64_t step, Batch& out) const;

  int Vocabulary() const { return vocabulary_; }
  int Context() const { return context_; }

  // The loss of a uniform guess: ln of how many answers there are.
  double Chance() const { return chance_; }

  // The loss of a guess by frequency. Equal to Chance() but for text.
  double Unigram() const { return unigram_; }

 private:
  void FillInduction(std::uint64_t first, std::int32_t* ids, std::int32_t* targets) const;
  void FillCopy(std::uint64_t first, std::int32_t* ids, std::int32_t* targets) const;
  void FillModularAddition(std::uint64_t first, std::int32_t* ids, std::int32_t* targets) const;
  void FillText(std::uint64_t first, std::int32_t* ids, std::int32_t* targets) const;
  std::int32_t Draw(std::uint64_t index, std::size_t bound) const;

  TaskSettings settings_;
  EncodedText text_;
  int batch_;
  int context_;
  int vocabulary_;
  double chance_;
  double unigram_;
  RandomStream random_;
};

}  // namespace normlab
