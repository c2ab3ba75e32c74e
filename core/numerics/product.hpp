// Matrix products. Each element of c is one sum over the inner index in ascending order, whatever
// the register width and the blocking: products too have the same bits everywhere.
#pragma once

#include <algorithm>
#include <cassert>

#include "core/numerics/matrix.hpp"
#include "core/numerics/pack.hpp"

namespace normlab {

namespace internal {

// One operand as the kernel walks it: element (i, j) lies at data[i * row + j * column].
template <class S>
struct Operand {
  const S* data;
  Index row;
  Index column;
};

// Where the sums of c start.
template <class S>
struct Start {
  const S* bias = nullptr;  // (columns), one for every row
  bool from_c = false;      // go on from what c holds
};

inline constexpr Index kTileRows = 4;
inline constexpr int kTilePacks = 2;
inline constexpr Index kInnerBlock = 256;

template <class S>
inline constexpr Index kTileColumns = kTilePacks* Pack<S>::kLanes;

// c: (Rows, kTileColumns) = start + a: (Rows, inner) . b: (inner, kTileColumns), all of it in
// registers. b and c have unit column stride.
template <class S, int Rows>
inline void Tile(Index inner, const Operand<S>& a, const S* b, Index b_row, const S* start,
                 Index start_row, S* c, Index c_row) {
  using P = typename Pack<S>::Type;
  constexpr int kLanes = Pack<S>::kLanes;
  P sums[Rows][kTilePacks];
#pragma GCC unroll 4
  for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 2
    for (int v = 0; v < kTilePacks; ++v) {
      sums[i][v] =
          start == nullptr ? Broadcast<S>(S(0)) : LoadPack<S>(start + i * start_row + v * kLanes);
    }
  }
  const S* a_column = a.data;
  for (Index p = 0; p < inner; ++p) {
    P terms[kTilePacks];
#pragma GCC unroll 2
    for (int v = 0; v < kTilePacks; ++v) terms[v] = LoadPack<S>(b + v * kLanes);
#pragma GCC unroll 4
    for (int i = 0; i < Rows; ++i) {
      const P factor = Broadcast<S>(a_column[i * a.row]);
#pragma GCC unroll 2
      for (int v = 0; v < kTilePacks; ++v) sums[i][v] = sums[i][v] + factor * terms[v];
    }
    a_column += a.column;
    b += b_row;
  }
#pragma GCC unroll 4
  for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 2
    for (int v = 0; v < kTilePacks; ++v) StorePack<S>(sums[i][v], c + i * c_row + v * kLanes);
  }
}

template <class S>
inline void TileOfRows(Index rows, Index inner, const Operand<S>& a, const S* b, Index b_row,
                       const S* start, Index start_row, S* c, Index c_row) {
  switch (rows) {
    case 4:
      return Tile<S, 4>(inner, a, b, b_row, start, start_row, c, c_row);
    case 3:
      return Tile<S, 3>(inner, a, b, b_row, start, start_row, c, c_row);
    case 2:
      return Tile<S, 2>(inner, a, b, b_row, start, start_row, c, c_row);
    default:
      return Tile<S, 1>(inner, a, b, b_row, start, start_row, c, c_row);
  }
}

