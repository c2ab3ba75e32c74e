// A pack is as many scalars as one register of the target holds. Compilers' vector extensions give
// the same source SSE2, AVX, AVX-512 and wasm SIMD; lane by lane it is the scalar arithmetic, so
// the width changes the speed and never a bit.
#pragma once

#include <cstring>

#include "core/numerics/matrix.hpp"

namespace normlab {

#if defined(__AVX512F__)
inline constexpr int kRegisterBytes = 64;
#elif defined(__AVX__)
inline constexpr int kRegisterBytes = 32;
#else
inline constexpr int kRegisterBytes = 16;
#endif

// Scalars without a register of their own (dual numbers) are packs of one.
template <class S>
struct Pack {
  using Type = S;
  static constexpr int kLanes = 1;
};

template <>
struct Pack<float> {
  typedef float Type __attribute__((vector_size(kRegisterBytes)));
  static constexpr int kLanes = kRegisterBytes / 4;
};

template <>
struct Pack<double> {
  typedef double Type __attribute__((vector_size(kRegisterBytes)));
  static constexpr int kLanes = kRegisterBytes / 8;
};

template <class S>
inline typename Pack<S>::Type LoadPack(const S* from) {
  typename Pack<S>::Type pack;
  std::memcpy(&pack, from, sizeof(pack));
  return pack;
}

template <class S>
inline void StorePack(const typename Pack<S>::Type& pack, S* to) {
  std::memcpy(to, &pack, sizeof(pack));
}

template <class S>
inline typename Pack<S>::Type Broadcast(const S& value) {
  if constexpr (Pack<S>::kLanes == 1) {
    return value;
  } else {
    // `pack - 0` keeps the sign of a zero; compilers fold it into one broadcast.
    return value - typename Pack<S>::Type{};
  }
}

}  // namespace normlab
