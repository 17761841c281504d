#include "kernels/machine/operations/tcgen05_sparsity.h"

#include <algorithm>
#include <array>

namespace warplens::machine {

std::optional<Tcgen05Metadata> Tcgen05Metadata::of(const Tcgen05Product& product) {
  if (product.form != Tcgen05Form::sparse) return std::nullopt;
  return Tcgen05Metadata{product.a, product.selector};
}

Tcgen05Metadata::Place Tcgen05Metadata::place(std::uint32_t row, std::uint32_t chunk) const {
  if (!is_wide()) return {row, chunk / 8, chunk % 8 * 4};
  return {row % 8 + chunk / 4 * 8 + row / 16 * 16, 0, row / 8 % 2 * 16 + chunk % 4 * 4};
}

bool Tcgen05Metadata::is_defined(std::uint32_t indices) const {
  if (bits_of(element) == 32) return indices == 0b1110 || indices == 0b0100;
  constexpr std::array<std::uint32_t, 7> kMeaningful = {0b0100, 0b1000, 0b1100, 0b1001,
                                                        0b1101, 0b0110, 0b1110};
  return std::ranges::find(kMeaningful, indices) != kMeaningful.end();
}

std::uint32_t Tcgen05Metadata::along_k(std::uint32_t chunk, std::uint32_t i,
                                       std::uint32_t indices) const {
  if (bits_of(element) == 32) return 2 * chunk + indices / 8;
  return 4 * chunk + (indices >> (2 * i) & 3);
}

}  // namespace warplens::machine
