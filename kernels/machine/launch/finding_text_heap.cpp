// Texts of findings on memory of malloc.
#include "kernels/machine/launch/finding_text.h"
#include "kernels/machine/launch/finding_text_names.h"

namespace warplens::machine::finding_text {
namespace {

constexpr const char* kHeap = "device heap";

}  // namespace

FindingText outside_heap_block(bool is_store, std::uint32_t width, const HeapPlace& place) {
  switch (place.state) {
    case HeapPlace::State::freed:
      return about(kHeap, tr("{} {} at byte {} of a block of malloc that has been freed",
                             verb(is_store), bytes(width), place.offset));
    case HeapPlace::State::outside:
      return about(kHeap, tr("{} {} at byte {} of a block of malloc that has {}", verb(is_store),
                             bytes(width), place.offset, bytes(place.block_bytes)));
    default:
      return about(kHeap, tr("{} {} of the device heap, where malloc has given no block",
                             verb(is_store), bytes(width)));
  }
}

FindingText freed_twice(std::uint64_t address) {
  return about(kHeap, tr("frees {:#x}, a block of malloc that has been freed already", address));
}

FindingText frees_no_block(std::uint64_t address) {
  return about(kHeap, tr("frees {:#x}, where no block of malloc begins", address));
}

}  // namespace warplens::machine::finding_text
