// Where a machine with fewer bits would round activations. A forward pass takes one of these and
// asks it at each place; training takes Exact, of which the compiler leaves nothing.
#pragma once

namespace normlab {

// kProduct: a product with a weight. kNorm: a norm over the width. kAdd: the skip joined to the
// branch.
enum class RoundedPlace { kProduct, kNorm, kAdd };

struct Exact {
  // x: any shape, what goes into the operation -> what it reads instead
  template <class M>
  const M& Into(RoundedPlace, const M& x) {
    return x;
  }
  // y: any shape, what came out of it, rounded in place
  template <class M>
  void OutOf(RoundedPlace, M&) {}
};

}  // namespace normlab
