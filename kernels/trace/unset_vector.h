// Like std::vector, but resize() leaves new elements unset until they are written.
//
// Its memory is malloc's. Huge pages were tried for a trace's columns: a third faster in a process
// that records launch after launch, but twice as slow in a fresh one on a virtual machine whose
// host takes free memory back.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace warplens::trace {

template <class T>
struct UnsetAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };
  UnsetAllocator() = default;
  template <class U>
  UnsetAllocator(const UnsetAllocator<U>&) {}

  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Values>
  void construct(U* place, Values&&... values) {
    ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
  }
};

template <class T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

}  // namespace warplens::trace
