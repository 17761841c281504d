#include "kernels/machine/operations/lane_moves.h"

#include <atomic>
#include <cstring>
#include <type_traits>

#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/operations/operations_map.h"

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

// A warp's halves are most often alike in how they go through memory, but need not go on from one
// to the other: blocks are 16 threads wide.
constexpr unsigned kHalf = kLanes / 2;

// Whether each of half a warp's addresses is `step` bytes behind the one before it.
WARPLENS_INLINE bool go_by_steps(const std::uint64_t* addresses, std::uint64_t step) {
  if (addresses[1] - addresses[0] != step) return false;
  std::uint64_t different = 0;
  for (std::uint64_t i = 0; i < kHalf; ++i) different |= addresses[i] ^ (addresses[0] + i * step);
  return different == 0;
}

// Register is as signed as Element, so the conversion extends as it should. Most halves read
// elements that lie one behind the other, or all the same one.
template <class Element, class Register>
WARPLENS_INLINE void load_half(const std::byte* origin, std::uint64_t base,
                               const std::uint64_t* addresses, Register* to) {
  const std::byte* const first = origin + (addresses[0] - base);
  if (go_by_steps(addresses, sizeof(Element))) {
    WARPLENS_LANE_LOOP
    for (unsigned i = 0; i < kHalf; ++i) {
      to[i] = static_cast<Register>(read<Element, false>(first + i * sizeof(Element)));
    }
  } else if (go_by_steps(addresses, 0)) {
    const auto value = static_cast<Register>(read<Element, false>(first));
    for (unsigned i = 0; i < kHalf; ++i) to[i] = value;
  } else {
    for (unsigned i = 0; i < kHalf; ++i) {
      to[i] = static_cast<Register>(read<Element, false>(origin + (addresses[i] - base)));
    }
  }
}

template <class Element, class Register>
WARPLENS_INLINE void store_half(std::byte* origin, std::uint64_t base,
                                const std::uint64_t* addresses, const Register* from) {
  if (go_by_steps(addresses, sizeof(Element))) {
    std::byte* const first = origin + (addresses[0] - base);
    WARPLENS_LANE_LOOP
    for (unsigned i = 0; i < kHalf; ++i) {
      write<Element, false>(first + i * sizeof(Element), static_cast<Element>(from[i]));
    }
  } else {
    for (unsigned i = 0; i < kHalf; ++i) {
      write<Element, false>(origin + (addresses[i] - base), static_cast<Element>(from[i]));
    }
  }
}

template <class Element, class Register, bool kConcurrent>
WARPLENS_INLINE void load_lanes(const std::byte* origin, std::uint64_t base,
                                const LaneAddresses& addresses, std::byte* slot,
                                std::uint32_t mask) {
  auto* to = reinterpret_cast<Register*>(slot);
  if (!kConcurrent && mask == kAllLanes) {
    load_half<Element>(origin, base, addresses.data(), to);
    load_half<Element>(origin, base, addresses.data() + kHalf, to + kHalf);
    return;
  }
  each_lane(mask, [&](std::uint32_t lane) {
    to[lane] = static_cast<Register>(read<Element, kConcurrent>(origin + (addresses[lane] - base)));
  });
}

template <class Element, class Register, bool kConcurrent>
WARPLENS_INLINE void store_lanes(std::byte* origin, std::uint64_t base,
                                 const LaneAddresses& addresses, const std::byte* slot,
                                 std::uint32_t mask) {
  const auto* from = reinterpret_cast<const Register*>(slot);
  if (!kConcurrent && mask == kAllLanes) {
    store_half<Element>(origin, base, addresses.data(), from);
    store_half<Element>(origin, base, addresses.data() + kHalf, from + kHalf);
    return;
  }
  each_lane(mask, [&](std::uint32_t lane) {
    write<Element, kConcurrent>(origin + (addresses[lane] - base),
                                static_cast<Element>(from[lane]));
  });
}

// A 128-bit register holds all low halves, then all high halves.
template <bool kConcurrent>
void load_wide(const std::byte* origin, std::uint64_t base, const LaneAddresses& addresses,
               std::byte* slot, std::uint32_t mask) {
  using U64 = std::uint64_t;
  load_lanes<U64, U64, kConcurrent>(origin, base, addresses, slot, mask);
  load_lanes<U64, U64, kConcurrent>(origin + 8, base, addresses, slot + 8 * kWarpSize, mask);
}

template <bool kConcurrent>
void store_wide(std::byte* origin, std::uint64_t base, const LaneAddresses& addresses,
                const std::byte* slot, std::uint32_t mask) {
  using U64 = std::uint64_t;
  store_lanes<U64, U64, kConcurrent>(origin, base, addresses, slot, mask);
  store_lanes<U64, U64, kConcurrent>(origin + 8, base, addresses, slot + 8 * kWarpSize, mask);
}

