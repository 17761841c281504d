// Lane loops: how an operation runs over the 32 lanes of a warp.
//
//   map<Add, T, T, T>()      d[i] = Add{}(a[i], b[i]) for the lanes of the mask, as an Operation
//
// A functor works on values (float, std::int32_t, Half, bool for a predicate) and must be defined
// for every bit pattern: lanes outside the mask are computed too, and thrown away. The loops are
// compiled twice, for any x86-64 and for one with AVX2 and FMA; find_operation picks once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/base/processor.h"
#include "kernels/machine/operations/operations.h"

#define WARPLENS_INLINE [[gnu::always_inline]] inline
// A destination is a source itself or apart from it, so that lane i never reads what lane j wrote.
#if defined(__clang__)
#define WARPLENS_LANE_LOOP
#else
#define WARPLENS_LANE_LOOP _Pragma("GCC ivdep")
#endif

namespace warplens::machine {

inline constexpr unsigned kLanes = 32;
inline constexpr std::uint32_t kAllLanes = 0xffffffffu;

// IEEE binary16 and bfloat16, as bits.
struct Half {
  std::uint16_t bits = 0;
};
struct BFloat {
  std::uint16_t bits = 0;
};

template <std::size_t Bytes>
struct BitsOfSize;
template <>
struct BitsOfSize<2> {
  using Type = std::uint16_t;
};
template <>
struct BitsOfSize<4> {
  using Type = std::uint32_t;
};
template <>
struct BitsOfSize<8> {
  using Type = std::uint64_t;
};
// The type that a frame stores for a value of type T.
template <class T>
using Bits = typename BitsOfSize<sizeof(T)>::Type;

template <class T>
constexpr ptx::ScalarType scalar_type_of() {
  using enum ptx::ScalarType;
  if constexpr (std::is_same_v<T, bool>) return pred;
  if constexpr (std::is_same_v<T, std::uint16_t>) return u16;
  if constexpr (std::is_same_v<T, std::int16_t>) return s16;
  if constexpr (std::is_same_v<T, std::uint32_t>) return u32;
  if constexpr (std::is_same_v<T, std::int32_t>) return s32;
  if constexpr (std::is_same_v<T, std::uint64_t>) return u64;
  if constexpr (std::is_same_v<T, std::int64_t>) return s64;
  if constexpr (std::is_same_v<T, Half>) return f16;
  if constexpr (std::is_same_v<T, BFloat>) return bf16;
  if constexpr (std::is_same_v<T, float>) return f32;
  if constexpr (std::is_same_v<T, double>) return f64;
}

template <class T>
WARPLENS_INLINE T* lanes(std::byte* frame, std::uint32_t offset) {
  return std::assume_aligned<64>(reinterpret_cast<T*>(frame + offset));
}

WARPLENS_INLINE std::uint32_t& predicate(std::byte* frame, std::uint32_t offset) {
  return *reinterpret_cast<std::uint32_t*>(frame + offset);
}

WARPLENS_INLINE void blend(std::uint32_t& predicate, std::uint32_t value, std::uint32_t mask) {
  predicate = (value & mask) | (predicate & ~mask);
}

// The values of one source operand.
template <class T>
struct Source {
  const Bits<T>* values;
  WARPLENS_INLINE Source(std::byte* frame, std::uint32_t offset)
      : values(lanes<const Bits<T>>(frame, offset)) {}
  WARPLENS_INLINE T operator[](unsigned lane) const { return std::bit_cast<T>(values[lane]); }
};

template <>
struct Source<bool> {
  std::uint32_t values;
  WARPLENS_INLINE Source(std::byte* frame, std::uint32_t offset)
      : values(predicate(frame, offset)) {}
  WARPLENS_INLINE bool operator[](unsigned lane) const { return (values >> lane & 1u) != 0; }
};

// Copies the lanes of the mask, and only those.
template <class B>
void blend_lanes(B* to, const B* from, std::uint32_t mask) {
  WARPLENS_LANE_LOOP
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    to[lane] = (mask >> lane & 1u) != 0 ? from[lane] : to[lane];
  }
}

template <class F, class D, class... S>
struct Map {
  WARPLENS_INLINE static void run(std::byte* frame, std::uint32_t mask,
                                  const OperandOffsets& operands) {
    run(frame, mask, operands, std::index_sequence_for<S...>{});
  }

 private:
  template <std::size_t... I>
  WARPLENS_INLINE static void run(std::byte* frame, std::uint32_t mask,
                                  const OperandOffsets& operands, std::index_sequence<I...>) {
    apply(frame, mask, operands[0], Source<S>(frame, operands[I + 1])...);
  }

