// Asynchronous accesses to shared memory that are in flight: what copies write and what wgmma
// reads, from the instruction that starts one until it is waited for.
//
// One may happen at any time in between, so that whoever touches its bytes meanwhile races with it.
// That is exact: what runs between the two is ordered neither before the first nor after the
// second. What runs earlier or later is the race detector's, which is told of both ends.
//
//   begin ── cover… ──► number ──► may_meet, each_met ──► uncover… ── end
//
// Each 16 bytes of shared memory have a list of those that touch them. Areas, 64 in all, tell of
// most accesses at once that they meet none.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/machine/launch/finding_text.h"
#include "kernels/machine/program/program_image.h"
#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {

struct InFlight {
  OpenAccess::By by = OpenAccess::By::copy;
  ThreadAccess access;                // of the thread that asked for it: read or write
  std::uint32_t group = 0;            // copy, wgmma: the thread's or the warp's so many-th, from 0
  bool is_committed = false;          // known where there was a wait
  std::uint32_t wait = kNoIndex;      // the last wait since, which left it open
  std::uint32_t groups_left = 0;      // by that wait
  std::uint64_t mbarrier = kNoPlace;  // what tells that it is complete; kNoPlace: a wait

  static constexpr std::uint64_t kNoPlace = ~std::uint64_t{0};
};

class AccessesInFlight {
 public:
  explicit AccessesInFlight(std::uint64_t shared_bytes);

  // Starts a new block.
  void start();

  // Its number, until it ends.
  [[nodiscard]] std::uint32_t begin(const InFlight& access);
  [[nodiscard]] InFlight& at(std::uint32_t number) { return all_[number].access; }
  // It touches these bytes; `values` are what a copy writes there, if that is known.
  void cover(std::uint32_t number, std::uint64_t offset, std::span<const std::byte> values);
  void cover(std::uint32_t number, std::uint64_t offset, std::uint64_t bytes);
  void uncover(std::uint32_t number, std::uint64_t offset, std::uint64_t bytes);
  void end(std::uint32_t number);

  [[nodiscard]] bool may_meet(const RaceAccess& access) const {
    const bool writes = plain(access.kind) != RaceAccessKind::read;
    const std::uint64_t areas = areas_[kWrites] | (writes ? areas_[kReads] : 0);
    if (areas == 0) return false;
    const auto place = [&](std::int32_t distance) {
      return access.lanes.base + static_cast<std::uint64_t>(std::int64_t{distance});
    };
    const std::uint64_t first = place(access.lanes.shape->lowest) >> area_shift_;
    const std::uint64_t last =
        (place(access.lanes.shape->highest) + access.width - 1) >> area_shift_;
    return (areas >> first & ~std::uint64_t{0} >> (63 - (last - first))) != 0;
  }
  // Calls act(lane, offset, in_flight, same_value) for one that each lane of the access meets and
  // races with, if there is one.
  template <class Act>
  void each_met(const RaceAccess& access, Act act) const;

 private:
  static constexpr std::uint32_t kGranule = 16, kAreas = 64;
  enum Use : std::uint8_t { kReads, kWrites };

  struct Entry {
    InFlight access;
    std::uint32_t next_free = kNoIndex;
  };
  // What one of them touches of a granule.
  struct Touch {
    std::uint32_t number = 0;
    std::uint32_t next = kNoIndex;
    std::uint32_t bytes = 0;  // a bit each
    bool has_values = false;
    std::array<std::byte, kGranule> values{};
  };
  struct Met {
    const Touch* touch = nullptr;
    std::uint32_t first = 0;  // byte of the granule
    bool same_value = false;
  };

  // Calls act(granule, first byte in it, bytes) for each granule of a range.
  template <class Act>
  static void each_granule(std::uint64_t offset, std::uint64_t bytes, Act act);
  static constexpr std::uint32_t bits_of(std::uint32_t first, std::uint32_t bytes) {
    return ((1u << bytes) - 1) << first;
  }
  [[nodiscard]] Use use_of(std::uint32_t number) const {
    return all_[number].access.access.kind == RaceAccessKind::read ? kReads : kWrites;
  }
  void touch(std::uint32_t number, std::uint64_t offset, std::uint64_t bytes,
             const std::byte* values);
  void count(Use use, std::uint64_t granule, std::int32_t by);
  // The first in the granule that an access to these bytes of it races with; `values` is what it
  // writes there, or null.
  [[nodiscard]] Met met_in(std::uint64_t granule, std::uint32_t bits, bool writes,
                           const std::byte* values) const;

  std::vector<Entry> all_;
  std::uint32_t free_entry_ = kNoIndex;
  std::vector<std::uint32_t> heads_;  // by granule
  std::vector<Touch> touches_;
  std::uint32_t free_touch_ = kNoIndex;
  std::uint32_t area_shift_ = 4;
  std::array<std::uint64_t, 2> areas_{};  // a bit each, by use
  std::array<std::array<std::uint32_t, kAreas>, 2> touches_of_{};
};

template <class Act>
void AccessesInFlight::each_granule(std::uint64_t offset, std::uint64_t bytes, Act act) {
  for (std::uint64_t at = offset; at < offset + bytes;) {
    const auto first = static_cast<std::uint32_t>(at % kGranule);
    const std::uint64_t left = offset + bytes - at;
    const auto count =
        left < kGranule - first ? static_cast<std::uint32_t>(left) : kGranule - first;
    act(at / kGranule, first, count);
    at += count;
  }
}

template <class Act>
void AccessesInFlight::each_met(const RaceAccess& access, Act act) const {
  const bool writes = plain(access.kind) != RaceAccessKind::read;
  const bool has_values = plain(access.kind) == RaceAccessKind::write && access.values != nullptr;
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t offset = access.lanes[lane];
    bool is_met = false;
    each_granule(
        offset, access.width, [&](std::uint64_t granule, std::uint32_t first, std::uint32_t bytes) {
          if (is_met || heads_[granule] == kNoIndex) return;
          const std::uint64_t done = granule * kGranule + first - offset;
          const std::byte* const values =
              has_values ? access.values + std::size_t{lane} * access.width + done : nullptr;
          const Met met = met_in(granule, bits_of(first, bytes), writes, values);
          if (met.touch == nullptr) return;
          is_met = true;
          act(lane, granule * kGranule + met.first, all_[met.touch->number].access, met.same_value);
        });
  }
}

}  // namespace warplens::machine
