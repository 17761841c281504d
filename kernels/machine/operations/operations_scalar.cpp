#include "kernels/machine/operations/operations_scalar.h"

#include "kernels/machine/operations/operations_rounding.h"

namespace warplens::machine {
namespace {

using Result = std::optional<std::uint64_t>;

template <class U>
Result on_bits(ScalarOperation operation, U old, U operand) {
  switch (operation) {
    case ScalarOperation::bit_and:
      return static_cast<U>(old & operand);
    case ScalarOperation::bit_or:
      return static_cast<U>(old | operand);
    case ScalarOperation::bit_xor:
      return static_cast<U>(old ^ operand);
    case ScalarOperation::exchange:
      return operand;
    default:
      return std::nullopt;
  }
}

template <class T>
Result on_integers(ScalarOperation operation, std::uint64_t old_bits, std::uint64_t operand_bits) {
  using U = std::make_unsigned_t<T>;
  const auto old = static_cast<T>(old_bits);
  const auto operand = static_cast<T>(operand_bits);
  const auto result = [](T x) { return Result(static_cast<U>(x)); };
  switch (operation) {
    case ScalarOperation::add:
      return result(wrapping_add(old, operand));
    case ScalarOperation::min:
      return result(minimum(old, operand));
    case ScalarOperation::max:
      return result(maximum(old, operand));
    // PTX ISA, atom: inc counts up to the operand and wraps to 0; dec counts down and wraps to it.
    case ScalarOperation::increment:
      return static_cast<U>(old) >= static_cast<U>(operand) ? 0 : result(wrapping_add(old, T{1}));
    case ScalarOperation::decrement:
      return old == 0 || static_cast<U>(old) > static_cast<U>(operand)
                 ? result(operand)
                 : result(wrapping_subtract(old, T{1}));
    default:
      return on_bits(operation, static_cast<U>(old), static_cast<U>(operand));
  }
}

template <class T>
std::optional<T> on_numbers(ScalarOperation operation, T old, T operand) {
  switch (operation) {
    case ScalarOperation::add:
      return nan_of(operand + old, operand, old);
    case ScalarOperation::min:
      return minimum(old, operand);
    case ScalarOperation::max:
      return maximum(old, operand);
    default:
      return std::nullopt;
  }
}

template <class T>
Result on_floats(ScalarOperation operation, std::uint64_t old, std::uint64_t operand) {
  using U = Bits<T>;
  if (operation == ScalarOperation::exchange) return static_cast<U>(operand);
  const auto result = on_numbers(operation, std::bit_cast<T>(static_cast<U>(old)),
                                 std::bit_cast<T>(static_cast<U>(operand)));
  if (!result) return std::nullopt;
  return std::bit_cast<U>(*result);
}

template <class H>
Result on_halves(ScalarOperation operation, std::uint64_t old, std::uint64_t operand) {
  constexpr FloatFormat kFormat = std::is_same_v<H, Half> ? kF16 : kBf16;
  if (operation == ScalarOperation::exchange) return static_cast<std::uint16_t>(operand);
  const auto value = [](std::uint64_t bits) {
    return static_cast<double>(widen(H{static_cast<std::uint16_t>(bits)}));
  };
  const auto result = on_numbers(operation, value(old), value(operand));
  if (!result) return std::nullopt;
  return narrow(*result, kFormat, Rounding::nearest_even);
}

template <class H>
Result on_pairs(ScalarOperation operation, std::uint64_t old, std::uint64_t operand) {
  const Result low = on_halves<H>(operation, old, operand);
  const Result high = on_halves<H>(operation, old >> 16, operand >> 16);
  if (!low || !high) return std::nullopt;
  return *low | *high << 16;
}

}  // namespace

std::optional<ScalarOperation> scalar_operation(std::string_view word) {
  if (word == "add") return ScalarOperation::add;
  if (word == "min") return ScalarOperation::min;
  if (word == "max") return ScalarOperation::max;
  if (word == "inc") return ScalarOperation::increment;
  if (word == "dec") return ScalarOperation::decrement;
  if (word == "and") return ScalarOperation::bit_and;
  if (word == "or") return ScalarOperation::bit_or;
  if (word == "xor") return ScalarOperation::bit_xor;
  if (word == "exch") return ScalarOperation::exchange;
  return std::nullopt;
}

std::optional<std::uint64_t> apply(ScalarOperation operation, ptx::ScalarType type,
                                   std::uint64_t old, std::uint64_t operand) {
  using enum ptx::ScalarType;
  switch (type) {
    case b16:
      return on_bits(operation, static_cast<std::uint16_t>(old),
                     static_cast<std::uint16_t>(operand));
    case b32:
      return on_bits(operation, static_cast<std::uint32_t>(old),
                     static_cast<std::uint32_t>(operand));
    case b64:
      return on_bits(operation, old, operand);
    case u32:
      return on_integers<std::uint32_t>(operation, old, operand);
    case s32:
      return on_integers<std::int32_t>(operation, old, operand);
    case u64:
      return on_integers<std::uint64_t>(operation, old, operand);
    case s64:
      return on_integers<std::int64_t>(operation, old, operand);
    case f32:
      return on_floats<float>(operation, old, operand);
    case f64:
      return on_floats<double>(operation, old, operand);
    case f16:
      return on_halves<Half>(operation, old, operand);
    case bf16:
      return on_halves<BFloat>(operation, old, operand);
    case f16x2:
      return on_pairs<Half>(operation, old, operand);
    case bf16x2:
      return on_pairs<BFloat>(operation, old, operand);
    default:
      return std::nullopt;
  }
}

}  // namespace warplens::machine
