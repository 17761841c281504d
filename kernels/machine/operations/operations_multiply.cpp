// Integer multiplication: mul, mad, mul24, mad24, dp4a, dp2a.
#include <algorithm>
#include <limits>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

__extension__ using Int128 = __int128;
__extension__ using Unsigned128 = unsigned __int128;

// The type that holds the whole product of two T.
template <class T>
struct WideType;
template <>
struct WideType<std::uint16_t> {
  using Type = std::uint32_t;
};
template <>
struct WideType<std::int16_t> {
  using Type = std::int32_t;
};
template <>
struct WideType<std::uint32_t> {
  using Type = std::uint64_t;
};
template <>
struct WideType<std::int32_t> {
  using Type = std::int64_t;
};
template <>
struct WideType<std::uint64_t> {
  using Type = Unsigned128;
};
template <>
struct WideType<std::int64_t> {
  using Type = Int128;
};
template <class T>
using Wide = typename WideType<T>::Type;

struct Low {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return wrapping_multiply(a, b);
  }
};

struct High {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b) >> (8 * sizeof(T)));
  }
};

struct Whole {
  template <class T>
  WARPLENS_INLINE Wide<T> operator()(T a, T b) const {
    return static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
  }
};

// The low 24 bits of both, sign- or zero-extended; the product has 48 bits.
template <class T>
WARPLENS_INLINE std::int64_t product24(T a, T b) {
  const auto low24 = [](T x) {
    return static_cast<std::int64_t>(static_cast<T>(static_cast<std::uint32_t>(x) << 8) >> 8);
  };
  return low24(a) * low24(b);
}

struct Low24 {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return static_cast<T>(product24(a, b));
  }
};

struct High24 {
  template <class T>
  WARPLENS_INLINE T operator()(T a, T b) const {
    return static_cast<T>(product24(a, b) >> 16);
  }
};

template <class Product>
struct ThenAdd {
  template <class T, class C>
  WARPLENS_INLINE C operator()(T a, T b, C c) const {
    return wrapping_add(static_cast<C>(Product{}(a, b)), c);
  }
};

template <class Product>
struct ThenAddSaturating {
  WARPLENS_INLINE std::int32_t operator()(std::int32_t a, std::int32_t b, std::int32_t c) const {
    const std::int64_t sum = std::int64_t{Product{}(a, b)} + c;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(
        sum, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
  }
};

template <class Product>
std::optional<Operation> multiply(ptx::ScalarType type, bool adds) {
  return with_integer(type, [adds]<class T>(Type<T>) {
    return adds ? map<ThenAdd<Product>, T, T, T, T>() : map<Product, T, T, T>();
  });
}

std::optional<Operation> multiply_wide(ptx::ScalarType type, bool adds) {
  return with_integer(type, [adds]<class T>(Type<T>) -> std::optional<Operation> {
    if constexpr (sizeof(T) < 8) {
      using W = Wide<T>;
      return adds ? map<ThenAdd<Whole>, W, T, T, W>() : map<Whole, W, T, T>();
    }
    return std::nullopt;
  });
}

template <class Product>
std::optional<Operation> add_saturating(ptx::ScalarType type) {
  using I = std::int32_t;
  if (type != ptx::ScalarType::s32) return std::nullopt;
  return map<ThenAddSaturating<Product>, I, I, I, I>();
}

std::optional<Operation> find_multiply(InstructionReader& reader, bool adds) {
  const bool saturates = adds && reader.take("sat");
  if (reader.take("hi")) {
    const ptx::ScalarType type = reader.take_type();
    return saturates ? add_saturating<High>(type) : multiply<High>(type, adds);
  }
  if (saturates) return std::nullopt;
  if (reader.take("wide")) return multiply_wide(reader.take_type(), adds);
  if (reader.take("lo")) return multiply<Low>(reader.take_type(), adds);
  return std::nullopt;
}

template <class Product>
std::optional<Operation> multiply24(ptx::ScalarType type, bool adds) {
  using U = std::uint32_t;
  using I = std::int32_t;
  if (type == ptx::ScalarType::u32) {
    return adds ? map<ThenAdd<Product>, U, U, U, U>() : map<Product, U, U, U>();
  }
  if (type == ptx::ScalarType::s32) {
    return adds ? map<ThenAdd<Product>, I, I, I, I>() : map<Product, I, I, I>();
  }
  return std::nullopt;
}

std::optional<Operation> find_multiply24(InstructionReader& reader, bool adds) {
  if (reader.take("lo")) return multiply24<Low24>(reader.take_type(), adds);
  if (!reader.take("hi")) return std::nullopt;
  const bool saturates = adds && reader.take("sat");
  const ptx::ScalarType type = reader.take_type();
  return saturates ? add_saturating<High24>(type) : multiply24<High24>(type, adds);
}

// Element `i` of a word of packed E.
template <class E>
WARPLENS_INLINE std::uint32_t element(std::uint32_t word, unsigned i) {
  return static_cast<std::uint32_t>(
      static_cast<std::int32_t>(static_cast<E>(word >> (8 * sizeof(E) * i))));
}

template <class A, class B>
struct DotProduct4 {
  WARPLENS_INLINE std::uint32_t operator()(std::uint32_t a, std::uint32_t b,
                                           std::uint32_t c) const {
    for (unsigned i = 0; i < 4; ++i) c += element<A>(a, i) * element<B>(b, i);
    return c;
  }
};

// Two 16-bit elements of a with bytes First and First + 1 of b.
template <class A, class B, unsigned First>
struct DotProduct2 {
  WARPLENS_INLINE std::uint32_t operator()(std::uint32_t a, std::uint32_t b,
                                           std::uint32_t c) const {
    for (unsigned i = 0; i < 2; ++i) c += element<A>(a, i) * element<B>(b, First + i);
    return c;
  }
};

template <class F>
Operation dot() {
  using U = std::uint32_t;
  return map<F, U, U, U, U>();
}

template <class A8, class A16, class B>
std::optional<Operation> find_dot(InstructionReader& reader) {
  if (reader.opcode() == "dp4a") return dot<DotProduct4<A8, B>>();
  if (reader.take("lo")) return dot<DotProduct2<A16, B, 0>>();
  if (reader.take("hi")) return dot<DotProduct2<A16, B, 2>>();
  return std::nullopt;
}

std::optional<Operation> find_dot(InstructionReader& reader) {
  const ptx::ScalarType a = reader.take_type();
  const ptx::ScalarType b = reader.take_type();
  const bool a_signed = a == ptx::ScalarType::s32;
  const bool b_signed = b == ptx::ScalarType::s32;
  if ((!a_signed && a != ptx::ScalarType::u32) || (!b_signed && b != ptx::ScalarType::u32)) {
    return std::nullopt;
  }
  if (a_signed) {
    return b_signed ? find_dot<std::int8_t, std::int16_t, std::int8_t>(reader)
                    : find_dot<std::int8_t, std::int16_t, std::uint8_t>(reader);
  }
  return b_signed ? find_dot<std::uint8_t, std::uint16_t, std::int8_t>(reader)
                  : find_dot<std::uint8_t, std::uint16_t, std::uint8_t>(reader);
}

}  // namespace

std::optional<Operation> find_multiply_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "mul") return find_multiply(reader, false);
  if (opcode == "mad") return find_multiply(reader, true);
  if (opcode == "mul24") return find_multiply24(reader, false);
  if (opcode == "mad24") return find_multiply24(reader, true);
  if (opcode == "dp4a" || opcode == "dp2a") return find_dot(reader);
  return std::nullopt;
}

}  // namespace warplens::machine
