// selp, slct and testp.
#include <cmath>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

// selp d, a, b, c, on bits.
template <class B, bool Inverted>
struct Select {
  WARPLENS_INLINE static void run(std::byte* frame, std::uint32_t mask,
                                  const OperandOffsets& operands) {
    const B* const a = lanes<const B>(frame, operands[1]);
    const B* const b = lanes<const B>(frame, operands[2]);
    const std::uint32_t c = predicate(frame, operands[3]) ^ (Inverted ? kAllLanes : 0u);
    alignas(64) B scratch[kLanes];
    B* const to = lanes<B>(frame, operands[0]);
    B* const out = std::assume_aligned<64>(mask == kAllLanes ? to : scratch);
    WARPLENS_LANE_LOOP
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      out[lane] = (c >> lane & 1u) != 0 ? a[lane] : b[lane];
    }
    if (mask != kAllLanes) blend_lanes(to, scratch, mask);
  }
};

// NaN is not ≥ 0 and selects b; −0 is.
template <bool Flushes>
struct SelectBySign {
  template <class T, class C>
  WARPLENS_INLINE T operator()(T a, T b, C c) const {
    if constexpr (Flushes) c = flush_denormal(c);
    return c >= C{0} ? a : b;
  }
};

// Selections copy bits: only the size of the type matters.
template <class Make>
std::optional<Operation> with_size(ptx::ScalarType type, Make make) {
  using enum ptx::ScalarType;
  switch (type) {
    case b16:
    case u16:
    case s16:
      return make(Type<std::uint16_t>{});
    case b32:
    case u32:
    case s32:
      return make(Type<std::uint32_t>{});
    case b64:
    case u64:
    case s64:
      return make(Type<std::uint64_t>{});
    case f32:
      return make(Type<float>{});
    case f64:
      return make(Type<double>{});
    default:
      return std::nullopt;
  }
}

std::optional<Operation> select(InstructionReader& reader) {
  const bool inverted = reader.take_negation(3);
  return with_size(reader.take_type(), [inverted]<class T>(Type<T>) -> std::optional<Operation> {
    using B = Bits<T>;
    return Operation{inverted ? function_of<Select<B, true>>() : function_of<Select<B, false>>(),
                     shapes<T, T, T, bool>()};
  });
}

std::optional<Operation> select_by_sign(InstructionReader& reader) {
  const bool flushes = reader.take("ftz");
  const ptx::ScalarType type = reader.take_type();
  const ptx::ScalarType by = reader.take_type();
  return with_size(type, [=]<class T>(Type<T>) -> std::optional<Operation> {
    if (by == ptx::ScalarType::s32 && !flushes) {
      return map<SelectBySign<false>, T, T, T, std::int32_t>();
    }
    if (by != ptx::ScalarType::f32) return std::nullopt;
    return flushes ? map<SelectBySign<true>, T, T, T, float>()
                   : map<SelectBySign<false>, T, T, T, float>();
  });
}

struct IsFinite {
  bool operator()(auto x) const { return std::isfinite(x); }
};
struct IsInfinite {
  bool operator()(auto x) const { return std::isinf(x); }
};
struct IsNumber {
  bool operator()(auto x) const { return !std::isnan(x); }
};
struct IsNotANumber {
  bool operator()(auto x) const { return std::isnan(x); }
};
// Zero counts as normal here (PTX ISA, testp).
struct IsNormal {
  bool operator()(auto x) const { return std::isnormal(x) || x == 0; }
};
struct IsSubnormal {
  bool operator()(auto x) const { return std::fpclassify(x) == FP_SUBNORMAL; }
};

template <class F>
std::optional<Operation> test(ptx::ScalarType type) {
  if (type == ptx::ScalarType::f32) return map<F, bool, float>();
  if (type == ptx::ScalarType::f64) return map<F, bool, double>();
  return std::nullopt;
}

std::optional<Operation> test(InstructionReader& reader) {
  const ptx::ScalarType type = reader.take_type();
  if (reader.take("finite")) return test<IsFinite>(type);
  if (reader.take("infinite")) return test<IsInfinite>(type);
  if (reader.take("number")) return test<IsNumber>(type);
  if (reader.take("notanumber")) return test<IsNotANumber>(type);
  if (reader.take("normal")) return test<IsNormal>(type);
  if (reader.take("subnormal")) return test<IsSubnormal>(type);
  return std::nullopt;
}

}  // namespace

std::optional<Operation> find_select_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "selp") return select(reader);
  if (opcode == "slct") return select_by_sign(reader);
  if (opcode == "testp") return test(reader);
  return std::nullopt;
}

}  // namespace warplens::machine
