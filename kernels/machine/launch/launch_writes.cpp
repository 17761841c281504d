#include "kernels/machine/launch/launch_writes.h"

#include <algorithm>
#include <cstring>

namespace warplens::machine {
namespace {

// A pointer that the launch passes; 0 where the parameters end before.
std::uint64_t passed_pointer(const LaunchRequest& request, std::uint32_t offset) {
  std::uint64_t pointer = 0;
  if (offset + sizeof pointer > request.parameters.size()) return 0;
  std::memcpy(&pointer, request.parameters.data() + offset, sizeof pointer);
  return pointer;
}

bool may_read(const ProgramImage& image, const LaunchRequest& request,
              const trace::Buffer& buffer) {
  return image.reads_anywhere || is_passed(request, image.read_parameters, buffer);
}

}  // namespace

bool is_passed(const LaunchRequest& request, const std::set<std::uint32_t>& parameters,
               const trace::Buffer& buffer) {
  return std::ranges::any_of(parameters, [&](std::uint32_t offset) {
    return passed_pointer(request, offset) - buffer.address <= buffer.bytes;
  });
}

WatchedBuffer::WatchedBuffer(const trace::Buffer& buffer, const ByteSet& before)
    : name_(buffer.name),
      first_word_(buffer.address / kBytesAWord),
      before_(&before),
      written_{ByteSet(buffer.bytes), ByteSet(buffer.bytes)},
      set_{ByteSet(buffer.bytes), ByteSet(buffer.bytes)} {}

void WatchedBuffer::Counts::add(std::uint64_t word, std::uint64_t bits) {
  const std::uint64_t known = once.bits(word) & bits;
  if (known != 0) again.add(word, known);
  once.add(word, bits);
}

Writers WatchedBuffer::Counts::count(const ByteMask& bytes) const {
  if ((again.bits(bytes.word) & bytes.bits) != 0) return Writers::several;
  return (once.bits(bytes.word) & bytes.bits) != 0 ? Writers::one : Writers::none;
}

void WatchedBuffer::merge(std::uint64_t word, std::uint64_t written, std::uint64_t set) {
  written_.add(word - first_word_, written);
  if (set != 0) set_.add(word - first_word_, set);
}

bool WatchedBuffer::is_left_to_others(const EarlyReads::Range& range, bool is_update) const {
  const Counts& counts = is_update ? set_ : written_;
  bool are_others = true;
  each_mask(range.begin, range.end, [&](const ByteMask& mask) {
    const ByteMask bytes = place(mask);
    const std::uint64_t others = (range.is_own ? counts.again : counts.once).bits(bytes.word);
    are_others = are_others && (bytes.bits & ~others) == 0;
  });
  return are_others;
}

LaunchWrites::LaunchWrites(const ProgramImage& image, const LaunchRequest& request,
                           const Memory& memory, const RunOptions& options)
    : memory_(&memory), buffers_(memory.buffers().size()) {
  for (std::size_t i = 0; options.detect_races && i < buffers_.size(); ++i) {
    const ByteSet* const before = memory.filled(i);
    if (before == nullptr) continue;
    const bool is_read = may_read(image, request, memory.buffers()[i]);
    may_be_read_ = may_be_read_ || is_read;
    if (!is_read && !options.keeps_written) continue;
    buffers_[i] = std::make_unique<WatchedBuffer>(memory.buffers()[i], *before);
  }
}

void LaunchWrites::merge(const BlockWrites& block) {
  block.each_word([&](std::uint64_t word, std::uint64_t written, std::uint64_t set) {
    const std::size_t index = memory_->find(word * kBytesAWord, 1);
    if (find(index) != nullptr) buffers_[index]->merge(word, written, set);
  });
}

bool LaunchWrites::explains(const EarlyReads& reads) const {
  return is_whole_ && reads.is_complete &&
         std::ranges::all_of(reads.ranges, [&](const EarlyReads::Range& range) {
           return range.buffer->is_left_to_others(range, reads.is_update);
         });
}

void LaunchWrites::finish(Memory& memory) const {
  for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
    if (const WatchedBuffer* const buffer = find(i)) {
      memory.add_filled(i, buffer->written());
    } else {
      memory.declare_filled(i);
    }
  }
}

}  // namespace warplens::machine
