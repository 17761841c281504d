// cvt: every pair of integer and floating-point types.
//
// A conversion takes a value of the source type to the destination type (convert_value), told by an
// option how to round. Registers may be wider than the types: the source's low bits are read, and
// the result is sign- or zero-extended (PTX ISA, "Operand Size Exceeding Instruction-Type Size").
#include <algorithm>
#include <cmath>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_convert.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

// The option, from bit 0.
constexpr std::uint32_t kRoundingMask = 0xfu;
constexpr std::uint32_t kFlush = 1u << 4;
constexpr std::uint32_t kSaturate = 1u << 5;
constexpr std::uint32_t kRelu = 1u << 6;
constexpr std::uint32_t kToIntegral = 1u << 7;
constexpr unsigned kSourceBytesShift = 8;
constexpr unsigned kDestinationBytesShift = 12;
constexpr std::uint32_t kBytesMask = 0xfu;
constexpr std::uint32_t kFinite = 1u << 16;

ConversionOptions options_of(std::uint32_t option) {
  return {.rounding = static_cast<Rounding>(option & kRoundingMask),
          .to_integral = (option & kToIntegral) != 0,
          .flush = (option & kFlush) != 0,
          .saturate = (option & kSaturate) != 0,
          .relu = (option & kRelu) != 0,
          .is_finite = (option & kFinite) != 0};
}

std::uint64_t load(const std::byte* frame, std::uint32_t offset, std::uint32_t bytes,
                   unsigned lane) {
  switch (bytes) {
    case 2:
      return reinterpret_cast<const std::uint16_t*>(frame + offset)[lane];
    case 4:
      return reinterpret_cast<const std::uint32_t*>(frame + offset)[lane];
    default:
      return reinterpret_cast<const std::uint64_t*>(frame + offset)[lane];
  }
}

void store(std::byte* frame, std::uint32_t offset, std::uint32_t bytes, unsigned lane,
           std::uint64_t value) {
  switch (bytes) {
    case 2:
      reinterpret_cast<std::uint16_t*>(frame + offset)[lane] = static_cast<std::uint16_t>(value);
      return;
    case 4:
      reinterpret_cast<std::uint32_t*>(frame + offset)[lane] = static_cast<std::uint32_t>(value);
      return;
    default:
      reinterpret_cast<std::uint64_t*>(frame + offset)[lane] = value;
  }
}

template <class T>
T value_of(std::uint64_t bits) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(bits);
  } else {
    return std::bit_cast<T>(static_cast<Bits<T>>(bits));
  }
}

template <class T>
std::uint64_t bits_of(T value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  } else {
    return std::bit_cast<Bits<T>>(value);
  }
}

template <class D, class S>
struct Convert {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    const std::uint32_t option = operands[kOptionPlace];
    const ConversionOptions options = options_of(option);
    const std::uint32_t source_bytes = option >> kSourceBytesShift & kBytesMask;
    const std::uint32_t destination_bytes = option >> kDestinationBytesShift & kBytesMask;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const S value = value_of<S>(load(frame, operands[1], source_bytes, lane));
      store(frame, operands[0], destination_bytes, lane,
            bits_of(convert_value<D, S>(value, options)));
    }
  }
};

// cvt.rn.f16x2.f32 d, a, b: a becomes the high half.
template <class H>
struct ConvertPair {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    const ConversionOptions options = options_of(operands[kOptionPlace]);
    const Source<float> high(frame, operands[1]);
    const Source<float> low(frame, operands[2]);
    auto* const to = lanes<std::uint32_t>(frame, operands[0]);
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint32_t upper = convert_value<H>(high[lane], options).bits;
      to[lane] = upper << 16 | convert_value<H>(low[lane], options).bits;
    }
  }
};

// Conversions that need no rounding, or round to nearest as the host does.
template <class D>
struct Cast {
  template <class S>
  WARPLENS_INLINE D operator()(S value) const {
    if constexpr (std::is_same_v<D, float> && std::is_same_v<S, double>) {
      return value != value ? cut_nan<float>(value) : static_cast<float>(value);
    }
    return static_cast<D>(value);
  }
};