  WARPLENS_INLINE static void apply(std::byte* frame, std::uint32_t mask, std::uint32_t destination,
                                    Source<S>... sources) {
    if constexpr (std::is_same_v<D, bool>) {
      std::uint32_t bits = 0;
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        bits |= static_cast<std::uint32_t>(F{}(sources[lane]...)) << lane;
      }
      blend(predicate(frame, destination), bits, mask);
    } else {
      alignas(64) Bits<D> scratch[kLanes];
      Bits<D>* const to = lanes<Bits<D>>(frame, destination);
      Bits<D>* const out = std::assume_aligned<64>(mask == kAllLanes ? to : scratch);
      WARPLENS_LANE_LOOP
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        out[lane] = std::bit_cast<Bits<D>>(static_cast<D>(F{}(sources[lane]...)));
      }
      if (mask != kAllLanes) blend_lanes(to, scratch, mask);
    }
  }
};

// A map for costly functors: it computes only the lanes of the mask.
template <class F, class D, class... S>
struct MapEach {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    run(frame, mask, operands, std::index_sequence_for<S...>{});
  }

 private:
  template <std::size_t... I>
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands,
                  std::index_sequence<I...>) {
    apply(lanes<Bits<D>>(frame, operands[0]), mask, operands[kOptionPlace],
          Source<S>(frame, operands[I + 1])...);
  }

  static void apply(Bits<D>* to, std::uint32_t mask, std::uint32_t option, Source<S>... sources) {
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if constexpr (std::is_invocable_v<F, std::uint32_t, S...>) {
        to[lane] = std::bit_cast<Bits<D>>(static_cast<D>(F{}(option, sources[lane]...)));
      } else {
        to[lane] = std::bit_cast<Bits<D>>(static_cast<D>(F{}(sources[lane]...)));
      }
    }
  }
};

template <class Body>
void run_anywhere(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
  Body::run(frame, mask, operands);
}

#if defined(__x86_64__)
template <class Body>
WARPLENS_AVX2 void run_avx2(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
  Body::run(frame, mask, operands);
}
#endif

template <class Body>
OperationFunction function_of() {
#if defined(__x86_64__)
  if (has_avx2()) return run_avx2<Body>;
#endif
  return run_anywhere<Body>;
}

// Shapes of an operation with one destination, first.
template <class D, class... S>
std::vector<OperandShape> shapes() {
  return {{scalar_type_of<D>(), true}, {scalar_type_of<S>()}...};
}

template <class F, class D, class... S>
Operation map() {
  return {function_of<Map<F, D, S...>>(), shapes<D, S...>()};
}

template <class F, class D, class... S>
Operation map_each(std::uint32_t option = 0) {
  return {MapEach<F, D, S...>::run, shapes<D, S...>(), option};
}

template <class T>
struct Type {
  using type = T;
};

// Calls `make(Type<T>{})` with the C++ type of an integer or untyped PTX type of 16 to 64 bits.
template <class Make>
std::optional<Operation> with_integer(ptx::ScalarType type, Make make) {
  using enum ptx::ScalarType;
  switch (type) {
    case u16:
      return make(Type<std::uint16_t>{});
    case s16:
      return make(Type<std::int16_t>{});
    case u32:
      return make(Type<std::uint32_t>{});
    case s32:
      return make(Type<std::int32_t>{});
    case u64:
      return make(Type<std::uint64_t>{});
    case s64:
      return make(Type<std::int64_t>{});
    default:
      return std::nullopt;
  }
}

// The same for .b16, .b32 and .b64 (as unsigned).
template <class Make>
std::optional<Operation> with_bits(ptx::ScalarType type, Make make) {
  using enum ptx::ScalarType;
  switch (type) {
    case b16:
      return make(Type<std::uint16_t>{});
    case b32:
      return make(Type<std::uint32_t>{});
    case b64:
      return make(Type<std::uint64_t>{});
    default:
      return std::nullopt;
  }
}

// The same without the 16-bit types.
template <class Make>
std::optional<Operation> with_wide_integer(ptx::ScalarType type, Make make) {
  using enum ptx::ScalarType;
  switch (type) {
    case u32:
      return make(Type<std::uint32_t>{});
    case s32:
      return make(Type<std::int32_t>{});
    case u64:
      return make(Type<std::uint64_t>{});
    case s64:
      return make(Type<std::int64_t>{});
    default:
      return std::nullopt;
  }
}

template <class Make>
std::optional<Operation> with_wide_bits(ptx::ScalarType type, Make make) {
  using enum ptx::ScalarType;
  switch (type) {
    case b32:
      return make(Type<std::uint32_t>{});
    case b64:
      return make(Type<std::uint64_t>{});
    default:
      return std::nullopt;
  }
}

}  // namespace warplens::machine
