// One sublayer of a stack: a branch (attention or feed-forward) joined to the stream as the row of
// the wiring says.
#pragma once

#include <variant>

#include "core/layers/attention.hpp"
#include "core/layers/feed_forward.hpp"
#include "core/layers/norm.hpp"
#include "core/stack/layout.hpp"

namespace normlab {

// What all sublayers of a stack have in common.
template <class S>
struct SublayerContext {
  AttentionShape shape;
  Activation activation;
  NormKind norm;
  S norm_epsilon;
};

// Buffers that one sublayer after the other uses.
template <class S>
struct SublayerScratch {
  Matrix<S> first;    // (tokens, width)
  Matrix<S> second;   // (tokens, width)
  Matrix<S> third;    // (tokens, width)
  Matrix<S> dhidden;  // (tokens, feed-forward width)
  AttentionScratch<S> attention;

  void Resize(const AttentionShape& shape, Index hidden) {
    for (Matrix<S>* buffer : {&first, &second, &third}) {
      buffer->resize(shape.Tokens(), shape.width);
    }
    dhidden.resize(shape.Tokens(), hidden);
    attention.Resize(shape);
  }
};

// The streams beside the trunk, of a row that has them.
template <class S>
struct StreamsBeside {
  const Matrix<S>* read = nullptr;  // (tokens, width), what the branch reads in place of the trunk
  Matrix<S>* dual = nullptr;        // (tokens, width), collects what the branches add
};

template <class S>
struct GradientsBeside {
  Matrix<S>* read = nullptr;        // (tokens, width), becomes the gradient of what was read
  const Matrix<S>* dual = nullptr;  // (tokens, width), the gradient of what was collected
};

namespace internal {

template <class S>
S* At(S* parameters, Index offset) {
  return offset == kAbsent ? nullptr : parameters + offset;
}

// y: (count) = scale * x + branch
template <class S>
void Join(const S& scale, const S* __restrict x, const S* __restrict branch, Index count,
          S* __restrict y) {
  for (Index i = 0; i < count; ++i) y[i] = scale * x[i] + branch[i];
}

// x: (count) = scale * x + branch
template <class S>
void JoinInPlace(const S& scale, S* __restrict x, const S* __restrict branch, Index count) {
  for (Index i = 0; i < count; ++i) x[i] = scale * x[i] + branch[i];
}

// y: (count) += x
template <class S>
void Accumulate(const S* __restrict x, Index count, S* __restrict y) {
  for (Index i = 0; i < count; ++i) y[i] += x[i];
}

}  // namespace internal

template <class S>
class Sublayer {
 public:
  // skip_scale and norm_in_scale are the row's a and c for this layer.
  Sublayer(const Wiring& wiring, const SublayerOffsets& offsets, const SublayerContext<S>& context,
           Index hidden, bool attention, const S& skip_scale, const S& norm_in_scale)
      : wiring_(wiring),
        offsets_(offsets),
        context_(context),
        skip_scale_(skip_scale),
        norm_in_scale_(norm_in_scale) {
    const Index tokens = context.shape.Tokens();
    const Index width = context.shape.width;
    if (attention) {
      branch_.template emplace<AttentionCache<S>>().Resize(context.shape);
    } else {
      branch_.template emplace<FeedForwardCache<S>>().Resize(tokens, hidden);
    }
    if (wiring.norm_in) {
      norm_in_.Resize(tokens, width);
      branch_input_.resize(tokens, width);
    }
    if (wiring.norm_out) norm_out_.Resize(tokens, width);
    if (wiring.norm_trunk) norm_trunk_.Resize(tokens, width);
    if (Scaled()) branch_output_.resize(tokens, width);
  }

