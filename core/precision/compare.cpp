#include "core/precision/compare.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "core/layers/cross_entropy.hpp"
#include "core/numerics/elementary.hpp"
#include "core/precision/blocks.hpp"
#include "core/precision/int8.hpp"

namespace normlab {
namespace {

template <class RoundTensor>
void RoundNorm(const NormOffsets& norm, Index width, const RoundTensor& round_tensor,
               float* parameters) {
  for (const Index offset : {norm.gain, norm.bias}) {
    if (offset != kAbsent) round_tensor(parameters + offset, width);
  }
}

template <class RoundTensor>
void RoundNorms(const RoundTensor& round_tensor, Stack<float>& stack) {
  float* parameters = stack.Parameters().data();
  const Index width = stack.Model().width;
  for (const SublayerOffsets& sublayer : stack.Layout().Sublayers()) {
    for (const NormOffsets& norm : {sublayer.norm_in, sublayer.norm_out, sublayer.norm_trunk}) {
      RoundNorm(norm, width, round_tensor, parameters);
    }
  }
  RoundNorm(stack.Layout().FinalNorm(), width, round_tensor, parameters);
}

// round_matrix(MatrixOut<float>) rounds one weight, (out, in), in place.
template <class RoundMatrix>
void RoundMatrices(const RoundMatrix& round_matrix, Stack<float>& stack) {
  for (const Tensor& tensor : stack.Layout().Tensors()) {
    if (tensor.kind != ParameterKind::kWeight) continue;
    round_matrix(Eigen::Map<Matrix<float>>(stack.Parameters().data() + tensor.offset, tensor.rows,
                                           tensor.columns));
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

Index MostLikely(const float* logits, Index count) {
  Index best = 0;
  for (Index j = 1; j < count; ++j) {
    if (logits[j] > logits[best]) best = j;
  }
  return best;
}

// exact, rounded: (tokens, vocabulary), logits -> all but the losses
PrecisionFigures CompareLogits(const Matrix<float>& exact, const Matrix<float>& rounded,
                               const std::vector<std::int32_t>& targets) {
  PrecisionFigures figures;
  const Index vocabulary = exact.cols();
  double counted = 0;
  double products = 0;
  double exact_squares = 0;
  double rounded_squares = 0;
  for (Index token = 0; token < exact.rows(); ++token) {
    if (targets[static_cast<std::size_t>(token)] < 0) continue;
    const float* x = exact.data() + token * vocabulary;
    const float* y = rounded.data() + token * vocabulary;
    for (Index j = 0; j < vocabulary; ++j) {
      products += double{x[j]} * y[j];
      exact_squares += double{x[j]} * x[j];
      rounded_squares += double{y[j]} * y[j];
    }
    figures.divergence += Divergence(x, y, vocabulary);
    figures.agreement += MostLikely(x, vocabulary) == MostLikely(y, vocabulary) ? 1 : 0;
    ++counted;
  }
  if (counted > 0) {
    figures.divergence /= counted;
    figures.agreement /= counted;
  }
  const double norms = Sqrt(exact_squares * rounded_squares);
  figures.cosine = norms > 0 ? products / norms : 0;
  return figures;
}

template <class Rounding>
PrecisionFigures CompareRounded(Stack<float> exact, Stack<float> rounded, Rounding&& rounding,
                                const Batch& batch) {
  const std::int32_t* ids = batch.ids.data();
  const std::int32_t* targets = batch.targets.data();
  const double exact_loss = exact.Forward(ids, targets, false);
  const double loss = rounded.RoundedForward(ids, targets, false, rounding);
  PrecisionFigures figures = CompareLogits(exact.Logits(), rounded.Logits(), batch.targets);
  figures.exact_loss = exact_loss;
  figures.loss = loss;
  return figures;
}

}  // namespace

PrecisionFigures CompareInt8(const Stack<float>& trained, const RoundedPlaces& places,
                             const Batch& batch) {
  Stack<float> rounded = trained;
  if (places.products) RoundMatrices(RoundRowsToInt8<float>, rounded);
  if (places.norms) RoundNorms(RoundToInt8<float>, rounded);
  return CompareRounded(trained, rounded, RoundAt<float>(places, RoundToInt8<float>), batch);
}

PrecisionFigures CompareFormat(const Stack<float>& trained, const FloatFormat& format,
                               const RoundedPlaces& places, const Batch& batch) {
  const auto round_tensor = [&format](float* x, Index count) { RoundAllTo(format, x, count); };
  Stack<float> rounded = trained;
  if (places.products) {
    const auto round_matrix = [&](MatrixOut<float> weight) {
      RoundAllTo(format, weight.data(), weight.size());
    };
    RoundMatrices(round_matrix, rounded);
  }
  if (places.norms) RoundNorms(round_tensor, rounded);
  return CompareRounded(trained, rounded, RoundAt<float>(places, round_tensor), batch);
}

Stack<float> WithWeightsIn(WeightFormat format, const Stack<float>& trained) {
  Stack<float> rounded = trained;
  switch (format) {
    case WeightFormat::kInt8:
      RoundMatrices(RoundRowsToInt8<float>, rounded);
      break;
    case WeightFormat::kQ8:
      RoundMatrices(RoundRowsToQ8<float>, rounded);
      break;
    case WeightFormat::kQ4:
      RoundMatrices(RoundRowsToQ4<float>, rounded);
      break;
  }
  return rounded;
}

PrecisionFigures CompareStacks(Stack<float> exact, Stack<float> rounded, const Batch& batch) {
  return CompareRounded(std::move(exact), std::move(rounded), Exact(), batch);
}

}  // namespace normlab
