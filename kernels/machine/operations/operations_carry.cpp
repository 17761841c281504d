// Extended-precision arithmetic: add, addc, sub, subc, mad and madc through the carry flag.
#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

template <class T>
struct WithCarry {
  T value;
  bool carry;
};

struct AddCarry {
  template <class T>
  WARPLENS_INLINE WithCarry<T> operator()(T a, T b, bool carry) const {
    const T sum = a + b;
    const T value = sum + static_cast<T>(carry);
    return {value, sum < a || value < sum};
  }
};

// The flag is the borrow.
struct SubtractBorrow {
  template <class T>
  WARPLENS_INLINE WithCarry<T> operator()(T a, T b, bool borrow) const {
    const T difference = a - b;
    const T value = difference - static_cast<T>(borrow);
    return {value, a < b || difference < value};
  }
};

// T is signed where the upper half of the product depends on it.
template <class T, bool High>
struct MultiplyAddCarry {
  using U = std::make_unsigned_t<T>;
  WithCarry<U> operator()(U a, U b, U c, bool carry) const {
    return AddCarry{}(product(static_cast<T>(a), static_cast<T>(b)), c, carry);
  }

 private:
  static U product(T a, T b) {
    __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    if constexpr (High) return static_cast<U>(static_cast<Wide>(a) * b >> (8 * sizeof(T)));
    return wrapping_multiply(static_cast<U>(a), static_cast<U>(b));
  }
};

// The carry slot comes behind the sources; read and written in place.
template <class F, bool Reads, bool Writes, class T, class... S>
struct MapCarry {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    run(frame, mask, operands, std::index_sequence_for<S...>{});
  }

 private:
  template <std::size_t... I>
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands,
                  std::index_sequence<I...>) {
    std::uint32_t& flags = predicate(frame, operands[sizeof...(S) + 1]);
    T* const to = lanes<T>(frame, operands[0]);
    std::uint32_t carries = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const bool carry_in = Reads && (flags >> lane & 1u) != 0;
      const WithCarry<T> result = F{}(lanes<const S>(frame, operands[I + 1])[lane]..., carry_in);
      to[lane] = (mask >> lane & 1u) != 0 ? result.value : to[lane];
      carries |= static_cast<std::uint32_t>(result.carry) << lane;
    }
    if (Writes) blend(flags, carries, mask);
  }
};

template <class F, bool Reads, bool Writes, class T, class... S>
Operation carry_operation() {
  Operation operation{MapCarry<F, Reads, Writes, T, S...>::run, shapes<T, S...>()};
  if (Reads) operation.operands.push_back({ptx::ScalarType::pred, false, true});
  if (Writes) operation.operands.push_back({ptx::ScalarType::pred, true, true});
  return operation;
}

template <class F, class T, class... S>
std::optional<Operation> carry_operation(bool reads, bool writes) {
  if (reads && writes) return carry_operation<F, true, true, T, S...>();
  if (reads) return carry_operation<F, true, false, T, S...>();
  if (writes) return carry_operation<F, false, true, T, S...>();
  return std::nullopt;
}

template <class F>
std::optional<Operation> sum(InstructionReader& reader, bool reads) {
  const bool writes = reader.take("cc");
  return with_wide_integer(reader.take_type(), [&]<class T>(Type<T>) -> std::optional<Operation> {
    using U = std::make_unsigned_t<T>;
    return carry_operation<F, U, U, U>(reads, writes);
  });
}

std::optional<Operation> multiply_add(InstructionReader& reader, bool reads) {
  const bool writes = reader.take("cc");
  const bool high = reader.take("hi");
  if (!high && !reader.take("lo")) return std::nullopt;
  return with_wide_integer(reader.take_type(), [&]<class T>(Type<T>) -> std::optional<Operation> {
    using U = std::make_unsigned_t<T>;
    return high ? carry_operation<MultiplyAddCarry<T, true>, U, U, U, U>(reads, writes)
                : carry_operation<MultiplyAddCarry<T, false>, U, U, U, U>(reads, writes);
  });
}

}  // namespace

std::optional<Operation> find_carry_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "add" || opcode == "addc") return sum<AddCarry>(reader, opcode == "addc");
  if (opcode == "sub" || opcode == "subc") return sum<SubtractBorrow>(reader, opcode == "subc");
  if (opcode == "mad" || opcode == "madc") return multiply_add(reader, opcode == "madc");
  return std::nullopt;
}

}  // namespace warplens::machine
