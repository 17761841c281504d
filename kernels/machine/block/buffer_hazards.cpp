#include "kernels/machine/block/buffer_hazards.h"

#include <bit>

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

// The most open candidates of one instruction: one that is confirmed is enough.
constexpr std::size_t kMaximumOpen = 1 << 12;

}  // namespace

void BufferHazards::start() {
  writes_.clear();
  early_.clear();
  open_.clear();
}

void BufferHazards::settle() {
  for (const auto& [instruction, reads] : open_) {
    for (const Read& read : reads) {
      if (read.is_update ? writes_.set_any(read.bytes) : writes_.wrote_any(read.bytes))
        report(read);
    }
  }
  open_.clear();
  for (auto& [instruction, reads] : early_) {
    for (EarlyReads::Range& range : reads.ranges) {
      range.is_own = writes_.wrote_any_in(range.begin, range.end, reads.is_update);
    }
  }
}

void BufferHazards::note_store(const LaneAccess& store, std::uint32_t lanes) {
  if (lanes == ~0u && is_contiguous(store.addresses, store.width)) {
    const std::uint64_t begin = store.addresses[0];
    return writes_.add(begin, begin + std::uint64_t{kWarpSize} * store.width, true);
  }
  each_lane(lanes, [&](std::uint32_t lane) {
    writes_.add(ByteMask::of(store.addresses[lane], store.width), true);
  });
}

void BufferHazards::note_load(const Issue& issue, const MemoryAccess& access,
                              const LaneAccess& load, const WatchedBuffer& buffer,
                              std::uint32_t lanes, ValueTracker::Load first) {
  each_lane(lanes, [&](std::uint32_t lane) {
    const ByteMask whole = ByteMask::of(load.addresses[lane], load.width);
    const std::uint64_t set = set_bits(buffer, whole);
    if (set == whole.bits) return;
    for (std::uint32_t i = 0; i < access.elements; ++i) {
      const std::uint64_t address = load.addresses[lane] + std::uint64_t{i} * access.element_bytes;
      const ByteMask bytes = ByteMask::of(address, access.element_bytes);
      const std::uint64_t missing = bytes.bits & ~set;
      if (missing == 0) continue;
      const auto value = ValueTracker::load_of(first, i * kWarpSize + lane);
      if (set != 0) block_->values.let_be_copied(value);
      if (missing != bytes.bits) block_->values.let_be_taken_apart(value);
      const auto begin = static_cast<std::uint64_t>(std::countr_zero(missing));
      note_early({{issue.instruction, issue.warp.index, lane, load.site},
                  &buffer,
                  bytes.word * kBytesAWord + begin,
                  static_cast<std::uint32_t>(std::popcount(missing)),
                  {bytes.word, missing}},
                 value);
    }
  });
}

void BufferHazards::note_early(const Read& read, ValueTracker::Load load) {
  TrackedValues& values = block_->values;
  if (!values.is_on()) {
    values.add_candidate({FindingKind::uninitialized_read, read.place.instruction, kNoIndex},
                         read.place.instruction);
    EarlyReads& early = early_[read.place.instruction];
    early.is_update = read.is_update;
    early.add(*read.buffer, read.address, read.width);
  } else if (read.is_update) {
    judge(read);
  } else if (load != ValueTracker::kNotFollowed) {
    values.when_used(load, [this, read] { judge(read); });
  }
}

void BufferHazards::note_update(const Issue& issue, const LaneAccess& update,
                                const WatchedBuffer& buffer, std::uint32_t lanes, bool reads_old) {
  each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint64_t address = update.addresses[lane];
    const ByteMask bytes = ByteMask::of(address, update.width);
    if (reads_old && is_unset(buffer, bytes)) {
      note_early({{issue.instruction, issue.warp.index, lane, update.site},
                  &buffer,
                  address,
                  update.width,
                  bytes,
                  true},
                 ValueTracker::kNotFollowed);
    }
    writes_.add(bytes, !reads_old);
  });
}

void BufferHazards::note_copy(const FindingPlace& place, const WatchedBuffer& buffer,
                              std::uint64_t address, std::uint32_t bytes) {
  const ByteMask mask = ByteMask::of(address, bytes);
  if (!is_unset(buffer, mask)) return;
  const Read read{place, &buffer, address, bytes, mask};
  if (block_->values.is_on()) return judge(read);
  note_early(read, ValueTracker::kNotFollowed);
}

void BufferHazards::judge(const Read& read) {
  const LaunchWrites& launch = *block_->launch->writes;
  const Writers writers =
      read.is_update ? read.buffer->setters(read.bytes) : read.buffer->writers(read.bytes);
  if (!launch.is_whole() || writers == Writers::several) return;
  if (writers == Writers::none) return report(read);
  std::vector<Read>& open = open_[read.place.instruction];
  if (open.size() < kMaximumOpen) open.push_back(read);
}

void BufferHazards::report(const Read& read) {
  block_->report.add_lazily(FindingKind::uninitialized_read, read.place, [&] {
    const SharedPlace place{read.buffer->name(), read.address - read.buffer->address()};
    return read.is_update ? finding_text::uninitialized_update(read.width, place)
                          : finding_text::uninitialized_read(read.width, place);
  });
}

}  // namespace warplens::machine