// c: (rows, columns) = start + a: (rows, inner) . b: (inner, columns). Columns of b that are not
// contiguous, and the last columns where they don't fill a tile, go through a packed panel.
template <class S>
void Product(Index rows, Index columns, Index inner, Operand<S> a, Operand<S> b, Start<S> start,
             S* c, Index c_row) {
  constexpr Index kColumns = kTileColumns<S>;
  alignas(64) S panel[kInnerBlock * kColumns];
  alignas(64) S edge[kTileRows * kColumns];
  alignas(64) S edge_start[kColumns];
  Index from = 0;
  do {
    const Index block = std::min(kInnerBlock, inner - from);
    const bool from_c = start.from_c || from > 0;
    for (Index j = 0; j < columns; j += kColumns) {
      const Index width = std::min(kColumns, columns - j);
      const bool whole = width == kColumns;
      const S* b_panel = b.data + from * b.row + j * b.column;
      Index b_row = b.row;
      if (!whole || b.column != 1) {
        for (Index p = 0; p < block; ++p) {
          for (Index v = 0; v < width; ++v) {
            panel[p * kColumns + v] = b_panel[p * b.row + v * b.column];
          }
          for (Index v = width; v < kColumns; ++v) panel[p * kColumns + v] = S(0);
        }
        b_panel = panel;
        b_row = kColumns;
      }
      const S* bias = start.bias == nullptr ? nullptr : start.bias + j;
      if (bias != nullptr && !whole) {
        for (Index v = 0; v < kColumns; ++v) edge_start[v] = v < width ? bias[v] : S(0);
        bias = edge_start;
      }
      for (Index i = 0; i < rows; i += kTileRows) {
        const Index height = std::min(kTileRows, rows - i);
        const Operand<S> a_rows{a.data + i * a.row + from * a.column, a.row, a.column};
        S* c_tile = c + i * c_row + j;
        if (whole) {
          TileOfRows<S>(height, block, a_rows, b_panel, b_row, from_c ? c_tile : bias,
                        from_c ? c_row : 0, c_tile, c_row);
          continue;
        }
        if (from_c) {
          for (Index r = 0; r < height; ++r) {
            for (Index v = 0; v < kColumns; ++v) {
              edge[r * kColumns + v] = v < width ? c_tile[r * c_row + v] : S(0);
            }
          }
        }
        TileOfRows<S>(height, block, a_rows, b_panel, b_row, from_c ? edge : bias,
                      from_c ? kColumns : 0, edge, kColumns);
        for (Index r = 0; r < height; ++r) {
          for (Index v = 0; v < width; ++v) c_tile[r * c_row + v] = edge[r * kColumns + v];
        }
      }
    }
    from += block;
  } while (from < inner);
}

template <class S>
Operand<S> Plain(const MatrixIn<S>& x) {
  return {x.data(), x.outerStride(), 1};
}

template <class S>
Operand<S> Transposed(const MatrixIn<S>& x) {
  return {x.data(), 1, x.outerStride()};
}

}  // namespace internal

// c: (m, n) = a: (m, k) . b: (k, n)
template <class S>
void Multiply(const MatrixIn<S>& a, const MatrixIn<S>& b, MatrixOut<S> c) {
  assert(a.cols() == b.rows() && c.rows() == a.rows() && c.cols() == b.cols());
  internal::Product<S>(a.rows(), b.cols(), a.cols(), internal::Plain<S>(a), internal::Plain<S>(b),
                       {}, c.data(), c.outerStride());
}

// c: (m, n) += a: (m, k) . b: (k, n)
template <class S>
void MultiplyAdd(const MatrixIn<S>& a, const MatrixIn<S>& b, MatrixOut<S> c) {
  assert(a.cols() == b.rows() && c.rows() == a.rows() && c.cols() == b.cols());
  internal::Product<S>(a.rows(), b.cols(), a.cols(), internal::Plain<S>(a), internal::Plain<S>(b),
                       {nullptr, true}, c.data(), c.outerStride());
}

// c: (m, n) = bias: (n) + a: (m, k) . b^T, b: (n, k). No bias where it is null.
template <class S>
void MultiplyTransposed(const MatrixIn<S>& a, const MatrixIn<S>& b, const S* bias, MatrixOut<S> c) {
  assert(a.cols() == b.cols() && c.rows() == a.rows() && c.cols() == b.rows());
  internal::Product<S>(a.rows(), b.rows(), a.cols(), internal::Plain<S>(a),
                       internal::Transposed<S>(b), {bias, false}, c.data(), c.outerStride());
}

// c: (m, n) = a^T . b, a: (k, m), b: (k, n)
template <class S>
void TransposedMultiply(const MatrixIn<S>& a, const MatrixIn<S>& b, MatrixOut<S> c) {
  assert(a.rows() == b.rows() && c.rows() == a.cols() && c.cols() == b.cols());
  internal::Product<S>(a.cols(), b.cols(), a.rows(), internal::Transposed<S>(a),
                       internal::Plain<S>(b), {}, c.data(), c.outerStride());
}

// c: (m, n) += a^T . b, a: (k, m), b: (k, n)
template <class S>
void TransposedMultiplyAdd(const MatrixIn<S>& a, const MatrixIn<S>& b, MatrixOut<S> c) {
  assert(a.rows() == b.rows() && c.rows() == a.cols() && c.cols() == b.cols());
  internal::Product<S>(a.cols(), b.cols(), a.rows(), internal::Transposed<S>(a),
                       internal::Plain<S>(b), {nullptr, true}, c.data(), c.outerStride());
}

}  // namespace normlab
