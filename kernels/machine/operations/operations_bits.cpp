// Bit fields and counts: bfe, bfi, bmsk, szext, brev, clz, popc, bfind, fns, prmt.
#include <algorithm>
#include <array>
#include <bit>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {
namespace {

// `length` ones, at most the whole word.
template <class T>
WARPLENS_INLINE T ones(std::uint32_t length) {
  constexpr std::uint32_t kWidth = 8 * sizeof(T);
  return length >= kWidth ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << length) - 1);
}

template <class T>
struct ExtractField {
  using U = std::make_unsigned_t<T>;
  WARPLENS_INLINE T operator()(T a, std::uint32_t b, std::uint32_t c) const {
    constexpr std::uint32_t kWidth = 8 * sizeof(T);
    const std::uint32_t position = b & 0xffu;
    const std::uint32_t length = c & 0xffu;
    const U bits = static_cast<U>(a);
    const U field = (position < kWidth ? bits >> (position % kWidth) : U{0}) & ones<U>(length);
    if (std::is_unsigned_v<T> || length == 0) return static_cast<T>(field);
    const std::uint32_t sign_place = std::min(position + length - 1, kWidth - 1);
    const bool negative = (bits >> sign_place & 1u) != 0;
    // The sign fills everything from the field's end, or from the word's end when that comes first.
    const std::uint32_t filled = std::min(length, position < kWidth ? kWidth - position : 0u);
    return static_cast<T>(negative ? field | static_cast<U>(~ones<U>(filled)) : field);
  }
};

template <class U>
struct InsertField {
  WARPLENS_INLINE U operator()(U a, U b, std::uint32_t c, std::uint32_t d) const {
    constexpr std::uint32_t kWidth = 8 * sizeof(U);
    const std::uint32_t position = c & 0xffu;
    if (position >= kWidth) return b;
    const U field = static_cast<U>(ones<U>(d & 0xffu) << position);
    return static_cast<U>((b & ~field) | (static_cast<U>(a << position) & field));
  }
};

template <bool Clamps>
struct MakeMask {
  WARPLENS_INLINE std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
    if (Clamps && a >= 32) return 0;
    const std::uint32_t position = a & 31u;
    const std::uint32_t length = Clamps ? std::min(b, 32u) : b & 31u;
    return ones<std::uint32_t>(length) << position;
  }
};

// Keeps the low b bits and extends them, with T's signedness.
template <class T, bool Clamps>
struct ExtendFrom {
  WARPLENS_INLINE T operator()(T a, std::uint32_t b) const {
    if (Clamps && b >= 32) return a;
    const std::uint32_t length = b & 31u;
    if (length == 0) return 0;
    const auto bits = static_cast<std::uint32_t>(a) << (32 - length);
    return static_cast<T>(static_cast<T>(bits) >> (32 - length));
  }
};

struct Reverse {
  template <class U>
  U operator()(U a) const {
    U reversed = 0;
    for (unsigned i = 0; i < 8 * sizeof(U); ++i) {
      reversed = static_cast<U>(reversed << 1 | (a >> i & 1u));
    }
    return reversed;
  }
};

struct CountLeadingZeros {
  template <class U>
  WARPLENS_INLINE std::uint32_t operator()(U a) const {
    return static_cast<std::uint32_t>(std::countl_zero(a));
  }
};

struct CountOnes {
  template <class U>
  WARPLENS_INLINE std::uint32_t operator()(U a) const {
    return static_cast<std::uint32_t>(std::popcount(a));
  }
};

// The highest bit that is not the sign; with ShiftAmount, how far it is from the top.
template <class T, bool ShiftAmount>
struct FindBit {
  std::uint32_t operator()(T a) const {
    constexpr std::uint32_t kWidth = 8 * sizeof(T);
    using U = std::make_unsigned_t<T>;
    const U bits = static_cast<U>(a < 0 ? ~a : a);
    if (bits == 0) return 0xffffffffu;
    const auto from_top = static_cast<std::uint32_t>(std::countl_zero(bits));
    return ShiftAmount ? from_top : kWidth - 1 - from_top;
  }
};

struct FindNthSet {
  std::uint32_t operator()(std::uint32_t word, std::uint32_t base, std::int32_t offset) const {
    const auto is_set = [word](std::int64_t i) { return (word >> i & 1u) != 0; };
    if (offset == 0) return base < 32 && is_set(base) ? base : 0xffffffffu;
    const int step = offset > 0 ? 1 : -1;
    std::int64_t wanted = offset > 0 ? std::int64_t{offset} : -std::int64_t{offset};
    for (std::int64_t i = base; i >= 0 && i < 32; i += step) {
      if (is_set(i) && --wanted == 0) return static_cast<std::uint32_t>(i);
    }
    return 0xffffffffu;
  }
};

WARPLENS_INLINE std::uint32_t byte_of(std::uint64_t pair, unsigned place) {
  return static_cast<std::uint32_t>(pair >> (8 * place)) & 0xffu;
}

