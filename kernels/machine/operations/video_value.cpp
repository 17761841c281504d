#include "kernels/machine/operations/video_value.h"

#include <algorithm>
#include <limits>

namespace warplens::machine {
namespace {

using What = VideoOperation::What;
using Second = VideoOperation::Second;
using Part = VideoOperation::Part;

struct BitRange {
  unsigned first = 0, count = 32;
};

BitRange bits_of(Part part) {
  const auto which = static_cast<unsigned>(part);
  if (part == Part::whole) return {};
  if (which < static_cast<unsigned>(Part::h0))
    return {8 * (which - static_cast<unsigned>(Part::b0)), 8};
  return {16 * (which - static_cast<unsigned>(Part::h0)), 16};
}

std::uint64_t ones(unsigned count) { return (std::uint64_t{1} << count) - 1; }

std::int64_t taken(std::uint32_t word, BitRange range, bool is_signed) {
  const std::uint64_t bits = word >> range.first & ones(range.count);
  const bool is_negative = is_signed && (bits >> (range.count - 1) & 1) != 0;
  return static_cast<std::int64_t>(bits) - (is_negative ? std::int64_t{1} << range.count : 0);
}

std::int64_t into_range(std::int64_t value, unsigned bits, bool is_signed) {
  const std::int64_t span = std::int64_t{1} << bits;
  return is_signed ? std::clamp(value, -span / 2, span / 2 - 1)
                   : std::clamp<std::int64_t>(value, 0, span - 1);
}

// Of whole words an unsigned result that is too large wraps, .sat or not.
std::int64_t saturated(const VideoOperation& operation, std::int64_t value) {
  const unsigned bits = bits_of(operation.to).count;
  if (bits == 32 && !operation.is_signed) return std::max<std::int64_t>(value, 0);
  return into_range(value, bits, operation.is_signed);
}

bool holds(VideoOperation::Compare compare, std::int64_t a, std::int64_t b) {
  switch (compare) {
    case VideoOperation::Compare::eq:
      return a == b;
    case VideoOperation::Compare::ne:
      return a != b;
    case VideoOperation::Compare::lt:
      return a < b;
    case VideoOperation::Compare::le:
      return a <= b;
    case VideoOperation::Compare::gt:
      return a > b;
    case VideoOperation::Compare::ge:
      return a >= b;
  }
  return false;
}

std::int64_t shifted(const VideoOperation& operation, std::int64_t a, std::int64_t b) {
  const std::int64_t by = operation.wraps ? b & 31 : std::min<std::int64_t>(b & 0xffffffff, 32);
  if (operation.what == What::shr) return a >> by;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << by);
}

std::int64_t computed(const VideoOperation& operation, std::int64_t a, std::int64_t b) {
  switch (operation.what) {
    case What::add:
      return a + b;
    case What::sub:
      return a - b;
    case What::absdiff:
      return std::max(a - b, b - a);
    case What::avrg:
      return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case What::min:
      return std::min(a, b);
    case What::max:
      return std::max(a, b);
    case What::set:
      return holds(operation.compare, a, b) ? 1 : 0;
    default:
      return shifted(operation, a, b);
  }
}

std::uint32_t second(const VideoOperation& operation, std::int64_t value, std::uint32_t c) {
  const auto bits = static_cast<std::uint32_t>(value);
  const auto less = [&](std::uint32_t x, std::uint32_t y) {
    return operation.is_signed ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(y)
                               : x < y;
  };
  switch (operation.second) {
    case Second::none:
      return bits;
    case Second::add:
      return bits + c;
    case Second::min:
      return less(c, bits) ? c : bits;
    case Second::max:
      return less(bits, c) ? c : bits;
    case Second::merge:
      break;
  }
  // The upper half stays where it is.
  if (operation.to == Part::h1) return (bits & 0xffff0000u) | (c & 0xffffu);
  const BitRange range = bits_of(operation.to);
  const auto kept = static_cast<std::uint32_t>(ones(range.count) << range.first);
  return (bits << range.first & kept) | (c & ~kept);
}

// In 64 bits and signed, whatever the types; what is scaled comes in without its sign.
std::uint32_t multiplied(const VideoOperation& operation, std::uint32_t a, std::uint32_t b,
                         std::uint32_t c) {
  const std::int64_t sum = taken(a, {}, true) * taken(b, {}, true) + taken(c, {}, true);
  const auto scaled =
      operation.is_signed || operation.scale == 0
          ? sum >> operation.scale
          : static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) >> operation.scale);
  return static_cast<std::uint32_t>(
      operation.saturates ? into_range(scaled, 32, operation.is_signed) : scaled);
}

std::uint32_t of_parts(const VideoOperation& operation, std::uint32_t a, std::uint32_t b,
                       std::uint32_t c) {
  const unsigned bits = 32 / operation.parts;
  std::uint32_t result = operation.second == Second::add ? c : 0;
  for (unsigned first = 0; first < 32; first += bits) {
    std::int64_t value = computed(operation, taken(a, {first, bits}, operation.is_a_signed),
                                  taken(b, {first, bits}, operation.is_b_signed));
    if (operation.saturates) value = into_range(value, bits, operation.is_signed);
    const auto low = static_cast<std::uint32_t>(value);
    result += operation.second == Second::add
                  ? low
                  : (low & static_cast<std::uint32_t>(ones(bits))) << first;
  }
  return result;
}

template <class Field>
void each_field(VideoOperation& operation, Field field) {
  field(operation.what, 4);
  field(operation.second, 3);
  field(operation.compare, 3);
  field(operation.to, 3);
  field(operation.a, 3);
  field(operation.b, 3);
  field(operation.is_signed, 1);
  field(operation.is_a_signed, 1);
  field(operation.is_b_signed, 1);
  field(operation.saturates, 1);
  field(operation.wraps, 1);
  field(operation.scale, 4);
  field(operation.parts, 3);
}

}  // namespace

std::uint32_t packed(VideoOperation operation) {
  std::uint32_t bits = 0;
  unsigned at = 0;
  each_field(operation, [&](const auto& value, unsigned count) {
    bits |= static_cast<std::uint32_t>(value) << at;
    at += count;
  });
  return bits;
}

VideoOperation unpacked(std::uint32_t bits) {
  VideoOperation operation;
  each_field(operation, [&]<class T>(T& value, unsigned count) {
    value = static_cast<T>(bits & ones(count));
    bits >>= count;
  });
  return operation;
}

std::uint32_t apply(const VideoOperation& operation, std::uint32_t a, std::uint32_t b,
                    std::uint32_t c) {
  if (operation.parts != 1) return of_parts(operation, a, b, c);
  if (operation.what == What::mad) return multiplied(operation, a, b, c);
  std::int64_t value = computed(operation, taken(a, bits_of(operation.a), operation.is_a_signed),
                                taken(b, bits_of(operation.b), operation.is_b_signed));
  if (operation.saturates) value = saturated(operation, value);
  return second(operation, value, c);
}

}  // namespace warplens::machine
