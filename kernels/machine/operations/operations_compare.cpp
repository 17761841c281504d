// setp and set: comparisons, combined with a third predicate where one is given.
#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_comparisons.h"
#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {
namespace {

// How a comparison t becomes the result. In the option, from bit 0: what to store, then how to
// combine with predicate c, whether c is inverted, and whether there is a second result for !t.
enum class Store : std::uint32_t { predicate, ones32, one_f32, ones16, one_f16, one_bf16 };
enum class Combine : std::uint32_t { none, bit_and, bit_or, bit_xor };
constexpr unsigned kCombineShift = 4;
constexpr std::uint32_t kInverted = 1u << 8;
constexpr std::uint32_t kPaired = 1u << 9;

std::uint32_t combined(std::uint32_t option, std::uint32_t t, std::uint32_t c) {
  if ((option & kInverted) != 0) c = ~c;
  switch (static_cast<Combine>(option >> kCombineShift & 3u)) {
    case Combine::none:
      return t;
    case Combine::bit_and:
      return t & c;
    case Combine::bit_or:
      return t | c;
    case Combine::bit_xor:
      return t ^ c;
  }
  return t;
}

template <class B>
void store(std::byte* frame, std::uint32_t offset, std::uint32_t mask, std::uint32_t bits,
           B when_true) {
  B* const to = lanes<B>(frame, offset);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const B value = (bits >> lane & 1u) != 0 ? when_true : B{0};
    to[lane] = (mask >> lane & 1u) != 0 ? value : to[lane];
  }
}

void store(std::byte* frame, std::uint32_t offset, std::uint32_t mask, std::uint32_t bits,
           Store what) {
  switch (what) {
    case Store::predicate:
      return blend(predicate(frame, offset), bits, mask);
    case Store::ones32:
      return store<std::uint32_t>(frame, offset, mask, bits, 0xffffffffu);
    case Store::one_f32:
      return store<std::uint32_t>(frame, offset, mask, bits, 0x3f800000u);
    case Store::ones16:
      return store<std::uint16_t>(frame, offset, mask, bits, 0xffffu);
    case Store::one_f16:
      return store<std::uint16_t>(frame, offset, mask, bits, 0x3c00u);
    case Store::one_bf16:
      return store<std::uint16_t>(frame, offset, mask, bits, 0x3f80u);
  }
}

template <class F, class T>
struct CompareAndCombine {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    const std::uint32_t option = operands[kOptionPlace];
    const unsigned sources = (option & kPaired) != 0 ? 2 : 1;
    const Source<T> a(frame, operands[sources]);
    const Source<T> b(frame, operands[sources + 1]);
    std::uint32_t t = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      t |= static_cast<std::uint32_t>(F{}(a[lane], b[lane])) << lane;
    }
    const bool combines = (option >> kCombineShift & 3u) != 0;
    const std::uint32_t c = combines ? predicate(frame, operands[sources + 2]) : 0u;
    store(frame, operands[0], mask, combined(option, t, c), static_cast<Store>(option & 0xfu));
    if (sources == 2) blend(predicate(frame, operands[1]), combined(option, ~t, c), mask);
  }
};

template <class F, class T>
Operation compare(ptx::ScalarType destination, std::uint32_t option) {
  if (option == 0) return map<F, bool, T, T>();
  Operation operation{CompareAndCombine<F, T>::run, {{destination, true}}, option};
  if ((option & kPaired) != 0) operation.operands.push_back({ptx::ScalarType::pred, true});
  operation.operands.insert(operation.operands.end(), 2, OperandShape{scalar_type_of<T>()});
  const bool combines = (option >> kCombineShift & 3u) != 0;
  if (combines) operation.operands.push_back({ptx::ScalarType::pred});
  return operation;
}

struct ComparisonModifiers {
  ptx::ScalarType destination = ptx::ScalarType::pred;
  ptx::ScalarType source = ptx::ScalarType::none;
  std::uint32_t option = 0;
  bool flushes = false;
};