// Bit 3 of a selector replicates its byte's sign.
struct Permute {
  WARPLENS_INLINE std::uint32_t operator()(std::uint32_t a, std::uint32_t b,
                                           std::uint32_t c) const {
    const std::uint64_t pair = static_cast<std::uint64_t>(b) << 32 | a;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const std::uint32_t selector = c >> (4 * i) & 0xfu;
      const std::uint32_t byte = byte_of(pair, selector & 7u);
      const std::uint32_t sign = (byte >> 7) * 0xffu;
      result |= (selector < 8 ? byte : sign) << (8 * i);
    }
    return result;
  }
};

// The byte of the pair that goes to byte `i` of the result; the selector has two bits.
struct Forward4 {
  static unsigned place(unsigned i, unsigned n) { return n + i; }
};
struct Backward4 {
  static unsigned place(unsigned i, unsigned n) { return (n - i) & 7u; }
};
struct Replicate8 {
  static unsigned place(unsigned, unsigned n) { return n; }
};
struct EdgeClampLeft {
  static unsigned place(unsigned i, unsigned n) { return std::max(i, n); }
};
struct EdgeClampRight {
  static unsigned place(unsigned i, unsigned n) { return std::min(i, n); }
};
struct Replicate16 {
  static unsigned place(unsigned i, unsigned n) { return (n & 1u) * 2 + (i & 1u); }
};

template <class Mode>
struct PermuteBy {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const std::uint64_t pair = static_cast<std::uint64_t>(b) << 32 | a;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) result |= byte_of(pair, Mode::place(i, c & 3u)) << (8 * i);
    return result;
  }
};

std::optional<Operation> find_permute(InstructionReader& reader) {
  using U = std::uint32_t;
  if (reader.take_type() != ptx::ScalarType::b32) return std::nullopt;
  if (reader.take("f4e")) return map_each<PermuteBy<Forward4>, U, U, U, U>();
  if (reader.take("b4e")) return map_each<PermuteBy<Backward4>, U, U, U, U>();
  if (reader.take("rc8")) return map_each<PermuteBy<Replicate8>, U, U, U, U>();
  if (reader.take("ecl")) return map_each<PermuteBy<EdgeClampLeft>, U, U, U, U>();
  if (reader.take("ecr")) return map_each<PermuteBy<EdgeClampRight>, U, U, U, U>();
  if (reader.take("rc16")) return map_each<PermuteBy<Replicate16>, U, U, U, U>();
  return map<Permute, U, U, U, U>();
}

template <class T>
std::optional<Operation> extend_from(bool clamps) {
  return clamps ? map<ExtendFrom<T, true>, T, T, std::uint32_t>()
                : map<ExtendFrom<T, false>, T, T, std::uint32_t>();
}

// bmsk and szext: .clamp or .wrap, 32 bits.
std::optional<Operation> find_clamping(InstructionReader& reader) {
  using U = std::uint32_t;
  const bool clamps = reader.take("clamp");
  if (!clamps && !reader.take("wrap")) return std::nullopt;
  const ptx::ScalarType type = reader.take_type();
  if (reader.opcode() == "szext") {
    if (type == ptx::ScalarType::u32) return extend_from<std::uint32_t>(clamps);
    if (type == ptx::ScalarType::s32) return extend_from<std::int32_t>(clamps);
    return std::nullopt;
  }
  if (type != ptx::ScalarType::b32) return std::nullopt;
  return clamps ? map<MakeMask<true>, U, U, U>() : map<MakeMask<false>, U, U, U>();
}

std::optional<Operation> find_count(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  return with_wide_bits(reader.take_type(), [opcode]<class T>(Type<T>) -> std::optional<Operation> {
    if (opcode == "brev") return map_each<Reverse, T, T>();
    if (opcode == "clz") return map<CountLeadingZeros, std::uint32_t, T>();
    return map<CountOnes, std::uint32_t, T>();
  });
}

}  // namespace

std::optional<Operation> find_bits_operation(InstructionReader& reader) {
  using U = std::uint32_t;
  const std::string_view opcode = reader.opcode();
  if (opcode == "prmt") return find_permute(reader);
  if (opcode == "bmsk" || opcode == "szext") return find_clamping(reader);
  if (opcode == "brev" || opcode == "clz" || opcode == "popc") return find_count(reader);
  if (opcode == "bfe") {
    return with_wide_integer(reader.take_type(), []<class T>(Type<T>) -> std::optional<Operation> {
      return map<ExtractField<T>, T, T, U, U>();
    });
  }
  if (opcode == "bfi") {
    return with_wide_bits(reader.take_type(), []<class T>(Type<T>) -> std::optional<Operation> {
      return map<InsertField<T>, T, T, T, U, U>();
    });
  }
  if (opcode == "bfind") {
    const bool shift_amount = reader.take("shiftamt");
    return with_wide_integer(reader.take_type(), [=]<class T>(Type<T>) -> std::optional<Operation> {
      return shift_amount ? map_each<FindBit<T, true>, U, T>()
                          : map_each<FindBit<T, false>, U, T>();
    });
  }
  if (opcode == "fns" && reader.take_type() == ptx::ScalarType::b32) {
    return map_each<FindNthSet, U, U, U, std::int32_t>();
  }
  return std::nullopt;
}

}  // namespace warplens::machine
