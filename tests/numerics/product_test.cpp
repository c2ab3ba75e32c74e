#include "core/numerics/product.hpp"

#include <gtest/gtest.h>

#include "core/numerics/dual.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/views.hpp"

namespace normlab {
namespace {

struct Shape {
  Index rows, columns, inner;
};

// Below, at and beyond the tile's and the inner block's sizes.
constexpr Shape kShapes[] = {{1, 1, 1},   {3, 5, 7},    {4, 16, 8},   {5, 17, 9},
                             {2, 8, 256}, {6, 33, 257}, {9, 31, 600}, {1, 64, 3}};

// The promise of product.hpp, word by word: one sum, the inner index ascending.
template <class S>
S NaiveElement(S start, const Matrix<S>& a, const Matrix<S>& b, Index i, Index j) {
  S sum = start;
  for (Index p = 0; p < a.cols(); ++p) sum = sum + a(i, p) * b(p, j);
  return sum;
}

template <class S>
Matrix<S> Random(Index rows, Index columns, const char* name) {
  const std::vector<S> values =
      CastTo<S>(RandomValues(static_cast<std::size_t>(rows * columns), name));
  return View(values, rows, columns);
}

template <class S>
struct Product : testing::Test {};
using Scalars = testing::Types<float, double, Dual<double>>;
TYPED_TEST_SUITE(Product, Scalars);

TYPED_TEST(Product, EveryElementIsOneAscendingSumToTheLastBit) {
  using S = TypeParam;
  for (const Shape& shape : kShapes) {
    const Matrix<S> a = Random<S>(shape.rows, shape.inner, "a");
    const Matrix<S> b = Random<S>(shape.inner, shape.columns, "b");
    const Matrix<S> bias = Random<S>(1, shape.columns, "bias");
    const Matrix<S> before = Random<S>(shape.rows, shape.columns, "c");
    const Matrix<S> a_transposed = a.transpose();
    const Matrix<S> b_transposed = b.transpose();
    Matrix<S> product(shape.rows, shape.columns);
    Matrix<S> with_bias(shape.rows, shape.columns);
    Matrix<S> from_transposed(shape.rows, shape.columns);
    Matrix<S> added = before;
    Matrix<S> added_from_transposed = before;
    Multiply<S>(a, b, product);
    MultiplyTransposed<S>(a, b_transposed, bias.data(), with_bias);
    TransposedMultiply<S>(a_transposed, b, from_transposed);
    MultiplyAdd<S>(a, b, added);
    TransposedMultiplyAdd<S>(a_transposed, b, added_from_transposed);
    for (Index i = 0; i < shape.rows; ++i) {
      for (Index j = 0; j < shape.columns; ++j) {
        const S want = NaiveElement(S(0), a, b, i, j);
        ASSERT_EQ(product(i, j), want);
        ASSERT_EQ(from_transposed(i, j), want);
        ASSERT_EQ(with_bias(i, j), NaiveElement(bias(0, j), a, b, i, j));
        const S sum = NaiveElement(before(i, j), a, b, i, j);
        ASSERT_EQ(added(i, j), sum);
        ASSERT_EQ(added_from_transposed(i, j), sum);
      }
    }
  }
}

TYPED_TEST(Product, ReadsAndWritesSlicesOfColumns) {
  using S = TypeParam;
  const Matrix<S> wide = Random<S>(6, 24, "wide");
  const Matrix<S> a = wide.block(0, 3, 6, 5);
  const Matrix<S> b = wide.block(0, 11, 6, 5);
  Matrix<S> out = Matrix<S>::Constant(6, 20, S(7));
  MultiplyTransposed<S>(wide.block(0, 3, 6, 5), wide.block(0, 11, 6, 5), nullptr,
                        out.block(0, 9, 6, 6));
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 20; ++j) {
      const bool inside = j >= 9 && j < 15;
      const S want = inside ? NaiveElement<S>(S(0), a, Matrix<S>(b.transpose()), i, j - 9) : S(7);
      ASSERT_EQ(out(i, j), want) << i << ", " << j;
    }
  }
}

TEST(ProductOfDuals, CarriesTheDerivative) {
  using D = Dual<double>;
  Matrix<D> a(1, 2);
  a << D(2.0, 1.0), D(3.0, 0.0);
  Matrix<D> b(2, 1);
  b << D(5.0, 0.0), D(7.0, 1.0);
  Matrix<D> c(1, 1);
  Multiply<D>(a, b, c);
  EXPECT_EQ(c(0, 0).value, 31.0);
  EXPECT_EQ(c(0, 0).derivative, 5.0 + 3.0);
}

}  // namespace
}  // namespace normlab
