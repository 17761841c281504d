// setp and set on pairs of 16-bit floats: each half is compared on its own.
#include "kernels/machine/operations/operations_comparisons.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kFlush = 1;

// The results of the low and of the high half.
template <class F, class H>
struct ComparePair {
  static bool half(std::uint32_t option, std::uint16_t a, std::uint16_t b) {
    const auto in = [option](std::uint16_t bits) {
      const float x = widen(H{bits});
      const bool is_denormal = std::is_same_v<H, Half> && (bits & 0x7c00u) == 0;
      return (option & kFlush) != 0 && is_denormal ? std::copysign(0.0f, x) : x;
    };
    return F{}(in(a), in(b));
  }
  static bool low(std::uint32_t option, std::uint32_t a, std::uint32_t b) {
    return half(option, static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b));
  }
  static bool high(std::uint32_t option, std::uint32_t a, std::uint32_t b) {
    return half(option, static_cast<std::uint16_t>(a >> 16), static_cast<std::uint16_t>(b >> 16));
  }
};

// setp.lt.f16x2 p|q, a, b: p is the low half's result, q the high half's.
template <class Compare>
struct SetPredicates {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    const std::uint32_t option = operands[kOptionPlace];
    const Source<std::uint32_t> a(frame, operands[2]);
    const Source<std::uint32_t> b(frame, operands[3]);
    std::uint32_t p = 0;
    std::uint32_t q = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      p |= static_cast<std::uint32_t>(Compare::low(option, a[lane], b[lane])) << lane;
      q |= static_cast<std::uint32_t>(Compare::high(option, a[lane], b[lane])) << lane;
    }
    blend(predicate(frame, operands[0]), p, mask);
    blend(predicate(frame, operands[1]), q, mask);
  }
};

// set.lt.f16x2.f16x2: WhenTrue stands for a half that compares true.
template <class Compare, std::uint32_t WhenTrue>
struct SetHalves {
  std::uint32_t operator()(std::uint32_t option, std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t low = Compare::low(option, a, b) ? WhenTrue : 0;
    return low | (Compare::high(option, a, b) ? WhenTrue << 16 : 0);
  }
};

template <class Compare>
std::optional<Operation> store(ptx::ScalarType destination, std::uint32_t option) {
  using enum ptx::ScalarType;
  using U = std::uint32_t;
  switch (destination) {
    case pred:
      return Operation{
          SetPredicates<Compare>::run, {{pred, true}, {pred, true}, {b32}, {b32}}, option};
    case f16x2:
      return map_each<SetHalves<Compare, 0x3c00>, U, U, U>(option);
    case bf16x2:
      return map_each<SetHalves<Compare, 0x3f80>, U, U, U>(option);
    case u32:
    case s32:
      return map_each<SetHalves<Compare, 0xffff>, U, U, U>(option);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Operation> find_compare_pairs_operation(InstructionReader& reader) {
  using enum ptx::ScalarType;
  const bool is_set = reader.opcode() == "set";
  if (!is_set && reader.opcode() != "setp") return std::nullopt;
  const std::uint32_t option = reader.take("ftz") ? kFlush : 0u;
  const ptx::ScalarType destination = is_set ? reader.take_type() : pred;
  const ptx::ScalarType source = reader.take_type();
  return with_float_comparison(reader, [&]<class F>(Type<F>) -> std::optional<Operation> {
    if (source == f16x2) return store<ComparePair<F, Half>>(destination, option);
    if (source == bf16x2) return store<ComparePair<F, BFloat>>(destination, option);
    return std::nullopt;
  });
}

}  // namespace warplens::machine
