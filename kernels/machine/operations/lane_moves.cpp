#include "kernels/machine/operations/lane_moves.h"

#include <atomic>
#include <cstring>
#include <type_traits>

#include "kernels/machine/operations/run_loop.h"

namespace warplens::machine {
namespace {

template <class T, bool kConcurrent>
T read(const std::byte* place) {
  if constexpr (kConcurrent) {
    auto* value = reinterpret_cast<T*>(const_cast<std::byte*>(place));
    return std::atomic_ref<T>(*value).load(std::memory_order_relaxed);
  } else {
    T value;
    std::memcpy(&value, place, sizeof(T));
    return value;
  }
}

template <class T, bool kConcurrent>
void write(std::byte* place, T value) {
  if constexpr (kConcurrent) {
    std::atomic_ref<T>(*reinterpret_cast<T*>(place)).store(value, std::memory_order_relaxed);
  } else {
    std::memcpy(place, &value, sizeof(T));
  }
}

// each_lane() that is a loop of its caller, whose values then stay in registers.
template <class Act>
WARPLENS_INLINE void each_of(std::uint32_t mask, Act act) {
  if (mask == kAllLanes) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) act(lane);
    return;
  }
  for (; mask != 0; mask &= mask - 1) act(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

// A 128-bit register holds all low halves, then all high halves.
struct Wide {};
constexpr std::size_t kHighHalf = 8, kHighRegisters = 8 * kWarpSize;

// Register is as signed as Element, so the conversion extends as it should.
template <class Element, class Register, bool kConcurrent>
struct LoadLanes {
  static void run(const std::byte* origin, std::uint64_t base, const LaneAddresses& addresses,
                  std::byte* slot, std::uint32_t mask) {
    if constexpr (std::is_same_v<Element, Wide>) {
      using Half = LoadLanes<std::uint64_t, std::uint64_t, kConcurrent>;
      Half::run(origin, base, addresses, slot, mask);
      Half::run(origin + kHighHalf, base, addresses, slot + kHighRegisters, mask);
    } else {
      auto* const to = reinterpret_cast<Register*>(slot);
      each_of(mask, [=, from = addresses.data()](std::uint32_t lane) {
        to[lane] = static_cast<Register>(read<Element, kConcurrent>(origin + (from[lane] - base)));
      });
    }
  }
};

template <class Element, class Register, bool kConcurrent>
struct StoreLanes {
  static void run(std::byte* origin, std::uint64_t base, const LaneAddresses& addresses,
                  const std::byte* slot, std::uint32_t mask) {
    if constexpr (std::is_same_v<Element, Wide>) {
      using Half = StoreLanes<std::uint64_t, std::uint64_t, kConcurrent>;
      Half::run(origin, base, addresses, slot, mask);
      Half::run(origin + kHighHalf, base, addresses, slot + kHighRegisters, mask);
    } else {
      const auto* const from = reinterpret_cast<const Register*>(slot);
      each_of(mask, [=, to = addresses.data()](std::uint32_t lane) {
        write<Element, kConcurrent>(origin + (to[lane] - base), static_cast<Element>(from[lane]));
      });
    }
  }
};

constexpr unsigned kHalf = LaneShape::kHalf;

// Most halves read elements that lie one behind the other, or all the same one.
template <class Element, class Register, bool kConcurrent>
WARPLENS_INLINE void load_half(const std::byte* first, const std::int32_t* distances,
                               std::int32_t step, Register* to) {
  if (step == sizeof(Element)) {
    const std::byte* const from = first + distances[0];
    WARPLENS_LANE_LOOP
    for (unsigned i = 0; i < kHalf; ++i) {
      to[i] = static_cast<Register>(read<Element, kConcurrent>(from + i * sizeof(Element)));
    }
  } else if (step == 0) {
    const auto value = static_cast<Register>(read<Element, kConcurrent>(first + distances[0]));
    for (unsigned i = 0; i < kHalf; ++i) to[i] = value;
  } else {
    for (unsigned i = 0; i < kHalf; ++i) {
      to[i] = static_cast<Register>(read<Element, kConcurrent>(first + distances[i]));
    }
  }
}

template <class Element, class Register, bool kConcurrent>
WARPLENS_INLINE void store_half(std::byte* first, const std::int32_t* distances, std::int32_t step,
                                const Register* from) {
  if (step == sizeof(Element)) {
    std::byte* const to = first + distances[0];
    WARPLENS_LANE_LOOP
    for (unsigned i = 0; i < kHalf; ++i) {
      write<Element, kConcurrent>(to + i * sizeof(Element), static_cast<Element>(from[i]));
    }
  } else {
    for (unsigned i = 0; i < kHalf; ++i) {
      write<Element, kConcurrent>(first + distances[i], static_cast<Element>(from[i]));
    }
  }
}

template <class Element, class Register, bool kConcurrent>
struct LoadShapeLoop {
  WARPLENS_INLINE static void run(const std::byte* first, const LaneShape* shape, std::byte* slot) {
    auto* const to = reinterpret_cast<Register*>(slot);
    const std::int32_t* const distances = shape->distances.data();
    if (shape->mask == kAllLanes) {
      load_half<Element, Register, kConcurrent>(first, distances, shape->steps[0], to);
      load_half<Element, Register, kConcurrent>(first, distances + kHalf, shape->steps[1],
                                                to + kHalf);
      return;
    }
    each_of(shape->mask, [=](std::uint32_t lane) {
      to[lane] = static_cast<Register>(read<Element, kConcurrent>(first + distances[lane]));
    });
  }
};

template <class Element, class Register, bool kConcurrent>
struct StoreShapeLoop {
  WARPLENS_INLINE static void run(std::byte* first, const LaneShape* shape, const std::byte* slot) {
    const auto* const from = reinterpret_cast<const Register*>(slot);
    const std::int32_t* const distances = shape->distances.data();
    if (shape->mask == kAllLanes) {
      store_half<Element, Register, kConcurrent>(first, distances, shape->steps[0], from);
      store_half<Element, Register, kConcurrent>(first, distances + kHalf, shape->steps[1],
                                                 from + kHalf);
      return;
    }
    each_of(shape->mask, [=](std::uint32_t lane) {
      write<Element, kConcurrent>(first + distances[lane], static_cast<Element>(from[lane]));
    });
  }
};

template <class Element, class Register, bool kConcurrent>
struct LoadShape {
  static void run(const std::byte* first, const LaneShape& shape, std::byte* slot) {
    if constexpr (std::is_same_v<Element, Wide>) {
      using Half = LoadShape<std::uint64_t, std::uint64_t, kConcurrent>;
      Half::run(first, shape, slot);
      Half::run(first + kHighHalf, shape, slot + kHighRegisters);
    } else {
      run_loop<LoadShapeLoop<Element, Register, kConcurrent>>(first, &shape, slot);
    }
  }
};

template <class Element, class Register, bool kConcurrent>
struct StoreShape {
  static void run(std::byte* first, const LaneShape& shape, const std::byte* slot) {
    if constexpr (std::is_same_v<Element, Wide>) {
      using Half = StoreShape<std::uint64_t, std::uint64_t, kConcurrent>;
      Half::run(first, shape, slot);
      Half::run(first + kHighHalf, shape, slot + kHighRegisters);
    } else {
      run_loop<StoreShapeLoop<Element, Register, kConcurrent>>(first, &shape, slot);
    }
  }
};

// A move as a pointer: any of the four above, of a register of so many bytes.
template <template <class, class, bool> class Move>
using FunctionOf = decltype(&Move<std::uint32_t, std::uint32_t, false>::run);

template <template <class, class, bool> class Move, class Element, bool kConcurrent>
FunctionOf<Move> with_register(std::uint32_t register_bytes) {
  constexpr bool kSigned = std::is_signed_v<Element>;
  if (register_bytes < sizeof(Element)) return nullptr;
  switch (register_bytes) {
    case 2:
      return Move<Element, std::conditional_t<kSigned, std::int16_t, std::uint16_t>,
                  kConcurrent>::run;
    case 4:
      return Move<Element, std::conditional_t<kSigned, std::int32_t, std::uint32_t>,
                  kConcurrent>::run;
    case 8:
      return Move<Element, std::conditional_t<kSigned, std::int64_t, std::uint64_t>,
                  kConcurrent>::run;
    default:
      return nullptr;
  }
}

template <template <class, class, bool> class Move, bool kConcurrent>
FunctionOf<Move> move_of(std::uint32_t element_bytes, std::uint32_t register_bytes,
                         bool is_signed = false) {
  switch (element_bytes) {
    case 1:
      return is_signed ? with_register<Move, std::int8_t, kConcurrent>(register_bytes)
                       : with_register<Move, std::uint8_t, kConcurrent>(register_bytes);
    case 2:
      return is_signed ? with_register<Move, std::int16_t, kConcurrent>(register_bytes)
                       : with_register<Move, std::uint16_t, kConcurrent>(register_bytes);
    case 4:
      return is_signed ? with_register<Move, std::int32_t, kConcurrent>(register_bytes)
                       : with_register<Move, std::uint32_t, kConcurrent>(register_bytes);
    case 8:
      return with_register<Move, std::uint64_t, kConcurrent>(register_bytes);
    case 16:
      return register_bytes == 16 ? Move<Wide, Wide, kConcurrent>::run : nullptr;
    default:
      return nullptr;
  }
}

template <bool kConcurrent>
LaneMoves moves_of(std::uint32_t element_bytes, std::uint32_t register_bytes, bool is_signed) {
  return {move_of<LoadLanes, kConcurrent>(element_bytes, register_bytes, is_signed),
          move_of<StoreLanes, kConcurrent>(element_bytes, register_bytes),
          move_of<LoadShape, kConcurrent>(element_bytes, register_bytes, is_signed),
          move_of<StoreShape, kConcurrent>(element_bytes, register_bytes)};
}

}  // namespace

LaneMoves find_moves(std::uint32_t element_bytes, std::uint32_t register_bytes, bool is_signed,
                     bool concurrent) {
  return concurrent ? moves_of<true>(element_bytes, register_bytes, is_signed)
                    : moves_of<false>(element_bytes, register_bytes, is_signed);
}

std::uint64_t read_concurrent(const std::byte* place, std::uint32_t bytes) {
  switch (bytes) {
    case 1:
      return read<std::uint8_t, true>(place);
    case 2:
      return read<std::uint16_t, true>(place);
    case 4:
      return read<std::uint32_t, true>(place);
    default:
      return read<std::uint64_t, true>(place);
  }
}

std::uint64_t read_slot(const std::byte* slot, std::uint32_t bytes, std::uint32_t lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, slot + std::size_t{lane} * bytes, bytes);
  return value;
}

void write_slot(std::byte* slot, std::uint32_t bytes, std::uint32_t lane, std::uint64_t value) {
  std::memcpy(slot + std::size_t{lane} * bytes, &value, bytes);
}

std::array<std::uint64_t, 2> read_wide(const std::byte* slot, std::uint32_t lane) {
  return {read_slot(slot, kHighHalf, lane), read_slot(slot + kHighRegisters, kHighHalf, lane)};
}

void write_wide(std::byte* slot, std::uint32_t lane, const std::array<std::uint64_t, 2>& value) {
  write_slot(slot, kHighHalf, lane, value[0]);
  write_slot(slot + kHighRegisters, kHighHalf, lane, value[1]);
}

}  // namespace warplens::machine
