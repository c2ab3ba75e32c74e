#include "core/training/trainer.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/reduce.hpp"

namespace normlab {

template <class S>
Trainer<S>::Trainer(const ModelSettings& model, Index vocabulary, Index context, Index batch,
                    const OptimizerSettings& optimizer, const ScheduleSettings& schedule, int steps)
    : stack_(model, vocabulary, context, batch),
      layout_(model.depth),
      optimizer_settings_(optimizer),
      schedule_(schedule),
      optimizer_(optimizer, stack_.Layout().Size()),
      steps_(steps) {}

template <class S>
bool Trainer<S>::Step(const std::int32_t* ids, const std::int32_t* targets, bool measure,
                      Record& record) {
  record.layers.resize(static_cast<std::size_t>(layout_.Width()));
  record.step = ++step_;
  record.learning_rate = LearningRate(schedule_, optimizer_settings_.learning_rate, step_, steps_,
                                      stack_.Model().width);
  record.loss = Value(stack_.Forward(ids, targets, measure));
  stack_.Backward(ids, measure);
  record.gradient_norm = MeasureGradients(record);
  if (measure) CopyMeasures(record);
  if (!std::isfinite(record.loss) || !std::isfinite(record.gradient_norm)) {
    const auto updates = record.Series(layout_, SeriesId::kUpdate);
    std::fill(updates.begin(), updates.end(), 0.0);
    return false;
  }
  UpdateParameters(measure, record);
  return true;
}

// The norm of every sublayer's weight gradients, and of all gradients together (returned).
template <class S>
double Trainer<S>::MeasureGradients(Record& record) {
  const ParameterLayout& parameters = stack_.Layout();
  const S* gradients = stack_.Gradients().data();
  const auto squares = [gradients](Index begin, Index end) {
    return MeasuredSumOfSquares(gradients + begin, end - begin);
  };
  const std::span<double> of_weights = record.Series(layout_, SeriesId::kWeightGradient);
  double total = squares(0, parameters.Sublayers().front().weights.begin);
  std::size_t i = 0;
  for (const SublayerOffsets& sublayer : parameters.Sublayers()) {
    const double weights = squares(sublayer.weights.begin, sublayer.weights.end);
    of_weights[i++] = std::sqrt(weights);
    total += weights + squares(sublayer.others.begin, sublayer.others.end);
  }
  total += squares(parameters.Sublayers().back().others.end, parameters.Size());
  return std::sqrt(total);
}

template <class S>
void Trainer<S>::UpdateParameters(bool measure, Record& record) {
  const ParameterLayout& parameters = stack_.Layout();
  S* weights = stack_.Parameters().data();
  const S* gradients = stack_.Gradients().data();
  optimizer_.BeginStep(record.learning_rate,
                       ClipFactor(record.gradient_norm, optimizer_settings_.clip));
  optimizer_.Update(0, parameters.Sublayers().front().weights.begin, false, weights, gradients);
  const std::span<double> updates = record.Series(layout_, SeriesId::kUpdate);
  std::size_t i = 0;
  for (const SublayerOffsets& sublayer : parameters.Sublayers()) {
    const UpdateSize moved =
        optimizer_.Update(sublayer.weights.begin, sublayer.weights.end, true, weights, gradients);
    if (measure) updates[i] = moved.Ratio();
    ++i;
    optimizer_.Update(sublayer.others.begin, sublayer.others.end, false, weights, gradients);
  }
  const Index end_of_sublayers = parameters.Sublayers().back().others.end;
  optimizer_.Update(end_of_sublayers, parameters.Head(), false, weights, gradients);
  optimizer_.Update(parameters.Head(), parameters.Size(), true, weights, gradients);
}

template <class S>
void Trainer<S>::CopyMeasures(Record& record) const {
  const StreamMeasures& measures = stack_.Measures();
  const auto copy = [&](const double* from, SeriesId id) {
    const std::span<double> to = record.Series(layout_, id);
    std::copy_n(from, to.size(), to.begin());
  };
  copy(measures.stream_gradient.data(), SeriesId::kStreamGradient);
  copy(measures.stream_rms.data() + 1, SeriesId::kStreamRms);
  copy(measures.increment.data(), SeriesId::kIncrement);
  copy(measures.attention_score.data(), SeriesId::kAttentionLogit);
  copy(measures.attention_entropy.data(), SeriesId::kAttentionEntropy);
}

template class Trainer<float>;
template class Trainer<double>;

}  // namespace normlab
