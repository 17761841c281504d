#include "kernels/machine/races/race_screen.h"

#include <algorithm>

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

bool RaceScreen::admit(const RaceAccess& access, const RaceStamp& stamp) {
  if (log_.size() == kLogEntries) return false;
  const bool fits = access.width <= 4   ? fit<1>(access)
                    : access.width == 8 ? fit<2>(access)
                                        : fit<4>(access);
  if (fits) log(access, stamp);
  return fits;
}

template <std::uint32_t kWords>
bool RaceScreen::fit(const RaceAccess& access) {
  return is_common<kWords>(access) || use_words<kWords>(access);
}

// Every lane's words are already everyone's for this use, as in a loop over a tile.
template <std::uint32_t kWords>
bool RaceScreen::is_common(const RaceAccess& access) const {
  const auto& offsets = *access.offsets;
  const std::uint32_t common = state(kEveryone, access.kind);
  std::uint32_t different = 0;
  each_lane(access.mask, [&](std::uint32_t lane) {
    for (std::uint32_t i = 0; i < kWords; ++i) different |= words_[offsets[lane] / 4 + i] ^ common;
  });
  return different == 0;
}

template <std::uint32_t kWords>
bool RaceScreen::use_words(const RaceAccess& access) {
  const auto& offsets = *access.offsets;
  const RaceAccessKind use = plain(access.kind);
  const std::uint32_t first_thread = access.warp * kWarpSize;
  const std::uint32_t before_another =
      use == RaceAccessKind::write ? 0 : access.mask & access.mask >> 1;
  bool fits = true;
  std::uint64_t done = ~std::uint64_t{0};
  each_lane(access.mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = offsets[lane];
    if (offset == done) return;
    // Neighbours that share a place, unless they write, are looked at once.
    const bool is_shared = (before_another >> lane & 1) != 0 && offsets[lane + 1] == offset;
    if (is_shared) done = offset;
    const std::uint32_t owner = is_shared ? kEveryone : first_thread + lane;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      fits = use_word(words_[offset / 4 + i], owner, use) && fits;
    }
  });
  return fits;
}

inline bool RaceScreen::use_word(std::uint32_t& word, std::uint32_t owner,
                                 RaceAccessKind use) const {
  const std::uint32_t own = state(owner, use);
  const bool is_fresh = word < epoch_;
  const bool is_own = owner != kEveryone && (word ^ own) >> kUseBits == 0;
  const bool is_same_use = (word ^ own) % (1u << kUseBits) == 0;
  const std::uint32_t own_again = is_same_use ? own : state(owner, RaceAccessKind::write);
  word = is_fresh ? own : is_own ? own_again : state(kEveryone, use);
  return is_fresh || is_own || (is_same_use && use != RaceAccessKind::write);
}

void RaceScreen::log(const RaceAccess& access, const RaceStamp& stamp) {
  Entry& entry = log_.emplace_back();
  entry.access = access;
  entry.stamp = stamp;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    entry.offsets[lane] = static_cast<std::uint32_t>((*access.offsets)[lane]);
  }
  if (access.values == nullptr) return;
  entry.has_values = true;
  entry.first_value = static_cast<std::uint32_t>(values_.size());
  values_.insert(values_.end(), access.values, access.values + kWarpSize * access.width);
}

void RaceScreen::start_epoch() {
  log_.clear();
  values_.clear();
  epoch_ += kEpochStep;
  if (epoch_ != 0) return;
  std::ranges::fill(words_, 0u);
  epoch_ = kEpochStep;
}

}  // namespace warplens::machine