// cvt.rzi.s32.f32, the commonest, without branches.
struct TruncateToS32 {
  WARPLENS_INLINE std::int32_t operator()(float x) const {
    const bool is_inside = x > -0x1p31f && x < 0x1p31f;
    const auto truncated = static_cast<std::int32_t>(is_inside ? x : 0.0f);
    const std::int32_t low = x <= -0x1p31f ? std::numeric_limits<std::int32_t>::min() : truncated;
    return x >= 0x1p31f ? std::numeric_limits<std::int32_t>::max() : low;
  }
};

template <class Make>
std::optional<Operation> with_any(ptx::ScalarType type, Make make) {
  using enum ptx::ScalarType;
  switch (type) {
    case u8:
    case b8:
      return make(Type<std::uint8_t>{});
    case s8:
      return make(Type<std::int8_t>{});
    case b16:
      return make(Type<std::uint16_t>{});
    case b32:
      return make(Type<std::uint32_t>{});
    case b64:
      return make(Type<std::uint64_t>{});
    case f16:
      return make(Type<Half>{});
    case bf16:
      return make(Type<BFloat>{});
    case f32:
      return make(Type<float>{});
    case f64:
      return make(Type<double>{});
    case tf32:
      return make(Type<Tf32>{});
    default:
      return with_integer(type, make);
  }
}

template <class T>
constexpr bool kIsHostType = std::is_floating_point_v<T> ||
                             (std::is_integral_v<T> && sizeof(T) > 1);

// True where Cast<D> means what cvt without flags does.
template <class D, class S>
constexpr bool kIsCast = kIsHostType<D>&& kIsHostType<S> && !std::is_same_v<D, S> &&
                         !(std::is_integral_v<D> && std::is_floating_point_v<S>);

ptx::ScalarType slot_type(ptx::ScalarType type, std::uint32_t bytes) {
  using enum ptx::ScalarType;
  if (ptx::size_of(type) == bytes) return type;
  return bytes == 2 ? b16 : bytes == 4 ? b32 : b64;
}

// The rounding's bits of the option; nullopt when none is written.
std::optional<std::uint32_t> take_rounding_option(InstructionReader& reader) {
  const auto bits = [](Rounding rounding) { return static_cast<std::uint32_t>(rounding); };
  if (const auto rounding = take_rounding(reader)) return bits(*rounding);
  if (reader.take("rna")) return bits(Rounding::nearest_away);
  if (reader.take("rni")) return bits(Rounding::nearest_even) | kToIntegral;
  if (reader.take("rzi")) return bits(Rounding::to_zero) | kToIntegral;
  if (reader.take("rmi")) return bits(Rounding::down) | kToIntegral;
  if (reader.take("rpi")) return bits(Rounding::up) | kToIntegral;
  return std::nullopt;
}

std::uint32_t take_flags(InstructionReader& reader) {
  return (reader.take("ftz") ? kFlush : 0u) | (reader.take("sat") ? kSaturate : 0u) |
         (reader.take("relu") ? kRelu : 0u) | (reader.take("satfinite") ? kFinite : 0u);
}

struct Conversion {
  ptx::ScalarType to, from;
  std::uint32_t to_bytes, from_bytes;  // of the registers
  std::uint32_t option;
};

// cvt.f32.f32 without a flag, and what is an f32's upper half: NaNs stay as they are.
struct SameBits {
  template <class S>
  WARPLENS_INLINE float operator()(S value) const {
    if constexpr (std::is_same_v<S, float>) {
      return value;
    } else {
      return widen(value);
    }
  }
};

