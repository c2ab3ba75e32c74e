#include "core/training/record.hpp"

namespace normlab {

namespace {

constexpr std::array<SeriesInfo, 7> kSeries = {{
    {SeriesId::kWeightGradient, "weight_gradient", "Gradient of the weights",
     "Norm of the loss gradient with respect to the sublayer's weights, before clipping.", false},
    {SeriesId::kStreamGradient, "stream_gradient", "Gradient of the stream",
     "Norm of the loss gradient with respect to the stream after the sublayer.", false},
    {SeriesId::kStreamRms, "stream_rms", "RMS of the stream",
     "Root mean square of the stream after the sublayer.", false},
    {SeriesId::kIncrement, "increment", "Branch relative to the stream",
     "Root mean square of what the branch adds over that of the stream that it joins.", false},
    {SeriesId::kUpdate, "update", "Update relative to the weights",
     "Norm of the step's change of the sublayer's weights over their norm.", false},
    {SeriesId::kAttentionLogit, "attention_logit", "Largest attention score",
     "Largest absolute score before the softmax, over all heads and tokens.", true},
    {SeriesId::kAttentionEntropy, "attention_entropy", "Attention entropy",
     "Mean entropy of the attention over the most that its row allows: 1 is uniform, 0 is one "
     "token.",
     true},
}};

}  // namespace

std::span<const SeriesInfo> SeriesTable() { return kSeries; }

RecordLayout::RecordLayout(int depth) {
  for (const SeriesInfo& series : kSeries) {
    const Index length = series.per_layer ? depth : 2 * depth;
    spans_.push_back({width_, length});
    width_ += length;
  }
}

}  // namespace normlab
