// cvt.pack: two integers, each brought into the range of a narrow type, side by side, with what was
// packed before above them.
#include <algorithm>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kPackedBits = 0x1f, kPackedSign = 0x20;  // parts of an option

std::uint32_t packed_one(std::uint32_t option, std::int32_t value) {
  const std::uint32_t bits = option & kPackedBits;
  const bool is_signed = (option & kPackedSign) != 0;
  const std::int32_t greatest = (1 << (is_signed ? bits - 1 : bits)) - 1;
  const std::int32_t least = is_signed ? -greatest - 1 : 0;
  return static_cast<std::uint32_t>(std::clamp(value, least, greatest)) & ((1u << bits) - 1);
}

struct PackTwo {
  std::uint32_t operator()(std::uint32_t option, std::int32_t a, std::int32_t b) const {
    return packed_one(option, a) << (option & kPackedBits) | packed_one(option, b);
  }
};

struct PackBelow {
  std::uint32_t operator()(std::uint32_t option, std::int32_t a, std::int32_t b,
                           std::uint32_t c) const {
    return c << (2 * (option & kPackedBits)) | PackTwo{}(option, a, b);
  }
};

struct PackedType {
  std::string_view name;
  std::uint32_t option;
};
constexpr PackedType kPackedTypes[] = {
    {"u2", 2}, {"s2", 2 | kPackedSign}, {"u4", 4},   {"s4", 4 | kPackedSign},
    {"u8", 8}, {"s8", 8 | kPackedSign}, {"u16", 16}, {"s16", 16 | kPackedSign}};

}  // namespace

// cvt.pack.sat.{u16,s16}.s32 d, a, b;   cvt.pack.sat.{u2,s2,u4,s4,u8,s8}.s32.b32 d, a, b, c;
std::optional<Operation> find_pack_operation(InstructionReader& reader) {
  if (!reader.take("sat")) return std::nullopt;
  const auto type = std::ranges::find_if(
      kPackedTypes, [&](const PackedType& one) { return reader.take(one.name); });
  if (type == std::end(kPackedTypes) || !reader.take("s32")) return std::nullopt;
  if ((type->option & kPackedBits) == 16) {
    return map_each<PackTwo, std::uint32_t, std::int32_t, std::int32_t>(type->option);
  }
  if (!reader.take("b32")) return std::nullopt;
  return map_each<PackBelow, std::uint32_t, std::int32_t, std::int32_t, std::uint32_t>(
      type->option);
}

}  // namespace warplens::machine
