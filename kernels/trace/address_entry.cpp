#include "kernels/trace/address_entry.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "kernels/base/processor.h"

namespace warplens::trace {

namespace {

enum AddressCoding : std::uint32_t {
  kLinear,  // stride, sign-extended: lane i is at base + i × stride
  kNarrow,  // one 32-bit delta an active lane
  kWide,    // one 64-bit delta an active lane
};

struct Linear {
  std::uint64_t base;  // of lane 0, active or not; wraps around
  std::uint32_t stride;
};

std::uint64_t sign_extended(std::uint32_t stride) {
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(stride)});
}

// All arithmetic is modulo 2^64, so any addresses at all are safe.
std::optional<Linear> as_linear(std::uint32_t mask, const LaneAddresses& addresses) {
  const auto first = static_cast<unsigned>(std::countr_zero(mask));
  const std::uint32_t rest = mask & (mask - 1);
  if (rest == 0) return Linear{addresses[first], 0};
  const auto second = static_cast<unsigned>(std::countr_zero(rest));

  const auto step = static_cast<std::int64_t>(addresses[second] - addresses[first]);
  const auto lanes = static_cast<std::int64_t>(second - first);
  if (step % lanes != 0) return std::nullopt;
  const std::int64_t stride = step / lanes;
  if (stride != static_cast<std::int32_t>(stride)) return std::nullopt;

  const auto step_a_lane = static_cast<std::uint64_t>(stride);
  const std::uint64_t base = addresses[first] - first * step_a_lane;
  for (std::uint32_t left = rest; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (addresses[lane] != base + lane * step_a_lane) return std::nullopt;
  }
  return Linear{base, static_cast<std::uint32_t>(stride)};
}

void put_64(std::uint32_t* words, std::uint64_t value) {
  words[0] = static_cast<std::uint32_t>(value);
  words[1] = static_cast<std::uint32_t>(value >> 32);
}

std::uint64_t read_64(const std::uint32_t* words) {
  return words[0] | std::uint64_t{words[1]} << 32;
}

struct Extent {
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
};

Extent extent_of(std::uint32_t mask, const LaneAddresses& addresses) {
  Extent extent;
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const std::uint64_t address = addresses[static_cast<unsigned>(std::countr_zero(left))];
    extent.lowest = std::min(extent.lowest, address);
    extent.highest = std::max(extent.highest, address);
  }
  return extent;
}

// A loop without branches, for all lanes at once.
[[gnu::always_inline]] inline void decode_linear(std::uint64_t base, std::uint64_t stride,
                                                 std::uint32_t mask, LaneAddresses& addresses) {
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    addresses[lane] = (base + lane * stride) & (0 - std::uint64_t{mask >> lane & 1});
  }
}

#if defined(__x86_64__)
WARPLENS_AVX2 void decode_linear_avx2(std::uint64_t base, std::uint64_t stride, std::uint32_t mask,
                                      LaneAddresses& addresses) {
  decode_linear(base, stride, mask, addresses);
}
#endif

}  // namespace

AddressEntry::AddressEntry(std::uint32_t mask, const LaneAddresses& addresses) {
  count_ = kHeaderWords;
  if (const auto linear = as_linear(mask, addresses)) {
    words_[0] = kLinear;
    put_64(words_.data() + 1, linear->base);
    words_[count_++] = linear->stride;
    return;
  }
  const Extent extent = extent_of(mask, addresses);
  span_ = extent.highest - extent.lowest;
  const bool is_wide = span_ > 0xffffffffu;
  words_[0] = is_wide ? kWide : kNarrow;
  put_64(words_.data() + 1, extent.lowest);
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const std::uint64_t delta =
        addresses[static_cast<unsigned>(std::countr_zero(left))] - extent.lowest;
    words_[count_++] = static_cast<std::uint32_t>(delta);
    if (is_wide) words_[count_++] = static_cast<std::uint32_t>(delta >> 32);
  }
}

bool AddressEntry::move_by(std::uint64_t move) {
  const std::uint64_t base = read_64(words_.data() + 1) + move;
  if (base + span_ < base) return false;
  put_64(words_.data() + 1, base);
  return true;
}

std::uint64_t AddressEntry::base_of(std::span<const std::uint32_t> words) {
  return words.empty() ? 0 : read_64(words.data() + 1);
}

std::optional<std::size_t> AddressEntry::length_in(std::span<const std::uint32_t> words,
                                                   std::uint32_t mask) {
  if (words.empty() || words[0] > kWide) return std::nullopt;
  const auto lanes = static_cast<std::size_t>(std::popcount(mask));
  const std::size_t data = words[0] == kLinear ? 1 : words[0] == kNarrow ? lanes : 2 * lanes;
  const std::size_t length = kHeaderWords + data;
  if (length > words.size()) return std::nullopt;
  return length;
}

void AddressEntry::decode(std::span<const std::uint32_t> words, std::uint64_t base,
                          std::uint32_t mask, LaneAddresses& addresses) {
  const std::uint32_t coding = words[0];
  const std::uint32_t* data = words.data() + kHeaderWords;
  if (coding == kLinear) {
#if defined(__x86_64__)
    if (has_avx2()) return decode_linear_avx2(base, sign_extended(*data), mask, addresses);
#endif
    return decode_linear(base, sign_extended(*data), mask, addresses);
  }
  addresses.fill(0);
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    addresses[lane] = base + (coding == kWide ? read_64(data) : *data);
    data += coding == kWide ? 2 : 1;
  }
}

}  // namespace warplens::trace
