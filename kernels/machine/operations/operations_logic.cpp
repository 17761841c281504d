// Bitwise logic and shifts: and, or, xor, not, cnot, lop3, shl, shr, shf.
#include <algorithm>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {
namespace {

struct And {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};

struct Or {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};

struct Xor {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};

struct Not {
  template <class T>
  WARPLENS_INLINE T operator()(T a) const {
    return static_cast<T>(~a);
  }
};

struct LogicalNot {
  template <class T>
  WARPLENS_INLINE T operator()(T a) const {
    return a == 0 ? T{1} : T{0};
  }
};

// Predicates are words of 32 lanes already.
template <class F, std::size_t Sources>
struct OnPredicates {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    std::uint32_t value = 0;
    if constexpr (Sources == 1) {
      value = F{}(predicate(frame, operands[1]));
    } else {
      value = F{}(predicate(frame, operands[1]), predicate(frame, operands[2]));
    }
    blend(predicate(frame, operands[0]), value, mask);
  }
};

template <class F>
std::optional<Operation> binary(ptx::ScalarType type) {
  if (type == ptx::ScalarType::pred) {
    return Operation{OnPredicates<F, 2>::run, shapes<bool, bool, bool>()};
  }
  return with_bits(type, []<class T>(Type<T>) { return map<F, T, T, T>(); });
}

std::optional<Operation> complement(ptx::ScalarType type) {
  if (type == ptx::ScalarType::pred) {
    return Operation{OnPredicates<Not, 1>::run, shapes<bool, bool>()};
  }
  return with_bits(type, []<class T>(Type<T>) { return map<Not, T, T>(); });
}

// Shift amounts beyond the width act like the width.
struct ShiftLeft {
  template <class T>
  WARPLENS_INLINE T operator()(T a, std::uint32_t amount) const {
    constexpr std::uint32_t kWidth = 8 * sizeof(T);
    const T shifted = static_cast<T>(a << (amount & (kWidth - 1)));
    return amount < kWidth ? shifted : T{0};
  }
};

struct ShiftRight {
  template <class T>
  WARPLENS_INLINE T operator()(T a, std::uint32_t amount) const {
    constexpr std::uint32_t kWidth = 8 * sizeof(T);
    if constexpr (std::is_signed_v<T>) {
      return static_cast<T>(a >> (amount < kWidth ? amount : kWidth - 1));
    } else {
      const T shifted = static_cast<T>(a >> (amount & (kWidth - 1)));
      return amount < kWidth ? shifted : T{0};
    }
  }
};

std::optional<Operation> shift_left(ptx::ScalarType type) {
  return with_bits(type, []<class T>(Type<T>) { return map<ShiftLeft, T, T, std::uint32_t>(); });
}

std::optional<Operation> shift_right(ptx::ScalarType type) {
  const auto make = []<class T>(Type<T>) -> std::optional<Operation> {
    return map<ShiftRight, T, T, std::uint32_t>();
  };
  const auto as_bits = with_bits(type, make);
  return as_bits ? as_bits : with_integer(type, make);
}

// The pair {b, a} shifted as 64 bits; .wrap counts modulo 32, .clamp stops at 32.
template <bool Left, bool Wraps>
struct FunnelShift {
  WARPLENS_INLINE std::uint32_t operator()(std::uint32_t a, std::uint32_t b,
                                           std::uint32_t c) const {
    const std::uint64_t pair = static_cast<std::uint64_t>(b) << 32 | a;
    const std::uint32_t amount = Wraps ? c & 31u : std::min(c, 32u);
    return static_cast<std::uint32_t>(Left ? pair << amount >> 32 : pair >> amount);
  }
};

std::optional<Operation> funnel_shift(InstructionReader& reader) {
  using U = std::uint32_t;
  const bool left = reader.take("l");
  if (!left && !reader.take("r")) return std::nullopt;
  const bool wraps = reader.take("wrap");
  if ((!wraps && !reader.take("clamp")) || reader.take_type() != ptx::ScalarType::b32) {
    return std::nullopt;
  }
  if (left) {
    return wraps ? map<FunnelShift<true, true>, U, U, U, U>()
                 : map<FunnelShift<true, false>, U, U, U, U>();
  }
  return wraps ? map<FunnelShift<false, true>, U, U, U, U>()
               : map<FunnelShift<false, false>, U, U, U, U>();
}

// Bit a·4 + b·2 + c of the table, for every bit of a, b and c.
struct LookUp {
  WARPLENS_INLINE std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                           std::uint32_t table) const {
    const auto row = [table](unsigned i) { return 0u - (table >> i & 1u); };
    const auto choose = [](std::uint32_t s, std::uint32_t one, std::uint32_t zero) {
      return (s & one) | (~s & zero);
    };
    const std::uint32_t with_a = choose(b, choose(c, row(7), row(6)), choose(c, row(5), row(4)));
    const std::uint32_t without_a = choose(b, choose(c, row(3), row(2)), choose(c, row(1), row(0)));
    return choose(a, with_a, without_a);
  }
};

// lop3.BoolOp d|p, a, b, c, table, q:  p = (d != 0) BoolOp q
template <class Combine>
struct LookUpAndTest {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    const auto source = [&](unsigned i) { return lanes<const std::uint32_t>(frame, operands[i]); };
    std::uint32_t* const to = lanes<std::uint32_t>(frame, operands[0]);
    std::uint32_t is_set = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t value =
          LookUp{}(source(2)[lane], source(3)[lane], source(4)[lane], source(5)[lane]);
      is_set |= static_cast<std::uint32_t>(value != 0) << lane;
      to[lane] = (mask >> lane & 1u) != 0 ? value : to[lane];
    }
    const std::uint32_t q = predicate(frame, operands[6]) ^ operands[kOptionPlace];
    blend(predicate(frame, operands[1]), Combine{}(is_set, q), mask);
  }
};

template <class Combine>
Operation look_up_and_test(InstructionReader& reader) {
  using enum ptx::ScalarType;
  const std::uint32_t inverted = reader.take_negation(6) ? kAllLanes : 0u;
  return {LookUpAndTest<Combine>::run,
          {{b32, true}, {pred, true}, {b32}, {b32}, {b32}, {b32}, {pred}},
          inverted};
}

std::optional<Operation> look_up(InstructionReader& reader) {
  using U = std::uint32_t;
  const bool combines_or = reader.take("or");
  const bool combines_and = reader.take("and");
  if (reader.take_type() != ptx::ScalarType::b32) return std::nullopt;
  if (combines_or) return look_up_and_test<Or>(reader);
  if (combines_and) return look_up_and_test<And>(reader);
  return map<LookUp, U, U, U, U, U>();
}

}  // namespace

std::optional<Operation> find_logic_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "and") return binary<And>(reader.take_type());
  if (opcode == "or") return binary<Or>(reader.take_type());
  if (opcode == "xor") return binary<Xor>(reader.take_type());
  if (opcode == "not") return complement(reader.take_type());
  if (opcode == "cnot") {
    return with_bits(reader.take_type(), []<class T>(Type<T>) { return map<LogicalNot, T, T>(); });
  }
  if (opcode == "shl") return shift_left(reader.take_type());
  if (opcode == "shr") return shift_right(reader.take_type());
  if (opcode == "shf") return funnel_shift(reader);
  if (opcode == "lop3") return look_up(reader);
  return std::nullopt;
}

}  // namespace warplens::machine
