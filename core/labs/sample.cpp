#include "core/labs/sample.hpp"

#include <algorithm>
#include <vector>

#include "core/numerics/elementary.hpp"
#include "core/numerics/random.hpp"

namespace normlab {
namespace {

// The symbol at which the running sum of exp(logit / temperature) passes the share `at` of the
// whole. logits: (vocabulary)
std::int32_t Draw(const float* logits, Index vocabulary, double temperature, double at) {
  double largest = logits[0];
  for (Index j = 1; j < vocabulary; ++j) largest = std::max(largest, double{logits[j]});
  std::vector<double> sums(static_cast<std::size_t>(vocabulary));
  double sum = 0;
  for (Index j = 0; j < vocabulary; ++j) {
    sum += Exp((double{logits[j]} - largest) / temperature);
    sums[static_cast<std::size_t>(j)] = sum;
  }
  const auto found = std::upper_bound(sums.begin(), sums.end(), at * sum);
  return static_cast<std::int32_t>(std::min(found - sums.begin(), vocabulary - 1));
}

void ScaleFinalNorm(double factor, Stack<float>& stack) {
  for (const char* name : {"final.gain", "final.bias"}) {
    const Tensor* tensor = stack.Layout().Find(name);
    if (tensor == nullptr) continue;
    float* values = stack.Parameters().data() + tensor->offset;
    for (Index j = 0; j < tensor->Size(); ++j) values[j] *= static_cast<float>(factor);
  }
}

}  // namespace

std::u32string SampleText(const Stack<float>& trained, const EncodedText& text, int context,
                          const Sampling& sampling) {
  const Index vocabulary = static_cast<Index>(text.vocabulary.size());
  Stack<float> stack(trained.Model(), vocabulary, context, 1);
  stack.Parameters() = trained.Parameters();
  ScaleFinalNorm(sampling.gain, stack);
  const RandomStream draw(sampling.seed, StreamId("lab.sample"));
  std::vector<std::int32_t> seen(text.ids.begin(), text.ids.begin() + context / 2);
  const std::vector<std::int32_t> unasked(static_cast<std::size_t>(context), kMasked);
  std::u32string written;
  for (int i = 0; i < sampling.characters; ++i) {
    if (seen.size() > static_cast<std::size_t>(context)) seen.erase(seen.begin());
    std::vector<std::int32_t> ids = seen;
    ids.resize(static_cast<std::size_t>(context));  // a later token changes no earlier prediction
    stack.Forward(ids.data(), unasked.data(), false);
    const float* logits = stack.Logits().data() + static_cast<Index>(seen.size() - 1) * vocabulary;
    const std::int32_t id =
        Draw(logits, vocabulary, sampling.temperature, draw.Uniform(static_cast<std::uint64_t>(i)));
    seen.push_back(id);
    written.push_back(text.vocabulary[static_cast<std::size_t>(id)]);
  }
  return written;
}

}  // namespace normlab
