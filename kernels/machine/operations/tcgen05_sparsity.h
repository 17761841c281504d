// Where the metadata of a sparse A lie in tensor memory (PTX ISA, "Sparsity selector", whose
// figures CUTLASS writes out in tmem_e_frg), and what they say. Of 128 rows:
//
//   16 and 32 bits   row r's chunk c: lane r % 8 + 8·(c / 4) + 16·(r / 16), the bits from
//                    16·(r / 8 % 2) + 4·(c % 4) on, of the column that the selector says
//   8 bits           lane r, the bits from 4·c on of two columns
//
// A chunk is four elements, of which two are stored (tf32: two and one).
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/machine/operations/tcgen05.h"

namespace warplens::machine {

struct Tcgen05Metadata {
  MatrixElement element = MatrixElement::f16;
  std::uint32_t selector = 0;

  [[nodiscard]] static std::optional<Tcgen05Metadata> of(const Tcgen05Product& product);

  [[nodiscard]] std::uint32_t columns() const { return is_wide() ? 1 : 2; }
  [[nodiscard]] std::uint32_t first_column() const { return selector; }
  // Of the elements of a row that are stored.
  [[nodiscard]] std::uint32_t stored_in_chunk() const { return bits_of(element) == 32 ? 1 : 2; }

  struct Place {
    std::uint32_t lane = 0, column = 0, bit = 0;  // four bits
  };
  [[nodiscard]] Place place(std::uint32_t row, std::uint32_t chunk) const;
  [[nodiscard]] bool is_defined(std::uint32_t indices) const;
  // Where along k the stored element `i` of a chunk stands.
  [[nodiscard]] std::uint32_t along_k(std::uint32_t chunk, std::uint32_t i,
                                      std::uint32_t indices) const;

 private:
  [[nodiscard]] bool is_wide() const { return bits_of(element) >= 16; }
};

}  // namespace warplens::machine
