#include "kernels/machine/launch/heap.h"

#include <algorithm>
#include <iterator>

namespace warplens::machine {
namespace {

std::uint64_t room_for(std::uint64_t bytes) {
  const std::uint64_t least = std::max(bytes, Heap::kAlignment);
  return (least + Heap::kAlignment - 1) / Heap::kAlignment * Heap::kAlignment;
}

}  // namespace

std::optional<std::uint64_t> Heap::allocate(std::uint64_t bytes) {
  if (bytes > bytes_) return std::nullopt;
  const std::uint64_t room = room_for(bytes);
  if (room > bytes_ - fresh_) return take_again(bytes, room);
  const std::uint64_t offset = fresh_;
  fresh_ += room;
  blocks_[offset] = {bytes, room, false};
  return offset;
}

std::optional<std::uint64_t> Heap::take_again(std::uint64_t bytes, std::uint64_t room) {
  join_free_blocks();
  const auto fits = [&](const auto& entry) {
    return entry.second.is_free && entry.second.room >= room;
  };
  const auto found = std::ranges::find_if(blocks_, fits);
  if (found == blocks_.end()) return std::nullopt;
  const auto [offset, old] = *found;
  if (old.room > room) blocks_[offset + room] = {0, old.room - room, true};
  found->second = {bytes, room, false};
  return offset;
}

void Heap::join_free_blocks() {
  for (auto block = blocks_.begin(); block != blocks_.end(); ++block) {
    if (!block->second.is_free) continue;
    for (auto next = std::next(block); next != blocks_.end() && next->second.is_free;) {
      block->second.room += next->second.room;
      next = blocks_.erase(next);
    }
  }
}

Heap::Release Heap::release(std::uint64_t offset) {
  const auto block = blocks_.find(offset);
  if (block == blocks_.end()) return Release::no_block;
  if (block->second.is_free) return Release::twice;
  block->second.is_free = true;
  return Release::done;
}

HeapPlace Heap::find(std::uint64_t offset, std::uint64_t bytes) const {
  using State = HeapPlace::State;
  const auto after = blocks_.upper_bound(offset);
  if (after == blocks_.begin()) return {};
  const auto& [begin, block] = *std::prev(after);
  const HeapPlace place{State::outside, block.bytes, static_cast<std::int64_t>(offset - begin)};
  if (block.is_free && offset - begin < block.room) {
    return {State::freed, place.block_bytes, place.offset};
  }
  const bool is_inside = bytes <= block.bytes && offset - begin <= block.bytes - bytes;
  return is_inside ? HeapPlace{State::allocated, place.block_bytes, place.offset} : place;
}

}  // namespace warplens::machine
