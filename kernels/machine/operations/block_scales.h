// mma's scales (PTX ISA, "Block Scaling for mma.sync"): D = (A · scales of A)(B · scales of B) + C.
//
// A lane's register holds four bytes, a scale each: 1, 2 or 4 of them are for the chunks of a row
// along k, from the byte on that byte-id says. Of the four lanes of group g
//
//   thread-id-a = 0, 1   lanes 2·id and 2·id + 1 have those of rows g and g + 8
//   thread-id-b = 0 … 3  lane id has those of column g
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/machine/operations/scaled_sum.h"

namespace warplens::machine {

struct BlockScales {
  struct Source {  // slots: 32 bits, and 16 each
    std::uint32_t data = 0, byte = 0, thread = 0;
  };
  ScaleFormat format = ScaleFormat::ue8m0;
  std::uint32_t chunks = 1;  // along k
  Source a, b;

  struct Selector {
    std::uint32_t byte = 0, thread = 0;
  };
  // What the first lane says.
  [[nodiscard]] static Selector selector(const Source& source, const std::byte* frame);
  // The first of those that PTX leaves undefined.
  [[nodiscard]] std::optional<Selector> find_undefined(const std::byte* frame) const;

  // The lanes whose data are the scales.
  [[nodiscard]] std::uint32_t lanes_of_a(const std::byte* frame) const;
  [[nodiscard]] std::uint32_t lanes_of_b(const std::byte* frame) const;

  [[nodiscard]] ScaleBytes of_row(const std::byte* frame, std::uint32_t row) const;
  [[nodiscard]] ScaleBytes of_column(const std::byte* frame, std::uint32_t column) const;

 private:
  [[nodiscard]] ScaleBytes at(const std::byte* frame, const Source& source,
                              std::uint32_t lane) const;
};

}  // namespace warplens::machine