  // x: (tokens, width), the stream -> next: (tokens, width), the stream after this sublayer.
  // `measure` fills Increment() and Attention(), and changes nothing else.
  template <class Rounding = Exact>
  void Forward(const Matrix<S>& x, S* parameters, bool measure, SublayerScratch<S>& scratch,
               Matrix<S>& next, const StreamsBeside<S>& beside = {},
               Rounding&& rounding = Rounding()) {
    const Matrix<S>& read = beside.read == nullptr ? x : *beside.read;
    if (wiring_.norm_in) {
      ForwardNorm(read, parameters, offsets_.norm_in, norm_in_, branch_input_, rounding);
      if (wiring_.norm_in_scale != NormInScale::kOne) Scale(norm_in_scale_, branch_input_);
    }
    Matrix<S>& said = Scaled() && !wiring_.norm_out ? branch_output_ : scratch.first;
    ForwardBranch(BranchInput(read), parameters, measure, said, rounding);
    const Matrix<S>* branch = &said;
    if (wiring_.norm_out) {
      Matrix<S>& normed = Scaled() ? branch_output_ : scratch.second;
      ForwardNorm(said, parameters, offsets_.norm_out, norm_out_, normed, rounding);
      branch = &normed;
    }
    if (Scaled()) {
      ScaleBranch(branch_output_, parameters + offsets_.branch_scale, scratch.third);
      scratch.first.swap(scratch.third);
      branch = &scratch.first;
    }
    if (measure) {
      const double stream = MeasuredSumOfSquares(x.data(), x.size());
      const double added = MeasuredSumOfSquares(branch->data(), branch->size());
      increment_ = Sqrt(added / stream);
    }
    if (beside.dual != nullptr) {
      internal::Accumulate(branch->data(), branch->size(), beside.dual->data());
      rounding.OutOf(RoundedPlace::kAdd, *beside.dual);
    }
    const Matrix<S>* joined = branch;
    if (wiring_.skip) {
      Matrix<S>& sum = wiring_.norm_trunk ? scratch.third : next;
      const auto& skipped = rounding.Into(RoundedPlace::kAdd, x);
      const auto& added = rounding.Into(RoundedPlace::kAdd, *branch);
      internal::Join(skip_scale_, skipped.data(), added.data(), x.size(), sum.data());
      rounding.OutOf(RoundedPlace::kAdd, sum);
      joined = &sum;
    }
    if (wiring_.norm_trunk) {
      ForwardNorm(*joined, parameters, offsets_.norm_trunk, norm_trunk_, next, rounding);
    } else if (joined != &next) {
      next = *joined;
    }
  }

  // x, beside: the streams that Forward read; d: (tokens, width), the gradient of the stream after
  // this sublayer on the way in, before it on the way out. gradients accumulate.
  void Backward(const Matrix<S>& x, S* parameters, SublayerScratch<S>& scratch, S* gradients,
                Matrix<S>& d, const StreamsBeside<S>& beside = {},
                const GradientsBeside<S>& dbeside = {}) {
    const Matrix<S>& read = beside.read == nullptr ? x : *beside.read;
    if (wiring_.norm_trunk) {
      BackwardNorm(d, parameters, offsets_.norm_trunk, norm_trunk_, gradients, scratch.third);
      d.swap(scratch.third);
    }
    const Matrix<S>* dbranch = &d;
    if (dbeside.dual != nullptr) {
      internal::Join(S(1), d.data(), dbeside.dual->data(), d.size(), scratch.third.data());
      dbranch = &scratch.third;
    }
    if (Scaled()) {
      const Index scale = offsets_.branch_scale;
      AddScaleGradient(branch_output_, *dbranch, gradients + scale);
      ScaleBranch(*dbranch, parameters + scale, scratch.second);
      scratch.third.swap(scratch.second);
      dbranch = &scratch.third;
    }
    if (wiring_.norm_out) {
      BackwardNorm(*dbranch, parameters, offsets_.norm_out, norm_out_, gradients, scratch.first);
      dbranch = &scratch.first;
    }
    BackwardBranch(BranchInput(read), *dbranch, parameters, gradients, scratch, scratch.second);
    Matrix<S>* dinput = &scratch.second;
    if (wiring_.norm_in) {
      if (wiring_.norm_in_scale != NormInScale::kOne) Scale(norm_in_scale_, scratch.second);
      BackwardNorm(scratch.second, parameters, offsets_.norm_in, norm_in_, gradients,
                   scratch.third);
      dinput = &scratch.third;
    }
    if (dbeside.read != nullptr) {
      dbeside.read->swap(*dinput);
      if (wiring_.skip_scale != SkipScale::kOne) Scale(skip_scale_, d);
      if (!wiring_.skip) d.setZero();
    } else if (wiring_.skip) {
      internal::JoinInPlace(skip_scale_, d.data(), dinput->data(), d.size());
    } else {
      d.swap(*dinput);
    }
  }

  // RMS of the branch's output over RMS of the stream that it joins, of the last measured pass.
  double Increment() const { return increment_; }

  // Null for a feed-forward sublayer.
  const AttentionCache<S>* Attention() const { return std::get_if<AttentionCache<S>>(&branch_); }

  const SublayerOffsets& Offsets() const { return offsets_; }

 private:
  const Matrix<S>& BranchInput(const Matrix<S>& x) const {
    return wiring_.norm_in ? branch_input_ : x;
  }

