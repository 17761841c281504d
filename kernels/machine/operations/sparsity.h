// A sparse factor A: half of each chunk of a row is stored, and metadata say where it stands (PTX
// ISA, "Sparse matrix storage").
//
//   tf32            one of two; 4 bits: 0b0100 the first, 0b1110 the second
//   f16, bf16       two of four; 2 bits an element
//   s8, u8, fp8     two of four; 2 bits an element
//   s4, u4          two pairs of four; 2 bits a pair
//
// Half a register of metadata says it for eight stored elements of f16 in one row (four of tf32),
// that of row `group` in the low half and that of row `group` + 8 in the high one; a whole register
// for sixteen bytes (32 of 4 bits). With elements of 16 or 32 bits the four lanes of a group have
// one for each step along k, with shorter ones two: the row `group`, then `group` + 8. The selector
// says which lanes do where not all are needed (figures "metadata layout"; those of 8 bits as in
// CuTe's ELayout_64x64).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/machine/operations/matrix_fragment.h"

namespace warplens::machine {

struct Sparsity {
  bool is_ordered = false;     // .sp::ordered_metadata
  std::uint32_t metadata = 0;  // a 32-bit slot
  std::uint32_t selector = 0;
  std::uint32_t steps = 1;  // along k

  // False where the selector says lanes that are none.
  [[nodiscard]] bool place_steps(MatrixElement element, std::uint32_t count);
  // Where along k the stored element `i` of a row stands.
  [[nodiscard]] std::uint8_t place(MatrixElement element, const std::byte* frame, std::uint32_t row,
                                   std::uint32_t i) const;

  struct Undefined {
    std::uint32_t lane = 0;
    std::uint32_t indices = 0;  // 4 bits
  };
  // Metadata that PTX gives no meaning.
  [[nodiscard]] std::optional<Undefined> find_undefined(MatrixElement element,
                                                        const std::byte* frame) const;

 private:
  struct Source {
    std::uint32_t lane, bit;
  };
  // The two indices of the chunk that the element comes from.
  [[nodiscard]] Source source(MatrixElement element, std::uint32_t row, std::uint32_t i) const;
};

}  // namespace warplens::machine