template <class F>
std::optional<Operation> on_integers(const ComparisonModifiers& modifiers) {
  const auto make = [&]<class T>(Type<T>) -> std::optional<Operation> {
    return compare<F, T>(modifiers.destination, modifiers.option);
  };
  const auto as_integer = with_integer(modifiers.source, make);
  return as_integer ? as_integer : with_bits(modifiers.source, make);
}

template <class F>
std::optional<Operation> on_floats(const ComparisonModifiers& modifiers) {
  using enum ptx::ScalarType;
  using Exact = OnFloat<F, false>;
  switch (modifiers.source) {
    case f32:
      if (modifiers.flushes)
        return compare<OnFloat<F, true>, float>(modifiers.destination, modifiers.option);
      return compare<Exact, float>(modifiers.destination, modifiers.option);
    case f64:
      return compare<Exact, double>(modifiers.destination, modifiers.option);
    case f16:
      if (modifiers.flushes)
        return compare<OnFloat<F, true>, Half>(modifiers.destination, modifiers.option);
      return compare<Exact, Half>(modifiers.destination, modifiers.option);
    case bf16:
      return compare<Exact, BFloat>(modifiers.destination, modifiers.option);
    default:
      return std::nullopt;
  }
}

// lo, ls, hi and hs are the unsigned names.
std::optional<Operation> find_integers(InstructionReader& reader,
                                       const ComparisonModifiers& modifiers) {
  if (reader.take("eq")) return on_integers<Equal>(modifiers);
  if (reader.take("ne")) return on_integers<NotEqual>(modifiers);
  if (reader.take("lt") || reader.take("lo")) return on_integers<Less>(modifiers);
  if (reader.take("le") || reader.take("ls")) return on_integers<LessEqual>(modifiers);
  if (reader.take("gt") || reader.take("hi")) return on_integers<Greater>(modifiers);
  if (reader.take("ge") || reader.take("hs")) return on_integers<GreaterEqual>(modifiers);
  return std::nullopt;
}

std::optional<Operation> find_floats(InstructionReader& reader,
                                     const ComparisonModifiers& modifiers) {
  return with_float_comparison(reader, [&]<class F>(Type<F>) { return on_floats<F>(modifiers); });
}

Combine take_combine(InstructionReader& reader) {
  if (reader.take("and")) return Combine::bit_and;
  if (reader.take("or")) return Combine::bit_or;
  if (reader.take("xor")) return Combine::bit_xor;
  return Combine::none;
}

bool is_floating(ptx::ScalarType type) {
  using enum ptx::ScalarType;
  return type == f32 || type == f64 || type == f16 || type == bf16;
}

std::optional<Store> store_for(ptx::ScalarType type) {
  using enum ptx::ScalarType;
  switch (type) {
    case pred:
      return Store::predicate;
    case u32:
    case s32:
    case b32:
      return Store::ones32;
    case f32:
      return Store::one_f32;
    case u16:
    case s16:
    case b16:
      return Store::ones16;
    case f16:
      return Store::one_f16;
    case bf16:
      return Store::one_bf16;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Operation> find_compare_operation(InstructionReader& reader) {
  const bool is_set = reader.opcode() == "set";
  if (!is_set && reader.opcode() != "setp") return std::nullopt;
  ComparisonModifiers modifiers;
  const Combine combine = take_combine(reader);
  modifiers.flushes = reader.take("ftz");
  if (is_set) modifiers.destination = reader.take_type();
  modifiers.source = reader.take_type();
  const auto what = store_for(modifiers.destination);
  if (!what) return std::nullopt;
  const bool is_paired = reader.parts(0) == 2;
  const std::size_t sources = is_paired ? 2 : 1;
  modifiers.option =
      static_cast<std::uint32_t>(*what) | static_cast<std::uint32_t>(combine) << kCombineShift |
      (is_paired ? kPaired : 0u) |
      (combine != Combine::none && reader.take_negation(sources + 2) ? kInverted : 0u);
  return is_floating(modifiers.source) ? find_floats(reader, modifiers)
                                       : find_integers(reader, modifiers);
}

}  // namespace warplens::machine
