// Reads of buffers' bytes that nobody has written (launch_writes.h): by loads, as far as their
// values are used, by atomics and by copies.
//
// In the first run such a read is a candidate. In the second it is known what all blocks write, but
// for one thing: whether a byte's only writer will be this very block. Those reads are judged when
// the block is over.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/launch/launch_writes.h"

namespace warplens::machine {

struct LaneAccess;

class BufferHazards {
 public:
  explicit BufferHazards(BlockContext& block) : block_(&block) {}

  void start();
  // When the block is over.
  void settle();
  [[nodiscard]] const BlockWrites& writes() const { return writes_; }
  // First run: what became candidates, by instruction.
  using Early = std::map<std::uint32_t, EarlyReads>;
  [[nodiscard]] const Early& early() const { return early_; }

  // All are given lanes that hit a watched buffer.
  void note_store(const LaneAccess& store, std::uint32_t lanes);
  // A load whose value of lane 0 is `first`.
  void note_load(const Issue& issue, const MemoryAccess& access, const LaneAccess& load,
                 const WatchedBuffer& buffer, std::uint32_t lanes, ValueTracker::Load first);
  // An atomic, before its bytes are written.
  void note_update(const Issue& issue, const LaneAccess& update, const WatchedBuffer& buffer,
                   std::uint32_t lanes, bool reads_old);
  // Notes what one lane's copy to shared memory reads.
  void note_copy(const FindingPlace& place, const WatchedBuffer& buffer, std::uint64_t address,
                 std::uint32_t bytes);

 private:
  struct Read {
    FindingPlace place;
    const WatchedBuffer* buffer = nullptr;
    std::uint64_t address = 0;
    std::uint32_t width = 0;
    ByteMask bytes;
    bool is_update = false;
  };

  // Which of the bytes have been written, as far as this block can tell.
  [[nodiscard]] std::uint64_t set_bits(const WatchedBuffer& buffer, const ByteMask& bytes) const {
    return (buffer.held_bits(bytes.word) | writes_.written_bits(bytes.word)) & bytes.bits;
  }
  [[nodiscard]] bool is_unset(const WatchedBuffer& buffer, const ByteMask& bytes) const {
    return set_bits(buffer, bytes) == 0;
  }
  void note_early(const Read& read, ValueTracker::Load load);
  // Its value is used.
  void judge(const Read& read);
  void report(const Read& read);

  BlockContext* block_;
  BlockWrites writes_;
  Early early_;
  std::map<std::uint32_t, std::vector<Read>> open_;  // by instruction
};

}  // namespace warplens::machine
