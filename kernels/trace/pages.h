// The memory behind a long column's end, which the system gives page by page as it is written, or
// in one go.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

#include "kernels/trace/unset_vector.h"

namespace warplens::trace {

// Takes the pages that `count` more elements will lie on, where there is capacity for them and they
// are many.
template <class T>
void take_pages(UnsetVector<T>& column, std::size_t count) {
#if defined(MADV_POPULATE_WRITE)
  constexpr std::uintptr_t kPage = 4096;
  constexpr std::size_t kMany = 16 * kPage;
  if (count * sizeof(T) < kMany || column.capacity() - column.size() < count) return;
  const auto first = reinterpret_cast<std::uintptr_t>(column.data() + column.size());
  const std::uintptr_t begin = (first + kPage - 1) / kPage * kPage;
  const std::uintptr_t end = (first + count * sizeof(T)) / kPage * kPage;
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#else
  static_cast<void>(column);
  static_cast<void>(count);
#endif
}

}  // namespace warplens::trace
