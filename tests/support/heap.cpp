#include "tests/support/heap.hpp"

#include <cstdlib>
#include <new>

#if defined(__APPLE__)
#include <malloc/malloc.h>
#define malloc_usable_size malloc_size
#else
#include <malloc.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NORMLAB_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define NORMLAB_ADDRESS_SANITIZER
#endif

namespace normlab {
namespace {

// Nothing that is tested here starts a thread.
HeapUse use;

}  // namespace

HeapUse HeapNow() { return use; }

bool HeapSeesMalloc() {
#if defined(NORMLAB_ADDRESS_SANITIZER) || defined(NORMLAB_WRAPPED_MALLOC)
  return true;
#else
  return false;
#endif
}

}  // namespace normlab

#if defined(NORMLAB_ADDRESS_SANITIZER)

// Replacing operator new would blind the sanitizer to new with free, and to new[] with delete.
extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                              void (*)(const volatile void*));
std::size_t __sanitizer_get_allocated_size(const volatile void*);
}

namespace normlab {
namespace {

void SeeMalloc(const volatile void*, std::size_t size) {
  ++use.allocations;
  use.live_bytes += size;
}

void SeeFree(const volatile void* block) {
  if (block != nullptr) use.live_bytes -= __sanitizer_get_allocated_size(block);
}

[[maybe_unused]] const int hooks = __sanitizer_install_malloc_and_free_hooks(SeeMalloc, SeeFree);

}  // namespace
}  // namespace normlab

#else

#if defined(NORMLAB_WRAPPED_MALLOC)
extern "C" {
void* __real_malloc(std::size_t);
void* __real_calloc(std::size_t, std::size_t);
void* __real_realloc(void*, std::size_t);
void __real_free(void*);
}
#define NORMLAB_MALLOC __real_malloc
#define NORMLAB_FREE __real_free
#else
#define NORMLAB_MALLOC std::malloc
#define NORMLAB_FREE std::free
#endif

namespace normlab {
namespace {

void* Taken(void* block) {
  if (block == nullptr) return nullptr;
  ++use.allocations;
  use.live_bytes += malloc_usable_size(block);
  return block;
}

void* Returned(void* block) {
  if (block != nullptr) use.live_bytes -= malloc_usable_size(block);
  return block;
}

void* New(std::size_t size) {
  void* block = Taken(NORMLAB_MALLOC(size == 0 ? 1 : size));
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void Delete(void* block) { NORMLAB_FREE(Returned(block)); }

}  // namespace
}  // namespace normlab

void* operator new(std::size_t size) { return normlab::New(size); }
void* operator new[](std::size_t size) { return normlab::New(size); }
void operator delete(void* block) noexcept { normlab::Delete(block); }
void operator delete[](void* block) noexcept { normlab::Delete(block); }
void operator delete(void* block, std::size_t) noexcept { normlab::Delete(block); }
void operator delete[](void* block, std::size_t) noexcept { normlab::Delete(block); }

#if defined(NORMLAB_WRAPPED_MALLOC)
extern "C" {

void* __wrap_malloc(std::size_t size) { return normlab::Taken(__real_malloc(size)); }

void* __wrap_calloc(std::size_t count, std::size_t size) {
  return normlab::Taken(__real_calloc(count, size));
}

void* __wrap_realloc(void* block, std::size_t size) {
  // A block that could not be moved stays as it was; nothing here asks for that much.
  return normlab::Taken(__real_realloc(normlab::Returned(block), size));
}

void __wrap_free(void* block) { __real_free(normlab::Returned(block)); }
}
#endif

#endif
