// What is measured at every step: four scalars, and series over the sublayers or layers. One table
// says what there is and where it lies in a record.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/numerics/matrix.hpp"

namespace normlab {

enum class SeriesId {
  kWeightGradient,
  kStreamGradient,
  kStreamRms,
  kIncrement,
  kUpdate,
  kAttentionLogit,
  kAttentionEntropy,
};

struct SeriesInfo {
  SeriesId id;
  std::string_view name;
  std::string_view label;
  std::string_view help;
  bool per_layer;  // one value a layer; otherwise one a sublayer
};

std::span<const SeriesInfo> SeriesTable();

// Names of Record's scalars, in the order in which they leave the core.
inline constexpr std::array<std::string_view, 4> kScalarNames = {"step", "loss", "learning_rate",
                                                                 "gradient_norm"};

// Where the series of a stack of `depth` layers lie in Record::layers.
class RecordLayout {
 public:
  explicit RecordLayout(int depth);

  Index Length(SeriesId id) const { return spans_[static_cast<std::size_t>(id)].length; }
  Index Offset(SeriesId id) const { return spans_[static_cast<std::size_t>(id)].offset; }
  Index Width() const { return width_; }  // of all series together

 private:
  struct Span {
    Index offset;
    Index length;
  };
  std::vector<Span> spans_;
  Index width_ = 0;
};

struct Record {
  int step = 0;  // counted from 1
  double loss = 0;
  double learning_rate = 0;
  double gradient_norm = 0;    // of all parameters, before clipping
  std::vector<double> layers;  // RecordLayout's series, one after the other

  std::array<double, kScalarNames.size()> Scalars() const {
    return {static_cast<double>(step), loss, learning_rate, gradient_norm};
  }
  std::span<const double> Series(const RecordLayout& layout, SeriesId id) const {
    return {layers.data() + layout.Offset(id), static_cast<std::size_t>(layout.Length(id))};
  }
  std::span<double> Series(const RecordLayout& layout, SeriesId id) {
    return {layers.data() + layout.Offset(id), static_cast<std::size_t>(layout.Length(id))};
  }
};

}  // namespace normlab
