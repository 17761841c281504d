#include "kernels/machine/races/race_screen.h"

#include <algorithm>

#include "kernels/machine/operations/lane_loops.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/operations/run_loop.h"

namespace warplens::machine {
namespace {

constexpr unsigned kHalf = kLanes / 2;

// Whether half a warp goes from word to word.
WARPLENS_INLINE bool goes_by_words(const std::uint64_t* offsets) {
  std::uint64_t different = 0;
  for (std::uint64_t i = 0; i < kHalf; ++i) different |= offsets[i] ^ (offsets[0] + 4 * i);
  return different == 0;
}

// Bits in which all lanes' words differ from `state`.
struct DifferFrom {
  WARPLENS_INLINE static std::uint32_t run(const std::uint32_t* words, const std::uint64_t* offsets,
                                           std::uint32_t state) {
    std::uint32_t different = 0;
    for (unsigned half = 0; half < kLanes; half += kHalf) {
      const std::uint64_t* const own = offsets + half;
      if (goes_by_words(own)) {
        const std::uint32_t* const first = words + own[0] / 4;
        for (unsigned i = 0; i < kHalf; ++i) different |= first[i] ^ state;
      } else {
        for (unsigned i = 0; i < kHalf; ++i) different |= words[own[i] / 4] ^ state;
      }
    }
    return different;
  }
};

// Words of half a warp, one behind the other, become `own` + i × `step`; false, and as they were,
// where one is neither that already nor below `fresh`.
struct ClaimWords {
  WARPLENS_INLINE static bool run(std::uint32_t* words, std::uint32_t fresh, std::uint32_t own,
                                  std::uint32_t step) {
    std::uint32_t taken = 0;
    for (unsigned i = 0; i < kHalf; ++i) {
      const std::uint32_t is_old = words[i] < fresh ? 1 : 0;
      const std::uint32_t is_own = words[i] == own + i * step ? 1 : 0;
      taken |= 1 - (is_old | is_own);
    }
    if (taken != 0) return false;
    for (unsigned i = 0; i < kHalf; ++i) words[i] = own + i * step;
    return true;
  }
};

struct GoesByWords {
  WARPLENS_INLINE static bool run(const std::uint64_t* offsets) { return goes_by_words(offsets); }
};

}  // namespace

bool RaceScreen::admit(const RaceAccess& access, const RaceStamp& stamp) {
  if (log_.size() == kLogEntries) return false;
  const bool fits = access.width <= 4   ? fit<1>(access)
                    : access.width == 8 ? fit<2>(access)
                                        : fit<4>(access);
  if (fits) log(access, stamp);
  return fits;
}

// Neighbours that share a place, unless they write, are looked at once: through the first of them.
// That is quicker and nothing else, so it is done where the first lanes of a half do.
template <std::uint32_t kWords>
bool RaceScreen::fit(const RaceAccess& access) {
  const auto& offsets = *access.offsets;
  const bool share = offsets[0] == offsets[1] || offsets[kHalf] == offsets[kHalf + 1];
  const bool may_share = share && plain(access.kind) != RaceAccessKind::write;
  const std::uint32_t neighbours = may_share ? access.mask & access.mask >> 1 : 0;
  const std::uint32_t before_another =
      neighbours == 0 ? 0 : neighbours & same_as_next(*access.offsets);
  const std::uint32_t lanes = access.mask & ~(before_another << 1);
  return is_common<kWords>(access, lanes) || use_words<kWords>(access, lanes, before_another);
}

// Every lane's words are already everyone's for this use, as in a loop over a tile.
template <std::uint32_t kWords>
bool RaceScreen::is_common(const RaceAccess& access, std::uint32_t lanes) const {
  const auto& offsets = *access.offsets;
  const std::uint32_t common = state(kEveryone, access.kind);
  if (lanes == 0) return true;
  if (words_[offsets[first_lane(lanes)] / 4] != common) return false;
  if (kWords == 1 && lanes == kAllLanes)
    return run_loop<DifferFrom>(words_.data(), offsets.data(), common) == 0;
  std::uint32_t different = 0;
  each_lane(lanes, [&](std::uint32_t lane) {
    for (std::uint32_t i = 0; i < kWords; ++i) different |= words_[offsets[lane] / 4 + i] ^ common;
  });
  return different == 0;
}

template <std::uint32_t kWords>
bool RaceScreen::use_words(const RaceAccess& access, std::uint32_t lanes,
                           std::uint32_t before_another) {
  const auto& offsets = *access.offsets;
  const RaceAccessKind use = plain(access.kind);
  const std::uint32_t first_thread = access.warp * kWarpSize;
  if (kWords == 1) lanes &= ~claim_runs(access, lanes);
  bool fits = true;
  each_lane(lanes, [&](std::uint32_t lane) {
    const bool is_shared = (before_another >> lane & 1) != 0;
    const std::uint32_t owner = is_shared ? kEveryone : first_thread + lane;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      fits = use_word(words_[offsets[lane] / 4 + i], owner, use) && fits;
    }
  });
  return fits;
}

// Halves of the warp whose words lie one behind the other and are new to the epoch, or their
// lane's own. In which order an access uses its words makes no difference.
std::uint32_t RaceScreen::claim_runs(const RaceAccess& access, std::uint32_t lanes) {
  constexpr std::uint32_t kHalfMask = (1u << kHalf) - 1;
  std::uint32_t claimed = 0;
  for (unsigned half = 0; half < kLanes; half += kHalf) {
    if ((lanes >> half & kHalfMask) != kHalfMask) continue;
    const std::uint64_t* const offsets = access.offsets->data() + half;
    if (!run_loop<GoesByWords>(offsets)) continue;
    const std::uint32_t own = state(access.warp * kWarpSize + half, access.kind);
    if (run_loop<ClaimWords>(words_.data() + offsets[0] / 4, epoch_, own, 1u << kUseBits))
      claimed |= kHalfMask << half;
  }
  return claimed;
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
  take_low_halves(*access.offsets, entry.offsets);
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
