#include "kernels/machine/launch/thread_screen.h"

#include <algorithm>
#include <bit>

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

void ThreadScreen::start() {
  stripes_.clear();
  words_.clear();
  word_uses_ = 0;
  words_begin_ = ~std::uint64_t{0};
  words_end_ = 0;
  suspects_.clear();
}

void ThreadScreen::add(std::uint64_t buffer, const PlacedLanes& lanes, std::uint32_t mask,
                       std::uint32_t width, GlobalUse use, std::uint32_t warp) {
  const Lanes all{buffer, &lanes, width, use, warp * kWarpSize};
  if (mask == ~0u) {
    const auto step = lanes.shape->step();
    if (step.has_value() && add_stripe(all, 0, kWarpSize, *step)) return;
  } else if (std::has_single_bit(mask)) {
    if (add_stripe(all, first_lane(mask), 1, static_cast<std::int32_t>(width))) return;
  }
  add_half(all, mask, 0);
  add_half(all, mask, 1);
}

void ThreadScreen::add_half(const Lanes& lanes, std::uint32_t mask, std::uint32_t half) {
  const auto first = static_cast<std::uint32_t>(half * LaneShape::kHalf);
  const std::uint32_t own = mask & LaneShape::kHalfMask << first;
  const bool is_whole = own == LaneShape::kHalfMask << first;
  const std::int32_t step = lanes.places->shape->steps[half];
  if (is_whole && step != LaneShape::kNoStep && add_stripe(lanes, first, LaneShape::kHalf, step)) {
    return;
  }
  add_words(lanes, own);
}

bool ThreadScreen::add_stripe(const Lanes& lanes, std::uint32_t first, std::uint32_t count,
                              std::int32_t step) {
  ThreadStripe stripe{lanes.buffer,
                      (*lanes.places)[first] - lanes.buffer,
                      lanes.width,
                      lanes.width,
                      ThreadStripe::kEveryone,
                      1,
                      bit_of(lanes.use)};
  if (step >= static_cast<std::int32_t>(lanes.width)) {
    stripe.step = static_cast<std::uint32_t>(step);
    stripe.owner = lanes.first_thread + first;
    stripe.count = static_cast<std::uint16_t>(count);
  } else if (step != 0 || lanes.use == GlobalUse::write) {
    return false;
  }
  stripes_.add(stripe);
  if (stripes_.is_full()) give_stripes_to_words();
  return true;
}

void ThreadScreen::add_words(const Lanes& lanes, std::uint32_t mask) {
  each_lane(mask, [&](std::uint32_t lane) {
    add_word((*lanes.places)[lane], lanes.width, lanes.first_thread + lane, lanes.use);
  });
}

void ThreadScreen::add_word(std::uint64_t address, std::uint32_t width, std::uint32_t thread,
                            GlobalUse use) {
  word_uses_ |= bit_of(use);
  words_begin_ = std::min(words_begin_, address);
  words_end_ = std::max(words_end_, address + width);
  each_mask(address, address + width, [&](const ByteMask& bytes) {
    const auto from = static_cast<std::uint64_t>(std::countr_zero(bytes.bits));
    words_.add(bytes.word * kBytesAWord + from,
               static_cast<std::uint32_t>(std::popcount(bytes.bits)), thread, use, suspects_);
  });
}

bool ThreadScreen::meets_words() const {
  return std::ranges::any_of(stripes_.all(), [&](const ThreadStripe& stripe) {
    return stripe.buffer + stripe.begin < words_end_ && words_begin_ < stripe.buffer + stripe.end();
  });
}

void ThreadScreen::give_stripes_to_words() {
  for (const ThreadStripe& stripe : stripes_.all()) {
    const bool is_everyones = stripe.owner == ThreadStripe::kEveryone;
    for (std::uint64_t place = 0; place < std::uint64_t{stripe.rounds} * stripe.count; ++place) {
      const auto i = static_cast<std::uint32_t>(place % stripe.count);
      const std::uint64_t address = stripe.buffer + stripe.begin +
                                    place / stripe.count * stripe.stride +
                                    std::uint64_t{i} * stripe.step;
      const std::uint32_t thread = is_everyones ? ThreadWords::kEveryone : stripe.owner + i;
      for (const GlobalUse use : {GlobalUse::read, GlobalUse::write, GlobalUse::strong}) {
        if ((stripe.uses & bit_of(use)) != 0) add_word(address, stripe.extent, thread, use);
      }
    }
  }
  stripes_.clear();
}

void ThreadScreen::end_epoch() {
  const unsigned uses = stripes_.uses() | word_uses_;
  if (uses != 0 && !are_harmless(uses)) {
    if ((!words_.is_empty() && meets_words()) || !stripes_.are_apart()) give_stripes_to_words();
  }
  stripes_.clear();
  words_.clear();
  word_uses_ = 0;
  words_begin_ = ~std::uint64_t{0};
  words_end_ = 0;
}

std::vector<std::uint64_t> ThreadScreen::suspects() const {
  std::vector<std::uint64_t> lines(suspects_.begin(), suspects_.end());
  if (lines.size() > kMostSuspects) lines.resize(kMostSuspects);
  return lines;
}

}  // namespace warplens::machine