template <class D, class S>
Operation convert(const Conversion& conversion) {
  if constexpr (std::is_same_v<D, float> &&
                (std::is_same_v<S, float> || std::is_same_v<S, BFloat>)) {
    const bool is_exact = conversion.to_bytes == 4 && sizeof(S) == conversion.from_bytes;
    if (is_exact && conversion.option == 0) return map<SameBits, D, S>();
  }
  if constexpr (kIsCast<D, S>) {
    const bool is_exact = sizeof(D) == conversion.to_bytes && sizeof(S) == conversion.from_bytes;
    if (is_exact && conversion.option == 0) return map<Cast<D>, D, S>();
  }
  if constexpr (std::is_same_v<D, std::int32_t> && std::is_same_v<S, float>) {
    constexpr auto kTruncate = static_cast<std::uint32_t>(Rounding::to_zero) | kToIntegral;
    const bool is_exact = conversion.to_bytes == 4 && conversion.from_bytes == 4;
    if (is_exact && conversion.option == kTruncate) return map<TruncateToS32, D, S>();
  }
  return {Convert<D, S>::run,
          {{slot_type(conversion.to, conversion.to_bytes), true},
           {slot_type(conversion.from, conversion.from_bytes)}},
          conversion.option | conversion.from_bytes << kSourceBytesShift |
              conversion.to_bytes << kDestinationBytesShift};
}

std::optional<Operation> find_single(const Conversion& conversion) {
  return with_any(conversion.to, [&]<class D>(Type<D>) {
    return with_any(conversion.from, [&]<class S>(Type<S>) -> std::optional<Operation> {
      if constexpr (std::is_same_v<S, Tf32>) {
        return std::nullopt;
      } else {
        return convert<D, S>(conversion);
      }
    });
  });
}

std::optional<Operation> find_pair(ptx::ScalarType to, ptx::ScalarType from, std::uint32_t option) {
  using enum ptx::ScalarType;
  if (from != f32) return std::nullopt;
  const OperationFunction function =
      to == f16x2 ? &ConvertPair<Half>::run : &ConvertPair<BFloat>::run;
  return Operation{function, {{to, true}, {f32}, {f32}}, option};
}

// 0 for integers, else the size of the format.
std::uint32_t float_bits(ptx::ScalarType type) {
  using enum ptx::ScalarType;
  switch (type) {
    case bf16:
    case f16:
      return 16;
    case tf32:
      return 19;
    case f32:
      return 32;
    case f64:
      return 64;
    default:
      return 0;
  }
}

// A conversion that may lose something must say how it rounds.
bool needs_rounding(ptx::ScalarType to, ptx::ScalarType from) {
  const std::uint32_t to_bits = float_bits(to);
  const std::uint32_t from_bits = float_bits(from);
  if (to_bits == 0 && from_bits == 0) return false;
  return to_bits == 0 || from_bits == 0 || to_bits < from_bits;
}

// .satfinite, but for the narrower formats (operations_narrow_float.cpp).
bool may_be_kept_finite(ptx::ScalarType to, ptx::ScalarType from) {
  using enum ptx::ScalarType;
  const bool is_small = to == f16 || to == bf16 || to == f16x2 || to == bf16x2 || to == tf32;
  return is_small && from == f32;
}

}  // namespace

std::optional<Operation> find_convert_operation(InstructionReader& reader) {
  using enum ptx::ScalarType;
  if (reader.opcode() != "cvt") return std::nullopt;
  if (reader.take("pack")) return find_pack_operation(reader);
  const auto rounding = take_rounding_option(reader);
  const std::uint32_t option = take_flags(reader) | rounding.value_or(0);
  const ptx::ScalarType to = reader.take_type();
  const ptx::ScalarType from = reader.take_type();
  if ((option & kFinite) != 0 && !may_be_kept_finite(to, from)) return std::nullopt;
  if (to == f16x2 || to == bf16x2) return find_pair(to, from, option);
  if (needs_rounding(to, from) && !rounding) return std::nullopt;
  const std::uint32_t to_bytes = ptx::size_of(to);
  const std::uint32_t from_bytes = ptx::size_of(from);
  const Conversion conversion{to, from, reader.register_bytes(0, std::max(to_bytes, 2u)),
                              reader.register_bytes(1, std::max(from_bytes, 2u)), option};
  if (conversion.to_bytes < to_bytes || conversion.from_bytes < from_bytes ||
      conversion.to_bytes > 8 || conversion.from_bytes > 8) {
    return std::nullopt;
  }
  return find_single(conversion);
}

}  // namespace warplens::machine
