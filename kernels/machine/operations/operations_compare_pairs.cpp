// setp and set on pairs of 16-bit floats: each half is compared on its own.
#include "kernels/machine/operations/operations_comparisons.h"

namespace warplens::machine {
namespace {

// The option: how a third predicate is combined with each half's result, and whether it is
// inverted.
constexpr std::uint32_t kFlush = 1, kAnd = 2, kOr = 4, kXor = 8, kInverted = 16;
constexpr std::uint32_t kCombines = kAnd | kOr | kXor;

std::uint32_t combined(std::uint32_t option, std::uint32_t t, std::uint32_t c) {
  if ((option & kInverted) != 0) c = ~c;
  if ((option & kAnd) != 0) return t & c;
  return (option & kOr) != 0 ? t | c : t ^ c;
}

// The results of the low and of the high half.
template <class F, class H>
struct ComparePair {
  static bool half(std::uint32_t option, std::uint16_t a, std::uint16_t b) {
    const auto in = [option](std::uint16_t bits) {
      return widen((option & kFlush) != 0 ? flush_denormal(H{bits}) : H{bits});
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
    if ((option & kCombines) != 0) {
      const std::uint32_t c = predicate(frame, operands[4]);
      p = combined(option, p, c);
      q = combined(option, q, c);
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
    case pred: {
      std::vector<OperandShape> operands = {{pred, true}, {pred, true}, {b32}, {b32}};
      if ((option & kCombines) != 0) operands.push_back({pred});
      return Operation{SetPredicates<Compare>::run, std::move(operands), option};
    }
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

// setp.lt.and.f16x2 p|q, a, b, {!}c
std::uint32_t take_combination(InstructionReader& reader) {
  const std::uint32_t how = reader.take("and")   ? kAnd
                            : reader.take("or")  ? kOr
                            : reader.take("xor") ? kXor
                                                 : 0u;
  return how != 0 && reader.take_negation(4) ? how | kInverted : how;
}

}  // namespace

std::optional<Operation> find_compare_pairs_operation(InstructionReader& reader) {
  using enum ptx::ScalarType;
  const bool is_set = reader.opcode() == "set";
  if (!is_set && reader.opcode() != "setp") return std::nullopt;
  std::uint32_t option = is_set ? 0u : take_combination(reader);
  if (reader.take("ftz")) option |= kFlush;
  const ptx::ScalarType destination = is_set ? reader.take_type() : pred;
  const ptx::ScalarType source = reader.take_type();
  return with_float_comparison(reader, [&]<class F>(Type<F>) -> std::optional<Operation> {
    if (source == f16x2) return store<ComparePair<F, Half>>(destination, option);
    if (source == bf16x2) return store<ComparePair<F, BFloat>>(destination, option);
    return std::nullopt;
  });
}

}  // namespace warplens::machine
