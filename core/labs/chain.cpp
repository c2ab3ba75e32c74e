#include "core/labs/chain.hpp"

#include "core/labs/statistics.hpp"

namespace normlab {
namespace {

ModelSettings ModelOf(const ChainShape& shape) {
  ModelSettings model;
  model.wiring = shape.wiring;
  model.norm = shape.norm;
  model.depth = static_cast<int>(shape.depth);
  model.width = static_cast<int>(shape.width);
  model.feed_forward = model.width;
  model.heads = 1;
  model.activation = Activation::kRelu;
  model.initialiser = shape.weight_std > 0 ? Initialiser::kFixed : Initialiser::kXavier;
  model.initial_std = shape.weight_std;
  return model;
}

std::vector<std::int32_t> Targets(const ChainShape& shape, std::uint32_t seed) {
  const RandomStream draw(seed, StreamId("lab.targets"));
  std::vector<std::int32_t> targets(static_cast<std::size_t>(shape.tokens));
  for (std::size_t i = 0; i < targets.size(); ++i) {
    targets[i] =
        static_cast<std::int32_t>(draw.Below(i, static_cast<std::uint32_t>(shape.vocabulary)));
  }
  return targets;
}

}  // namespace

Chain::Chain(const ChainShape& shape)
    : shape_(shape),
      model_(ModelOf(shape)),
      wiring_(RequireWiring(shape.wiring)),
      layout_(model_, wiring_, shape.vocabulary, 1),
      parameters_(Vector<double>::Zero(layout_.Size())),
      gradients_(Vector<double>::Zero(layout_.Size())),
      streams_(static_cast<std::size_t>(shape.depth) + 1,
               Matrix<double>::Zero(shape.tokens, shape.width)),
      final_(shape.tokens, shape.width),
      logits_(shape.tokens, shape.vocabulary),
      dlogits_(shape.tokens, shape.vocabulary) {
  const AttentionShape tokens{shape.tokens, 1, shape.width, 1, QkNorm::kNone};
  const SublayerContext<double> shared{tokens, model_.activation, model_.norm, model_.norm_epsilon};
  branches_.reserve(static_cast<std::size_t>(shape.depth));
  for (Index l = 0; l < shape.depth; ++l) {
    branches_.emplace_back(wiring_, Branch(l), shared, shape.width, false,
                           SkipScaleOf(wiring_, model_.depth),
                           NormInScaleOf(wiring_, static_cast<int>(l) + 1));
  }
  scratch_.Resize(tokens, shape.width);
  final_norm_.Resize(shape.tokens, shape.width);
}

void Chain::Initialise(std::uint32_t seed) {
  InitialiseParameters(model_, wiring_, layout_, seed, parameters_.data());
  RandomStream(seed, StreamId("lab.tokens")).FillNormal(0, streams_[0].data(), streams_[0].size());
}

void Chain::Forward() {
  for (std::size_t l = 0; l < branches_.size(); ++l) {
    branches_[l].Forward(streams_[l], parameters_.data(), false, scratch_, streams_[l + 1]);
  }
}

void Chain::Backward(Matrix<double>& d, std::vector<double>& norms) {
  gradients_.setZero();
  norms.assign(branches_.size() + 1, 0.0);
  norms.back() = FrobeniusNorm(d);
  for (std::size_t l = branches_.size(); l-- > 0;) {
    branches_[l].Backward(streams_[l], parameters_.data(), scratch_, gradients_.data(), d);
    norms[l] = FrobeniusNorm(d);
  }
}

double Chain::Loss(std::uint32_t seed, double gain_scale, Matrix<double>& d) {
  const Matrix<double>* out = &streams_.back();
  Vector<double> gain(shape_.width);
  if (wiring_.final_norm) {
    const double* gains = parameters_.data() + layout_.FinalNorm().gain;
    for (Index j = 0; j < shape_.width; ++j) gain[j] = gains[j] * gain_scale;
    NormForward<double>(model_.norm, *out, gain.data(), nullptr, model_.norm_epsilon, final_norm_,
                        final_);
    out = &final_;
  }
  const Eigen::Map<const Matrix<double>> head(parameters_.data() + layout_.Head(),
                                              shape_.vocabulary, shape_.width);
  LinearForward<double>(*out, head, nullptr, logits_);
  const double loss = CrossEntropy<double>(logits_, Targets(shape_, seed).data(), dlogits_);
  d.resize(shape_.tokens, shape_.width);
  LinearBackwardInput<double>(head, dlogits_, d);
  if (wiring_.final_norm) {
    Vector<double> dgain = Vector<double>::Zero(shape_.width);
    const Matrix<double> dout = d;
    NormBackward<double>(model_.norm, dout, gain.data(), final_norm_, d, dgain.data(), nullptr);
  }
  return loss;
}

double Chain::LastWeightGradient() const {
  const double* gradient = gradients_.data() + Branch(shape_.depth - 1).second_weight;
  return std::sqrt(MeasuredSumOfSquares(gradient, shape_.width * shape_.width));
}

std::vector<double> BackwardNorms(Chain& chain, const ChainShape& shape, std::uint32_t seed) {
  Matrix<double> d(shape.tokens, shape.width);
  RandomStream(seed, StreamId("lab.gradient")).FillNormal(0, d.data(), d.size());
  std::vector<double> norms;
  chain.Backward(d, norms);
  return norms;
}

}  // namespace normlab