  bool Scaled() const { return wiring_.branch_scale != BranchScale::kOne; }

  // How far apart the scales of two neighbouring channels lie: a single scale is that of all.
  Index ScaleStep() const {
    return wiring_.branch_scale == BranchScale::kLearnedPerChannel ? 1 : 0;
  }

  // x, y: (tokens, width); scale: (1) or (width). y = scale * x
  void ScaleBranch(const Matrix<S>& x, const S* scale, Matrix<S>& y) const {
    const Index step = ScaleStep();
    for (Index t = 0; t < x.rows(); ++t) {
      for (Index j = 0; j < x.cols(); ++j) y(t, j) = scale[j * step] * x(t, j);
    }
  }

  // dscale: (1) or (width), accumulates: the sum over tokens (and channels) of x dy
  void AddScaleGradient(const Matrix<S>& x, const Matrix<S>& dy, S* dscale) const {
    const Index step = ScaleStep();
    for (Index t = 0; t < x.rows(); ++t) {
      for (Index j = 0; j < x.cols(); ++j) dscale[j * step] += x(t, j) * dy(t, j);
    }
  }

  static void Scale(const S& factor, Matrix<S>& x) {
    S* values = x.data();
    for (Index i = 0; i < x.size(); ++i) values[i] = values[i] * factor;
  }

  template <class Rounding>
  void ForwardNorm(const Matrix<S>& x, S* parameters, const NormOffsets& norm, NormCache<S>& cache,
                   Matrix<S>& y, Rounding& rounding) const {
    NormForward<S>(context_.norm, rounding.Into(RoundedPlace::kNorm, x), parameters + norm.gain,
                   internal::At(parameters, norm.bias), context_.norm_epsilon, cache, y);
    rounding.OutOf(RoundedPlace::kNorm, y);
  }

  void BackwardNorm(const Matrix<S>& dy, S* parameters, const NormOffsets& norm,
                    const NormCache<S>& cache, S* gradients, Matrix<S>& dx) const {
    NormBackward<S>(context_.norm, dy, parameters + norm.gain, cache, dx, gradients + norm.gain,
                    internal::At(gradients, norm.bias));
  }

  AttentionParameters<S> AttentionAt(S* base) const {
    return {base + offsets_.first_weight,
            base + offsets_.second_weight,
            internal::At(base, offsets_.first_bias),
            internal::At(base, offsets_.second_bias),
            internal::At(base, offsets_.query_gain),
            internal::At(base, offsets_.key_gain)};
  }

  FeedForwardParameters<S> FeedForwardAt(S* base) const {
    return {base + offsets_.first_weight, base + offsets_.second_weight,
            internal::At(base, offsets_.first_bias), internal::At(base, offsets_.second_bias)};
  }

  template <class Rounding>
  void ForwardBranch(const Matrix<S>& input, S* parameters, bool measure, Matrix<S>& y,
                     Rounding& rounding) {
    if (auto* attention = std::get_if<AttentionCache<S>>(&branch_)) {
      AttentionForward<S>(context_.shape, input, AttentionAt(parameters), context_.norm_epsilon,
                          measure, *attention, y, rounding);
    } else {
      FeedForwardForward<S>(context_.activation, input, FeedForwardAt(parameters),
                            std::get<FeedForwardCache<S>>(branch_), y, rounding);
    }
  }

  void BackwardBranch(const Matrix<S>& input, const Matrix<S>& dy, S* parameters, S* gradients,
                      SublayerScratch<S>& scratch, Matrix<S>& dx) const {
    if (const auto* attention = std::get_if<AttentionCache<S>>(&branch_)) {
      AttentionBackward<S>(context_.shape, input, dy, AttentionAt(parameters), *attention,
                           AttentionAt(gradients), scratch.attention, dx);
    } else {
      FeedForwardBackward<S>(input, dy, FeedForwardAt(parameters),
                             std::get<FeedForwardCache<S>>(branch_), FeedForwardAt(gradients),
                             scratch.dhidden, dx);
    }
  }

  Wiring wiring_;
  SublayerOffsets offsets_;
  SublayerContext<S> context_;
  S skip_scale_;
  S norm_in_scale_;
  std::variant<AttentionCache<S>, FeedForwardCache<S>> branch_;
  Matrix<S> branch_input_;  // (tokens, width), where there is a norm on the way in
  NormCache<S> norm_in_;
  NormCache<S> norm_out_;
  NormCache<S> norm_trunk_;
  Matrix<S> branch_output_;  // (tokens, width), before a learned scale
  double increment_ = 0;
};

}  // namespace normlab
