#include "kernels/machine/program/race_screen.h"

#include <algorithm>

#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/operations/run_loop.h"

namespace warplens::machine {
namespace {

constexpr unsigned kHalf = LaneShape::kHalf;

// The word of a lane so far from the first one.
WARPLENS_INLINE std::uint64_t word_of(std::uint64_t base, std::int32_t distance) {
  return (base + static_cast<std::uint64_t>(std::int64_t{distance})) / 4;
}

// Whether all lanes of a half go from place to place of so many words.
template <std::uint32_t kWords>
WARPLENS_INLINE bool is_run(const LaneShape& shape, std::uint32_t lanes, unsigned half) {
  return (lanes >> half * kHalf & LaneShape::kHalfMask) == LaneShape::kHalfMask &&
         shape.steps[half] == 4 * kWords;
}

// Bits in which any lane's words differ from `state`.
template <std::uint32_t kWords>
struct DifferFrom {
  WARPLENS_INLINE static std::uint32_t run(const std::uint32_t* words, const LaneShape* shape,
                                           std::uint64_t base, std::uint32_t lanes,
                                           std::uint32_t state) {
    std::uint32_t different = 0;
    for (unsigned half = 0; half < 2; ++half) {
      const std::int32_t* const distances = shape->distances.data() + half * kHalf;
      if (is_run<kWords>(*shape, lanes, half)) {
        const std::uint32_t* const first = words + word_of(base, distances[0]);
        for (unsigned i = 0; i < kHalf * kWords; ++i) different |= first[i] ^ state;
        continue;
      }
      for (std::uint32_t rest = lanes >> half * kHalf & LaneShape::kHalfMask; rest != 0;
           rest &= rest - 1) {
        const std::uint32_t* const own = words + word_of(base, distances[std::countr_zero(rest)]);
        for (std::uint32_t i = 0; i < kWords; ++i) different |= own[i] ^ state;
      }
    }
    return different;
  }
};

// The distance in words from one lane to the next of a half-warp, if no two lanes share a word; 0:
// they may.
template <std::uint32_t kWords>
std::ptrdiff_t pitch_of(const LaneShape& shape, std::uint32_t lanes, unsigned half) {
  if ((lanes >> half * kHalf & LaneShape::kHalfMask) != LaneShape::kHalfMask) return 0;
  const std::int32_t step = shape.steps[half];
  if (step == LaneShape::kNoStep || step % 4 != 0) return 0;
  const std::ptrdiff_t pitch = step / 4;
  return pitch >= std::ptrdiff_t{kWords} || pitch <= -std::ptrdiff_t{kWords} ? pitch : 0;
}

}  // namespace

// Does what use_word() does for half a warp's words: so many words a lane, and a pitch from one
// lane's to the next one's. They become `own` and a `step` more from lane to lane, or everyone's.
template <std::uint32_t kWords>
struct RaceScreen::UseHalf {
  struct States {
    std::uint32_t fresh, own, step, common;
    bool is_owned, writes;
  };
  WARPLENS_INLINE static bool run(std::uint32_t* words, std::ptrdiff_t pitch, States states) {
    return pitch == kWords ? use(words, kWords, states) : use(words, pitch, states);
  }
  WARPLENS_INLINE static bool use(std::uint32_t* words, std::ptrdiff_t pitch, States states) {
    constexpr std::uint32_t kUses = (1u << kUseBits) - 1;
    std::uint32_t misfits = 0;
    for (unsigned i = 0; i < kHalf * kWords; ++i) {
      std::uint32_t& word = words[i / kWords * pitch + i % kWords];
      const std::uint32_t own = states.own + i / kWords * states.step;
      const std::uint32_t differs = word ^ own;
      const bool is_fresh = word < states.fresh;
      const bool is_own = states.is_owned & (differs <= kUses);
      const bool is_same_use = (differs & kUses) == 0;
      const std::uint32_t again = is_same_use ? own : (own & ~kUses) | kWrite;
      misfits |= !(is_fresh | is_own | (is_same_use & !states.writes));
      word = is_fresh ? own : is_own ? again : states.common;
    }
    return misfits == 0;
  }
};

bool RaceScreen::admit(const RaceAccess& access, const RaceStamp& stamp) {
  if (log_.size() == kLogEntries) return false;
  const bool fits = access.width <= 4   ? fit<1>(access)
                    : access.width == 8 ? fit<2>(access)
                                        : fit<4>(access);
  if (fits) log(access, stamp);
  return fits;
}

// Lanes that share a place, unless they write, are looked at once.
template <std::uint32_t kWords>
bool RaceScreen::fit(const RaceAccess& access) {
  const LaneShape& shape = *access.lanes.shape;
  const bool may_share = access.mask == shape.mask && plain(access.kind) != RaceAccessKind::write;
  const std::uint32_t lanes = may_share ? access.mask & ~shape.repeating : access.mask;
  return is_common<kWords>(access, lanes) ||
         use_words<kWords>(access, lanes, may_share ? shape.repeated : 0);
}

// Every lane's words are already everyone's for this use, as in a loop over a tile.
template <std::uint32_t kWords>
bool RaceScreen::is_common(const RaceAccess& access, std::uint32_t lanes) const {
  if (lanes == 0) return true;
  const std::uint32_t common = state(kEveryone, access.kind);
  const PlacedLanes& places = access.lanes;
  if (words_[places[first_lane(lanes)] / 4] != common) return false;
  return run_loop<DifferFrom<kWords>>(words_.data(), places.shape, places.base, lanes, common) == 0;
}

template <std::uint32_t kWords>
bool RaceScreen::use_words(const RaceAccess& access, std::uint32_t lanes, std::uint32_t repeated) {
  bool fits = true;
  for (unsigned half = 0; half < 2; ++half) {
    const std::uint32_t half_mask = LaneShape::kHalfMask << half * kHalf;
    const std::uint32_t shared = repeated & half_mask;
    const std::ptrdiff_t pitch = pitch_of<kWords>(*access.lanes.shape, lanes, half);
    if (pitch == 0 || (shared != 0 && shared != half_mask)) continue;
    fits = use_half<kWords>(access, half, pitch, shared != 0) && fits;
    lanes &= ~half_mask;
  }
  const RaceAccessKind use = plain(access.kind);
  each_lane(lanes, [&](std::uint32_t lane) {
    const bool is_shared = (repeated >> lane & 1) != 0;
    const std::uint32_t owner = is_shared ? kEveryone : access.warp * kWarpSize + lane;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      fits = use_word(words_[access.lanes[lane] / 4 + i], owner, use) && fits;
    }
  });
  return fits;
}

