#include "core/precision/compare.hpp"

#include <vector>

#include "core/layers/cross_entropy.hpp"
#include "core/numerics/elementary.hpp"

namespace normlab {
namespace {

void RoundNorm(const NormOffsets& norm, Index width, float* parameters) {
  for (const Index offset : {norm.gain, norm.bias}) {
    if (offset != kAbsent) RoundToInt8(parameters + offset, width);
  }
}

void RoundParameters(const Int8Places& places, Stack<float>& stack) {
  float* parameters = stack.Parameters().data();
  const ParameterLayout& layout = stack.Layout();
  if (places.products) {
    for (const Tensor& tensor : layout.Tensors()) {
      if (tensor.kind != ParameterKind::kWeight) continue;
      RoundRowsToInt8<float>(
          Eigen::Map<Matrix<float>>(parameters + tensor.offset, tensor.rows, tensor.columns));
    }
  }
  if (places.norms) {
    const Index width = stack.Model().width;
    for (const SublayerOffsets& sublayer : layout.Sublayers()) {
      for (const NormOffsets& norm : {sublayer.norm_in, sublayer.norm_out, sublayer.norm_trunk}) {
        RoundNorm(norm, width, parameters);
      }
    }
    RoundNorm(layout.FinalNorm(), width, parameters);
  }
}

// logits: (count) -> their log-softmax in double
std::vector<double> LogPredictions(const float* logits, Index count) {
  const double largest = Value(Largest(logits, count));
  double total = 0;
  for (Index j = 0; j < count; ++j) total += Exp(logits[j] - largest);
  const double log_total = Log(total) + largest;
  std::vector<double> log_predictions;
  for (Index j = 0; j < count; ++j) log_predictions.push_back(logits[j] - log_total);
  return log_predictions;
}

double Divergence(const float* exact, const float* rounded, Index count) {
  const std::vector<double> p = LogPredictions(exact, count);
  const std::vector<double> q = LogPredictions(rounded, count);
  double sum = 0;
  for (std::size_t j = 0; j < p.size(); ++j) sum += Exp(p[j]) * (p[j] - q[j]);
  return sum;
}

}  // namespace

PrecisionFigures CompareInt8(const Stack<float>& trained, const Int8Places& places,
                             const Batch& batch) {
  const std::int32_t* ids = batch.ids.data();
  const std::int32_t* targets = batch.targets.data();
  Stack<float> exact = trained;
  Stack<float> rounded = trained;
  RoundParameters(places, rounded);
  PrecisionFigures figures;
  figures.exact_loss = exact.Forward(ids, targets, false);
  figures.loss = rounded.RoundedForward(ids, targets, false, Int8Rounding<float>(places));

  const Index vocabulary = exact.Logits().cols();
  Index counted = 0;
  double products = 0;
  double exact_squares = 0;
  double rounded_squares = 0;
  for (Index token = 0; token < exact.Tokens(); ++token) {
    if (targets[token] < 0) continue;
    const float* x = exact.Logits().data() + token * vocabulary;
    const float* y = rounded.Logits().data() + token * vocabulary;
    for (Index j = 0; j < vocabulary; ++j) {
      products += double{x[j]} * y[j];
      exact_squares += double{x[j]} * x[j];
      rounded_squares += double{y[j]} * y[j];
    }
    figures.divergence += Divergence(x, y, vocabulary);
    ++counted;
  }
  if (counted > 0) figures.divergence /= static_cast<double>(counted);
  const double norms = Sqrt(exact_squares * rounded_squares);
  figures.cosine = norms > 0 ? products / norms : 0;
  return figures;
}

}  // namespace normlab
