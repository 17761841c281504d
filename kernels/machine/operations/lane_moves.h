// Moving one element a lane between guest memory and a register slot.
//
// `base` is the guest address of origin[0]. Lanes outside `mask` are untouched; when lanes store to
// the same place, the highest one wins. The concurrent forms are what racing guests on several host
// threads use: relaxed atomics of natural alignment, so that a guest's race is none of the host's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/base/lane_shape.h"

namespace warplens::machine {

using LoadFunction = void (*)(const std::byte* origin, std::uint64_t base,
                              const LaneAddresses& addresses, std::byte* slot, std::uint32_t mask);
using StoreFunction = void (*)(std::byte* origin, std::uint64_t base,
                               const LaneAddresses& addresses, const std::byte* slot,
                               std::uint32_t mask);

// The same for all lanes of a shape whose first one lies at `first`.
using LoadShapeFunction = void (*)(const std::byte* first, const LaneShape& shape, std::byte* slot);
using StoreShapeFunction = void (*)(std::byte* first, const LaneShape& shape,
                                    const std::byte* slot);

// nullptr where there is no such move.
struct LaneMoves {
  LoadFunction load = nullptr;
  StoreFunction store = nullptr;
  LoadShapeFunction load_shape = nullptr;
  StoreShapeFunction store_shape = nullptr;
};
// Sizes in bytes; a wider register is sign- or zero-extended, a wider register's low part is
// stored.
[[nodiscard]] LaneMoves find_moves(std::uint32_t element_bytes, std::uint32_t register_bytes,
                                   bool is_signed, bool concurrent);

// One element of `bytes` (1, 2, 4 or 8) at `place`, as the concurrent moves read it.
[[nodiscard]] std::uint64_t read_concurrent(const std::byte* place, std::uint32_t bytes);

// The value of one lane of a slot, zero-extended, and back.
[[nodiscard]] std::uint64_t read_slot(const std::byte* slot, std::uint32_t bytes,
                                      std::uint32_t lane);
void write_slot(std::byte* slot, std::uint32_t bytes, std::uint32_t lane, std::uint64_t value);
// The same of 128 bits, low half first.
[[nodiscard]] std::array<std::uint64_t, 2> read_wide(const std::byte* slot, std::uint32_t lane);
void write_wide(std::byte* slot, std::uint32_t lane, const std::array<std::uint64_t, 2>& value);

}  // namespace warplens::machine
