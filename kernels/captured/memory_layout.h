// An episode's memory as a replay has it: where its allocations lie, what of them is known, and
// which words are pointers into them.
//
//   allocation  ├──────── part ────────┤ gap ├─ part ─┤
//   pieces      ├─ x ─┤├────── y ──────┤     ├────────┤     cut where a launch's pointers lead
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/captured/program.h"

namespace warplens::captured {

// nullptr: none holds it.
[[nodiscard]] const Allocation* allocation_at(const Episode& episode, std::uint64_t address);
// "device 0x7f0000000000", or the variable's name in the source.
[[nodiscard]] std::string name_of(const Allocation& allocation);
[[nodiscard]] std::uint64_t kept_bytes(const Allocation& allocation);
// Of those kept, how many are others afterwards.
[[nodiscard]] std::uint64_t changed_bytes(const Allocation& allocation);

// A word of some bytes that is the address of a byte of an allocation.
struct PointerWord {
  std::uint32_t offset = 0;
  std::uint64_t address = 0;
  const Allocation* allocation = nullptr;
};
// Words at multiples of 8.
[[nodiscard]] std::vector<PointerWord> pointers_in(std::span<const std::byte> bytes,
                                                   const Episode& episode);

// A parameter's bytes in its launch; empty where it does not lie in them.
[[nodiscard]] std::span<const std::byte> bytes_of(const Launch& launch, const Parameter& parameter);

// [begin, end) of memory whose contents are known.
struct Range {
  std::uint64_t begin = 0, end = 0;
};
// Of an allocation, the bytes that no part has.
[[nodiscard]] std::vector<Range> gaps_of(const Allocation& allocation);

}  // namespace warplens::captured
