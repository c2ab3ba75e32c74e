// A decoder-only stack: embedding, `depth` layers of two sublayers, a final norm where the wiring
// has one, an untied head without bias, mean cross-entropy.
#pragma once

#include <cstdint>
#include <vector>

#include "core/layers/cross_entropy.hpp"
#include "core/layers/embedding.hpp"
#include "core/layers/positions.hpp"
#include "core/stack/initialise.hpp"
#include "core/stack/layout.hpp"
#include "core/stack/sublayer.hpp"

namespace normlab {

// What a measured pass says of every sublayer. Measuring changes no bit of the training.
struct StreamMeasures {
  std::vector<double> stream_rms;         // (sublayers + 1), after i sublayers; entry 0 is x_0
  std::vector<double> stream_gradient;    // (sublayers), Frobenius norm, after i + 1 sublayers
  std::vector<double> increment;          // (sublayers), RMS of branch output over RMS of stream
  std::vector<double> attention_score;    // (depth), largest absolute
  std::vector<double> attention_entropy;  // (depth), mean normalised
};

template <class S>
class Stack {
 public:
  // Allocates everything that training needs; no pass allocates afterwards. `model.wiring` names
  // a row of the table or the model's own (throws std::invalid_argument otherwise).
  Stack(const ModelSettings& model, Index vocabulary, Index context, Index batch);

  void Initialise(std::uint32_t seed);

  // ids, targets: (batch * context), sequence by sequence; a negative target is masked.
  // Returns the loss.
  S Forward(const std::int32_t* ids, const std::int32_t* targets, bool measure) {
    return RoundedForward(ids, targets, measure, Exact());
  }

  // The same where fewer bits are kept: `rounding` is asked at each place (layers/rounding.hpp).
  template <class Rounding>
  S RoundedForward(const std::int32_t* ids, const std::int32_t* targets, bool measure,
                   Rounding&& rounding);

  // Gradients() of the last Forward's loss, with the same ids.
  void Backward(const std::int32_t* ids, bool measure);

  const ModelSettings& Model() const { return model_; }
  const Wiring& Row() const { return wiring_; }
  const ParameterLayout& Layout() const { return layout_; }
  Index Tokens() const { return tokens_; }
  Vector<S>& Parameters() { return parameters_; }
  const Vector<S>& Parameters() const { return parameters_; }
  Vector<S>& Gradients() { return gradients_; }
  const Vector<S>& Gradients() const { return gradients_; }
  const Matrix<S>& Logits() const { return logits_; }  // (tokens, vocabulary)
  const StreamMeasures& Measures() const { return measures_; }
  const std::vector<Matrix<S>>& Streams() const { return streams_; }  // (sublayers + 1)
  const std::vector<Sublayer<S>>& Sublayers() const { return sublayers_; }

 private:
  using WeightMap = Eigen::Map<const Matrix<S>>;
  using GradientMap = Eigen::Map<Matrix<S>>;

  WeightMap PositionsOf(const S* parameters) const {
    const bool learned = model_.positions == Positions::kLearned;
    return {learned ? parameters + layout_.Position() : fixed_positions_.data(), context_,
            model_.width};
  }

  // What the branch of sublayer i reads and adds to, beside the trunk.
  StreamsBeside<S> Beside(std::size_t i) {
    const bool parallel = wiring_.parallel && i % 2 == 1;
    return {parallel ? &streams_[i - 1] : nullptr, wiring_.dual ? &dual_ : nullptr};
  }

