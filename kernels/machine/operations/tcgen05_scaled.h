// tcgen05.mma with block scaling: D = (A · scales of A)(B · scales of B) + D (PTX ISA, "Block
// Scaling").
//
// The scales of 128 rows of A, or of B's columns, are bytes of cells of tensor memory: row r has
// those of the cell r/32 columns on, in lane r % 32, one for each block of a row, from the byte on
// that the instruction descriptor says. Each of the four parts of 32 lanes has a copy of them. Of a
// pair of blocks with 256 rows, each has those of its rows of A and of all of B's columns, as
// CUTLASS lays them; those of 128 rows are known from figures alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/operations/tcgen05.h"

namespace warplens::machine {

// `chunks`: blocks along k, 1, 2 or 4. None where the descriptor is no such product, or not known.
[[nodiscard]] std::optional<Tcgen05Product> tcgen05_scaled_product(Tcgen05Kind kind,
                                                                   std::uint32_t chunks,
                                                                   std::uint32_t bits,
                                                                   bool is_of_pair = false);

// As multiply_tcgen05(), with the scales of each row and of each column.
void multiply_tcgen05_scaled(const Tcgen05Product& product, bool adds, const std::byte* a,
                             const std::byte* b, const std::vector<ScaleBytes>& a_scales,
                             const std::vector<ScaleBytes>& b_scales,
                             std::vector<std::uint32_t>& d);

}  // namespace warplens::machine
