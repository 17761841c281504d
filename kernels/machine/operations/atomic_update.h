// Read-modify-write of one lane: the operations of atom and red.
//
// They are atomic on the host too, since blocks on other host threads may update the same place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/machine/operations/operations_scalar.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

struct AtomicOperation {
  bool is_compare_and_swap = false;
  ScalarOperation operation = ScalarOperation::add;
  ptx::ScalarType type = ptx::ScalarType::u32;
  bool flushes = false;     // f32: takes subnormal numbers for zeros, and gives none
  bool keeps_nans = false;  // f64: the operand's, else the old one, quiet or not
};

// As global memory does it: a sum of f32 flushes, one of f64 keeps NaNs (PTX ISA, "atom"; an H200:
// tests/data/h200-instructions.tsv).
[[nodiscard]] AtomicOperation in_global_memory(AtomicOperation operation);

// "add", "min", "cas"… on a type; nullopt when PTX or the machine does not know the pair.
[[nodiscard]] std::optional<AtomicOperation> find_atomic(std::string_view word,
                                                         ptx::ScalarType type);

// Updates the naturally aligned value at `place` and returns the old one. `c` is cas's new value.
std::uint64_t update_atomically(const AtomicOperation& operation, std::byte* place, std::uint64_t b,
                                std::uint64_t c);

// The same of 128 bits, low half first. Blocks whose code may tell the order of such updates run in
// one order, so that the host need not do it in one step.
using WideBits = std::array<std::uint64_t, 2>;
WideBits update_wide(const AtomicOperation& operation, std::byte* place, const WideBits& b,
                     const WideBits& c);

}  // namespace warplens::machine