// In which order an access uses its words makes no difference.
template <std::uint32_t kWords>
bool RaceScreen::use_half(const RaceAccess& access, unsigned half, std::ptrdiff_t pitch,
                          bool is_shared) {
  const std::uint32_t lane = half * kHalf;
  const std::uint32_t owner = is_shared ? kEveryone : access.warp * kWarpSize + lane;
  const typename UseHalf<kWords>::States states{epoch_,
                                                state(owner, access.kind),
                                                is_shared ? 0 : 1u << kUseBits,
                                                state(kEveryone, access.kind),
                                                !is_shared,
                                                plain(access.kind) == RaceAccessKind::write};
  return run_loop<UseHalf<kWords>>(words_.data() + access.lanes[lane] / 4, pitch, states);
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
  entry.shape = keep(*access.lanes.shape);
  if (access.values == nullptr) return;
  entry.has_values = true;
  entry.first_value = static_cast<std::uint32_t>(values_.size());
  values_.insert(values_.end(), access.values, access.values + kWarpSize * access.width);
}

std::uint32_t RaceScreen::keep(const LaneShape& shape) {
  KnownShape& known = known_[shape.number % known_.size()];
  if (shape.number != 0 && known.number == shape.number) return known.index;
  known = {shape.number, static_cast<std::uint32_t>(shapes_.size())};
  shapes_.push_back(shape);
  return known.index;
}

void RaceScreen::start_epoch() {
  log_.clear();
  values_.clear();
  if (shapes_.size() > kShapes) {
    shapes_.clear();
    known_.fill({});
  }
  epoch_ += kEpochStep;
  if (epoch_ != 0) return;
  std::ranges::fill(words_, 0u);
  epoch_ = kEpochStep;
}

}  // namespace warplens::machine
