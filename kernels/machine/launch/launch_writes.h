// The bytes that the blocks of one launch write to buffers that nobody has filled
// (Memory::declare_unset).
//
//   block ─► BlockWrites ─► merge(), when it is over ─► writers(), when all are ─► finish()
//
// A block knows what was there before the launch and what it has written itself. A read of anything
// else is too early, unless another block of the launch writes there: whether that came first is a
// matter of order between blocks, which GlobalRaces judges. So blocks may run in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "kernels/machine/launch/block_writes.h"
#include "kernels/machine/launch/byte_set.h"
#include "kernels/machine/launch/early_reads.h"
#include "kernels/machine/launch/memory.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

enum class Writers : std::uint8_t { none, one, several };

// Bytes are named by their guest address.
class WatchedBuffer {
 public:
  WatchedBuffer(const trace::Buffer& buffer, const ByteSet& before);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t address() const { return first_word_ * kBytesAWord; }
  [[nodiscard]] std::uint64_t held_bits(std::uint64_t word) const {
    return before_->bits(word - first_word_);
  }
  // How many blocks wrote, or gave a value to, any of the bytes.
  [[nodiscard]] Writers writers(const ByteMask& bytes) const {
    return written_.count(place(bytes));
  }
  [[nodiscard]] Writers setters(const ByteMask& bytes) const { return set_.count(place(bytes)); }
  // Other blocks than one that writes there itself, or not, write every byte of the range.
  [[nodiscard]] bool is_left_to_others(const EarlyReads::Range& range, bool is_update) const;
  void merge(std::uint64_t word, std::uint64_t written, std::uint64_t set);
  [[nodiscard]] const ByteSet& written() const { return written_.once; }

 private:
  struct Counts {
    ByteSet once, again;
    void add(std::uint64_t word, std::uint64_t bits);
    [[nodiscard]] Writers count(const ByteMask& bytes) const;
  };
  [[nodiscard]] ByteMask place(const ByteMask& bytes) const {
    return {bytes.word - first_word_, bytes.bits};
  }

  std::string name_;
  std::uint64_t first_word_;
  const ByteSet* before_;
  Counts written_, set_;
};

// Whether one of the launch's pointers, by their offsets in its parameters, leads to the buffer.
[[nodiscard]] bool is_passed(const LaunchRequest& request,
                             const std::set<std::uint32_t>& parameters,
                             const trace::Buffer& buffer);

class LaunchWrites {
 public:
  // Watches the unset buffers that the kernel can read, and all where a later launch asks.
  LaunchWrites(const ProgramImage& image, const LaunchRequest& request, const Memory& memory,
               const RunOptions& options);

  // Whether there can be reads that are too early.
  [[nodiscard]] bool may_be_read() const { return may_be_read_; }
  // nullptr for a buffer that is not watched.
  [[nodiscard]] const WatchedBuffer* find(std::size_t buffer) const {
    return buffer < buffers_.size() ? buffers_[buffer].get() : nullptr;
  }
  void merge(const BlockWrites& block);
  // All blocks have run to their ends: what none of them wrote is written by none.
  void set_whole() { is_whole_ = true; }
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  // All that was read too early was for other blocks to write: there is nothing to say about it.
  [[nodiscard]] bool explains(const EarlyReads& reads) const;
  // Tells the memory what it holds now. Buffers that were not watched count as filled.
  void finish(Memory& memory) const;

 private:
  const Memory* memory_;
  std::vector<std::unique_ptr<WatchedBuffer>> buffers_;  // by index in memory
  bool may_be_read_ = false;
  bool is_whole_ = false;
};

}  // namespace warplens::machine
