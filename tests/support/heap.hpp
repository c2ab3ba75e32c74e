// What the program takes from the heap, seen from inside: every operator new, and malloc itself
// where the linker can wrap it (Eigen calls malloc). Under AddressSanitizer its own hooks count.
#pragma once

#include <cstddef>

namespace normlab {

struct HeapUse {
  std::size_t allocations = 0;  // since the program started
  std::size_t live_bytes = 0;   // handed out and not given back; as large as the blocks really are
};

HeapUse HeapNow();

// Whether malloc is counted too, and with it Eigen.
bool HeapSeesMalloc();

}  // namespace normlab