template <class Element, class Register, bool kConcurrent>
struct LoadLanes {
  static void run(const std::byte* origin, std::uint64_t base, const LaneAddresses& addresses,
                  std::byte* slot, std::uint32_t mask) {
    load_lanes<Element, Register, kConcurrent>(origin, base, addresses, slot, mask);
  }
#if defined(__x86_64__)
  WARPLENS_AVX2 static void run_avx2(const std::byte* origin, std::uint64_t base,
                                     const LaneAddresses& addresses, std::byte* slot,
                                     std::uint32_t mask) {
    load_lanes<Element, Register, kConcurrent>(origin, base, addresses, slot, mask);
  }
  static LoadFunction function() { return has_avx2() ? run_avx2 : run; }
#else
  static LoadFunction function() { return run; }
#endif
};

template <class Element, class Register, bool kConcurrent>
struct StoreLanes {
  static void run(std::byte* origin, std::uint64_t base, const LaneAddresses& addresses,
                  const std::byte* slot, std::uint32_t mask) {
    store_lanes<Element, Register, kConcurrent>(origin, base, addresses, slot, mask);
  }
#if defined(__x86_64__)
  WARPLENS_AVX2 static void run_avx2(std::byte* origin, std::uint64_t base,
                                     const LaneAddresses& addresses, const std::byte* slot,
                                     std::uint32_t mask) {
    store_lanes<Element, Register, kConcurrent>(origin, base, addresses, slot, mask);
  }
  static StoreFunction function() { return has_avx2() ? run_avx2 : run; }
#else
  static StoreFunction function() { return run; }
#endif
};

template <class Element, bool kConcurrent>
LoadFunction load_into(std::uint32_t register_bytes) {
  constexpr bool kSigned = std::is_signed_v<Element>;
  if (register_bytes < sizeof(Element)) return nullptr;
  switch (register_bytes) {
    case 2:
      return LoadLanes<Element, std::conditional_t<kSigned, std::int16_t, std::uint16_t>,
                       kConcurrent>::function();
    case 4:
      return LoadLanes<Element, std::conditional_t<kSigned, std::int32_t, std::uint32_t>,
                       kConcurrent>::function();
    case 8:
      return LoadLanes<Element, std::conditional_t<kSigned, std::int64_t, std::uint64_t>,
                       kConcurrent>::function();
    default:
      return nullptr;
  }
}

template <bool kConcurrent>
LoadFunction load_of(std::uint32_t element_bytes, std::uint32_t register_bytes, bool is_signed) {
  switch (element_bytes) {
    case 1:
      return is_signed ? load_into<std::int8_t, kConcurrent>(register_bytes)
                       : load_into<std::uint8_t, kConcurrent>(register_bytes);
    case 2:
      return is_signed ? load_into<std::int16_t, kConcurrent>(register_bytes)
                       : load_into<std::uint16_t, kConcurrent>(register_bytes);
    case 4:
      return is_signed ? load_into<std::int32_t, kConcurrent>(register_bytes)
                       : load_into<std::uint32_t, kConcurrent>(register_bytes);
    case 8:
      return load_into<std::uint64_t, kConcurrent>(register_bytes);
    case 16:
      return register_bytes == 16 ? load_wide<kConcurrent> : nullptr;
    default:
      return nullptr;
  }
}

template <class Element, bool kConcurrent>
StoreFunction store_from(std::uint32_t register_bytes) {
  if (register_bytes < sizeof(Element)) return nullptr;
  switch (register_bytes) {
    case 2:
      return StoreLanes<Element, std::uint16_t, kConcurrent>::function();
    case 4:
      return StoreLanes<Element, std::uint32_t, kConcurrent>::function();
    case 8:
      return StoreLanes<Element, std::uint64_t, kConcurrent>::function();
    default:
      return nullptr;
  }
}

template <bool kConcurrent>
StoreFunction store_of(std::uint32_t element_bytes, std::uint32_t register_bytes) {
  switch (element_bytes) {
    case 1:
      return store_from<std::uint8_t, kConcurrent>(register_bytes);
    case 2:
      return store_from<std::uint16_t, kConcurrent>(register_bytes);
    case 4:
      return store_from<std::uint32_t, kConcurrent>(register_bytes);
    case 8:
      return store_from<std::uint64_t, kConcurrent>(register_bytes);
    case 16:
      return register_bytes == 16 ? store_wide<kConcurrent> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

LoadFunction find_load(std::uint32_t element_bytes, std::uint32_t register_bytes, bool is_signed,
                       bool concurrent) {
  return concurrent ? load_of<true>(element_bytes, register_bytes, is_signed)
                    : load_of<false>(element_bytes, register_bytes, is_signed);
}

StoreFunction find_store(std::uint32_t element_bytes, std::uint32_t register_bytes,
                         bool concurrent) {
  return concurrent ? store_of<true>(element_bytes, register_bytes)
                    : store_of<false>(element_bytes, register_bytes);
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

}  // namespace warplens::machine
