// The scales of a block-scaled tcgen05.mma in tensor memory (tcgen05_scaled.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/block/tensor_accesses.h"
#include "kernels/machine/operations/tcgen05_scaled.h"

namespace warplens::machine {

// Of so many rows of A, or columns of B.
struct TensorScales {
  TensorCell first;
  std::uint32_t rows = 0;
  std::uint32_t byte = 0, chunks = 1;  // of a cell, from that byte on

  // Of an address, whose upper two bits CUTLASS has say a byte: the instruction descriptor's does.
  [[nodiscard]] static TensorCell cell_of(std::uint64_t address);

  // In all four copies.
  [[nodiscard]] std::vector<TensorArea> areas() const;
  [[nodiscard]] std::vector<ScaleBytes> read(const TensorMemory& memory) const;

  struct Uneven {
    TensorCell cell;
    std::uint32_t lane = 0;  // of the copy that is another one
  };
  [[nodiscard]] std::optional<Uneven> find_uneven(const TensorMemory& memory) const;

 private:
  [[nodiscard]] TensorCell cell(std::uint32_t row, std::uint32_t copy) const;
  [[nodiscard]] ScaleBytes bytes_at(const TensorMemory& memory, TensorCell cell) const;
};

}  // namespace warplens::machine
