// Integer addition, division, minimum and maximum, and what else needs no wider intermediate.
#include <algorithm>
#include <limits>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

struct Add {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return wrapping_add(a, b);
  }
};

struct Subtract {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return wrapping_subtract(a, b);
  }
};

WARPLENS_INLINE std::int32_t saturate(std::int64_t x) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(
      x, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

struct AddSaturating {
  WARPLENS_INLINE std::int32_t operator()(std::int32_t a, std::int32_t b) const {
    return saturate(std::int64_t{a} + b);
  }
};

struct SubtractSaturating {
  WARPLENS_INLINE std::int32_t operator()(std::int32_t a, std::int32_t b) const {
    return saturate(std::int64_t{a} - b);
  }
};

// PTX leaves division by zero unspecified; GPUs give all ones.
struct Divide {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) {
      if (b == T{-1}) return wrapping_subtract(T{0}, a);
    }
    return static_cast<T>(a / b);
  }
};

struct Remainder {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) {
      if (b == T{-1}) return 0;
    }
    return static_cast<T>(a % b);
  }
};

struct Absolute {
  template <class T>
  WARPLENS_INLINE T operator()(T a) const {
    return a < 0 ? wrapping_subtract(T{0}, a) : a;
  }
};

struct Negate {
  template <class T>
  WARPLENS_INLINE T operator()(T a) const {
    return wrapping_subtract(T{0}, a);
  }
};

struct Minimum {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};

struct Maximum {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

template <class F>
struct NonNegative {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    const T r = F{}(a, b);
    return r < 0 ? T{0} : r;
  }
};

// The 16-bit halves of a word, each on its own.
template <class F, class T>
struct InHalves {
  WARPLENS_INLINE std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
    const auto part = [](std::uint32_t x) { return static_cast<T>(static_cast<std::uint16_t>(x)); };
    const auto low = static_cast<std::uint16_t>(F{}(part(a), part(b)));
    const auto high = static_cast<std::uint16_t>(F{}(part(a >> 16), part(b >> 16)));
    return low | static_cast<std::uint32_t>(high) << 16;
  }
};

struct SumOfAbsoluteDifferences {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b, T c) const {
    return wrapping_add(c, a < b ? wrapping_subtract(b, a) : wrapping_subtract(a, b));
  }
};

template <class F>
std::optional<Operation> binary(ptx::ScalarType type) {
  return with_integer(type, []<class T>(Type<T>) { return map<F, T, T, T>(); });
}

template <class F>
std::optional<Operation> binary_each(ptx::ScalarType type) {
  return with_integer(type, []<class T>(Type<T>) { return map_each<F, T, T, T>(); });
}

template <class F>
std::optional<Operation> unary(ptx::ScalarType type) {
  return with_integer(type, []<class T>(Type<T>) -> std::optional<Operation> {
    if constexpr (std::is_signed_v<T>) return map<F, T, T>();
    return std::nullopt;
  });
}

// add, min and max also exist on pairs of 16-bit integers.
template <class F>
std::optional<Operation> binary_or_halves(InstructionReader& reader) {
  if (reader.take("u16x2")) {
    return map<InHalves<F, std::uint16_t>, std::uint32_t, std::uint32_t, std::uint32_t>();
  }
  if (reader.take("s16x2")) {
    return map<InHalves<F, std::int16_t>, std::uint32_t, std::uint32_t, std::uint32_t>();
  }
  return binary<F>(reader.take_type());
}

template <class F>
std::optional<Operation> extremum(InstructionReader& reader) {
  if (!reader.take("relu")) return binary_or_halves<F>(reader);
  if (reader.take("s16x2")) {
    return map<InHalves<NonNegative<F>, std::int16_t>, std::uint32_t, std::uint32_t,
               std::uint32_t>();
  }
  if (reader.take_type() != ptx::ScalarType::s32) return std::nullopt;
  return map<NonNegative<F>, std::int32_t, std::int32_t, std::int32_t>();
}

template <class Plain, class Saturating>
std::optional<Operation> sum(InstructionReader& reader) {
  if (!reader.take("sat")) return binary_or_halves<Plain>(reader);
  if (reader.take_type() != ptx::ScalarType::s32) return std::nullopt;
  return map<Saturating, std::int32_t, std::int32_t, std::int32_t>();
}

}  // namespace

std::optional<Operation> find_integer_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "add") return sum<Add, AddSaturating>(reader);
  if (opcode == "sub") return sum<Subtract, SubtractSaturating>(reader);
  if (opcode == "div") return binary_each<Divide>(reader.take_type());
  if (opcode == "rem") return binary_each<Remainder>(reader.take_type());
  if (opcode == "min") return extremum<Minimum>(reader);
  if (opcode == "max") return extremum<Maximum>(reader);
  if (opcode == "abs") return unary<Absolute>(reader.take_type());
  if (opcode == "neg") return unary<Negate>(reader.take_type());
  if (opcode == "sad") {
    return with_integer(reader.take_type(), []<class T>(Type<T>) {
      return map<SumOfAbsoluteDifferences, T, T, T, T>();
    });
  }
  return std::nullopt;
}

}  // namespace warplens::machine