  ModelSettings model_;
  Wiring wiring_;
  ParameterLayout layout_;
  Index vocabulary_;
  Index context_;
  Index tokens_;
  Vector<S> parameters_;
  Vector<S> gradients_;
  std::vector<Sublayer<S>> sublayers_;
  Matrix<S> fixed_positions_;  // (context, width), where they are not learned
  std::vector<Matrix<S>> streams_;
  NormCache<S> final_norm_;
  Matrix<S> final_;    // (tokens, width), with a final norm
  Matrix<S> logits_;   // (tokens, vocabulary)
  Matrix<S> dlogits_;  // (tokens, vocabulary)
  Matrix<S> dstream_;  // (tokens, width)
  Matrix<S> dual_;     // (tokens, width), of a row with a dual stream
  Matrix<S> ddual_;    // (tokens, width), likewise
  Matrix<S> dread_;    // (tokens, width), of a row whose branches are parallel
  SublayerScratch<S> scratch_;
  StreamMeasures measures_;
};

template <class S>
Stack<S>::Stack(const ModelSettings& model, Index vocabulary, Index context, Index batch)
    : model_(model),
      wiring_(model.Row()),
      layout_(model, wiring_, vocabulary, context),
      vocabulary_(vocabulary),
      context_(context),
      tokens_(batch * context),
      parameters_(Vector<S>::Zero(layout_.Size())),
      gradients_(Vector<S>::Zero(layout_.Size())) {
  const SublayerContext<S> shared{{batch, context, model.width, model.heads, model.qk_norm},
                                  model.activation,
                                  model.norm,
                                  S(model.norm_epsilon)};
  const S skip_scale = S(SkipScaleOf(wiring_, model.depth));
  const auto sublayers = static_cast<std::size_t>(model.Sublayers());
  const auto depth = static_cast<std::size_t>(model.depth);
  sublayers_.reserve(sublayers);
  for (int i = 0; i < model.Sublayers(); ++i) {
    sublayers_.emplace_back(wiring_, layout_.Sublayers()[static_cast<std::size_t>(i)], shared,
                            model.feed_forward, i % 2 == 0, skip_scale,
                            S(NormInScaleOf(wiring_, 1 + i / 2)));
  }
  if (model.positions == Positions::kSinusoidal) {
    fixed_positions_.resize(context, model.width);
    SinusoidalPositions<S>(fixed_positions_);
  }
  streams_.assign(sublayers + 1, Matrix<S>(tokens_, model.width));
  if (wiring_.final_norm) {
    final_norm_.Resize(tokens_, model.width);
    final_.resize(tokens_, model.width);
  }
  if (wiring_.dual) {
    dual_.resize(tokens_, model.width);
    ddual_.resize(tokens_, model.width);
  }
  if (wiring_.parallel) dread_.resize(tokens_, model.width);
  logits_.resize(tokens_, vocabulary);
  dlogits_.resize(tokens_, vocabulary);
  dstream_.resize(tokens_, model.width);
  scratch_.Resize(shared.shape, model.feed_forward);
  measures_ = {std::vector<double>(sublayers + 1), std::vector<double>(sublayers),
               std::vector<double>(sublayers), std::vector<double>(depth),
               std::vector<double>(depth)};
}

template <class S>
void Stack<S>::Initialise(std::uint32_t seed) {
  InitialiseParameters(model_, wiring_, layout_, seed, parameters_.data());
}

template <class S>
template <class Rounding>
S Stack<S>::RoundedForward(const std::int32_t* ids, const std::int32_t* targets, bool measure,
                           Rounding&& rounding) {
  S* parameters = parameters_.data();
  const Index width = model_.width;
  EmbeddingForward<S>(ids, WeightMap(parameters + layout_.Token(), vocabulary_, width),
                      PositionsOf(parameters), streams_[0]);
  if (wiring_.dual) dual_ = streams_[0];
  for (std::size_t i = 0; i < sublayers_.size(); ++i) {
    sublayers_[i].Forward(streams_[i], parameters, measure, scratch_, streams_[i + 1], Beside(i),
                          rounding);
  }
  const Matrix<S>* out = &streams_.back();
  if (wiring_.final_norm) {
    const NormOffsets& norm = layout_.FinalNorm();
    NormForward<S>(model_.norm, rounding.Into(RoundedPlace::kNorm, wiring_.dual ? dual_ : *out),
                   parameters + norm.gain, internal::At(parameters, norm.bias),
                   S(model_.norm_epsilon), final_norm_, final_);
    rounding.OutOf(RoundedPlace::kNorm, final_);
    if (wiring_.dual) {
      internal::Accumulate(out->data(), out->size(), final_.data());
      rounding.OutOf(RoundedPlace::kAdd, final_);
    }
    out = &final_;
  }
  LinearForward<S>(rounding.Into(RoundedPlace::kProduct, *out),
                   WeightMap(parameters + layout_.Head(), vocabulary_, width), nullptr, logits_);
  if (measure) {
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const double squares = MeasuredSumOfSquares(streams_[i].data(), streams_[i].size());
      measures_.stream_rms[i] = Sqrt(squares / static_cast<double>(streams_[i].size()));
    }
    for (std::size_t i = 0; i < sublayers_.size(); ++i) {
      measures_.increment[i] = sublayers_[i].Increment();
      if (const AttentionCache<S>* attention = sublayers_[i].Attention()) {
        measures_.attention_score[i / 2] = attention->measures.largest_score;
        measures_.attention_entropy[i / 2] = attention->measures.MeanNormalisedEntropy();
      }
    }
  }
  return CrossEntropy<S>(logits_, targets, dlogits_);
}

template <class S>
void Stack<S>::Backward(const std::int32_t* ids, bool measure) {
  S* parameters = parameters_.data();
  S* gradients = gradients_.data();
  const Index width = model_.width;
  gradients_.setZero();
  const Matrix<S>& out = wiring_.final_norm ? final_ : streams_.back();
  LinearBackwardParameters<S>(out, dlogits_,
                              GradientMap(gradients + layout_.Head(), vocabulary_, width), nullptr);
  Matrix<S>& dout = wiring_.final_norm ? scratch_.first : dstream_;
  LinearBackwardInput<S>(WeightMap(parameters + layout_.Head(), vocabulary_, width), dlogits_,
                         dout);
  if (wiring_.final_norm) {
    const NormOffsets& norm = layout_.FinalNorm();
    NormBackward<S>(model_.norm, dout, parameters + norm.gain, final_norm_,
                    wiring_.dual ? ddual_ : dstream_, gradients + norm.gain,
                    internal::At(gradients, norm.bias));
    if (wiring_.dual) dstream_ = dout;
  }
  for (std::size_t i = sublayers_.size(); i-- > 0;) {
    if (measure) {
      measures_.stream_gradient[i] = Sqrt(MeasuredSumOfSquares(dstream_.data(), dstream_.size()));
    }
    const bool parallel = wiring_.parallel && i % 2 == 1;
    sublayers_[i].Backward(streams_[i], parameters, scratch_, gradients, dstream_, Beside(i),
                           {parallel ? &dread_ : nullptr, wiring_.dual ? &ddual_ : nullptr});
    if (wiring_.parallel && !parallel) {
      internal::Accumulate(dread_.data(), dread_.size(), dstream_.data());
    }
  }
  if (wiring_.dual) internal::Accumulate(ddual_.data(), ddual_.size(), dstream_.data());
  const GradientMap dtoken(gradients + layout_.Token(), vocabulary_, width);
  if (model_.positions == Positions::kLearned) {
    EmbeddingBackward<S>(ids, dstream_, dtoken,
                         GradientMap(gradients + layout_.Position(), context_, width));
  } else {
    EmbeddingBackward<S>(ids, dstream_, dtoken);
  }
}

extern template class Stack<float>;
extern template class Stack<double>;

}  // namespace normlab
