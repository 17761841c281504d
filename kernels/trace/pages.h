// The memory behind a long column's end, which the system gives page by page as it is written, or
// in one go.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/trace/unset_vector.h"

namespace warplens::trace {

// Takes the pages that `count` more elements will lie on, and some behind them, where there is
// capacity for them and for many more.
template <class T>
void take_pages(UnsetVector<T>& column, std::size_t count) {
#if defined(MADV_POPULATE_WRITE)
  constexpr std::uintptr_t kPage = 4096, kStep = 64 * kPage;  // which are taken whole
  if (column.capacity() * sizeof(T) < 4 * kStep || column.capacity() - column.size() < count)
    return;
  const auto start = reinterpret_cast<std::uintptr_t>(column.data());
  const std::uintptr_t first = start + column.size() * sizeof(T);
  const std::uintptr_t last = first + count * sizeof(T);
  const std::uintptr_t begin = (first + kStep - 1) / kStep * kStep;
  if (last <= begin) return;  // on pages that the steps before have taken
  const std::uintptr_t room = (start + column.capacity() * sizeof(T)) / kPage * kPage;
  const std::uintptr_t end = std::min((last + kStep - 1) / kStep * kStep, room);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#else
  static_cast<void>(column);
  static_cast<void>(count);
#endif
}

}  // namespace warplens::trace
