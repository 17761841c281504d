// The metadata of a sparse tcgen05.mma in tensor memory (tcgen05_sparsity.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/block/tensor_accesses.h"
#include "kernels/machine/operations/tcgen05_sparsity.h"

namespace warplens::machine {

struct TensorMetadata {
  Tcgen05Metadata layout;
  TensorCell first;
  std::uint32_t rows = 0, chunks = 0;  // of a row

  // None where the product is not sparse.
  [[nodiscard]] static std::optional<TensorMetadata> of(const Tcgen05Product& product,
                                                        TensorCell first);

  [[nodiscard]] TensorArea area() const;
  // Where along k the stored elements stand, row by row.
  [[nodiscard]] std::vector<std::uint8_t> places(const TensorMemory& memory) const;
  // Four bits that PTX gives no meaning.
  [[nodiscard]] std::optional<std::uint32_t> find_undefined(const TensorMemory& memory) const;

 private:
  [[nodiscard]] std::uint32_t indices(const TensorMemory& memory, std::uint32_t row,
                                      std::uint32_t chunk) const;
};

}  // namespace warplens::machine
