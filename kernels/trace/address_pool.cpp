#include "kernels/trace/address_pool.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace warplens::trace {

namespace {

// An entry is a form, a 64-bit base (low word first), and what the form needs after it.
enum Form : std::uint32_t {
  kLinear,  // stride, sign-extended: lane i is at base + i × stride
  kNarrow,  // one 32-bit delta an active lane
  kWide,    // one 64-bit delta an active lane
};
constexpr std::size_t kHeaderWords = 3;

using Addresses = std::array<std::uint64_t, kWarpSize>;

struct Linear {
  std::uint64_t base;  // of lane 0, active or not; wraps around
  std::uint32_t stride;
};

std::uint64_t sign_extended(std::uint32_t stride) {
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(stride)});
}

// All arithmetic is modulo 2^64, so any addresses at all are safe.
std::optional<Linear> as_linear(std::uint32_t mask, const Addresses& addresses) {
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

void push_64(std::vector<std::uint32_t>& words, std::uint64_t value) {
  words.push_back(static_cast<std::uint32_t>(value));
  words.push_back(static_cast<std::uint32_t>(value >> 32));
}

std::uint64_t read_64(const std::uint32_t* words) {
  return words[0] | std::uint64_t{words[1]} << 32;
}

void push_deltas(std::vector<std::uint32_t>& words, std::uint32_t mask,
                 const Addresses& addresses) {
  std::uint64_t lowest = ~std::uint64_t{0};
  std::uint64_t highest = 0;
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const std::uint64_t address = addresses[static_cast<unsigned>(std::countr_zero(left))];
    lowest = std::min(lowest, address);
    highest = std::max(highest, address);
  }
  const bool wide = highest - lowest > 0xffffffffu;
  words.push_back(wide ? kWide : kNarrow);
  push_64(words, lowest);
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const std::uint64_t delta = addresses[static_cast<unsigned>(std::countr_zero(left))] - lowest;
    words.push_back(static_cast<std::uint32_t>(delta));
    if (wide) words.push_back(static_cast<std::uint32_t>(delta >> 32));
  }
}

}  // namespace

std::uint64_t AddressPool::encode(std::uint32_t mask, const Addresses& addresses) {
  const std::uint64_t handle = words_.size();
  if (const auto linear = as_linear(mask, addresses)) {
    words_.push_back(kLinear);
    push_64(words_, linear->base);
    words_.push_back(linear->stride);
  } else {
    push_deltas(words_, mask, addresses);
  }
  return handle;
}

void AddressPool::decode(std::uint64_t handle, std::uint32_t mask, Addresses& addresses) const {
  const std::uint32_t* entry = words_.data() + handle;
  const std::uint32_t form = entry[0];
  const std::uint64_t base = read_64(entry + 1);
  const std::uint32_t* data = entry + kHeaderWords;
  addresses.fill(0);
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (form == kLinear) {
      addresses[lane] = base + lane * sign_extended(*data);
    } else {
      addresses[lane] = base + (form == kWide ? read_64(data) : *data);
      data += form == kWide ? 2 : 1;
    }
  }
}

std::uint64_t AddressPool::append(const AddressPool& other) {
  const std::uint64_t offset = words_.size();
  append(other.words());
  return offset;
}

void AddressPool::append(std::span<const std::uint32_t> words) {
  words_.insert(words_.end(), words.begin(), words.end());
}

std::optional<std::size_t> AddressPool::entry_words(std::span<const std::uint32_t> words,
                                                    std::uint32_t mask) {
  if (words.empty() || words[0] > kWide) return std::nullopt;
  const auto lanes = static_cast<std::size_t>(std::popcount(mask));
  const std::size_t data = words[0] == kLinear ? 1 : words[0] == kNarrow ? lanes : 2 * lanes;
  const std::size_t length = kHeaderWords + data;
  if (length > words.size()) return std::nullopt;
  return length;
}

}  // namespace warplens::trace
