#include "kernels/machine/operations/sparsity.h"

#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {
namespace {

bool is_wide(MatrixElement element) { return bits_of(element) >= 16; }
// Stored elements of a row in one step along k.
std::uint32_t step_of(MatrixElement element) { return 4 * (32 / bits_of(element)); }
// Stored elements that four bits of metadata are for.
std::uint32_t chunk_of(MatrixElement element) {
  return bits_of(element) == 32 ? 1 : bits_of(element) == 4 ? 4 : 2;
}

bool is_defined(MatrixElement element, std::uint32_t indices, bool is_ordered) {
  if (element == MatrixElement::tf32) return indices == 0b0100 || indices == 0b1110;
  const std::uint32_t first = indices & 3, second = indices >> 2;
  return is_ordered ? first < second : first != second;
}

}  // namespace

bool Sparsity::place_steps(MatrixElement element, std::uint32_t count) {
  steps = count;
  const std::uint32_t lanes = count * (is_wide(element) ? 1 : 2);
  return selector < 4 / lanes;
}

Sparsity::Source Sparsity::source(MatrixElement element, std::uint32_t row, std::uint32_t i) const {
  const std::uint32_t step = i / step_of(element), high = row / 8 % 2;
  const std::uint32_t chunk = i % step_of(element) / chunk_of(element);
  const std::uint32_t member =
      is_wide(element) ? selector * steps + step : 2 * (selector * steps + step) + high;
  return {row % 8 * 4 + member, 4 * chunk + (is_wide(element) ? 16 * high : 0)};
}

std::uint8_t Sparsity::place(MatrixElement element, const std::byte* frame, std::uint32_t row,
                             std::uint32_t i) const {
  const Source from = source(element, row, i);
  const auto indices =
      static_cast<std::uint32_t>(read_slot(frame + metadata, 4, from.lane) >> from.bit & 15);
  const std::uint32_t chunk = chunk_of(element);
  const std::uint32_t begin = i / chunk * chunk * 2;
  if (chunk == 1) return static_cast<std::uint8_t>(begin + indices / 8);
  const std::uint32_t each = chunk / 2, which = i % chunk / each;
  const std::uint32_t index = indices >> (2 * which) & 3;
  return static_cast<std::uint8_t>(begin + index * each + i % each);
}

std::optional<Sparsity::Undefined> Sparsity::find_undefined(MatrixElement element,
                                                            const std::byte* frame) const {
  for (std::uint32_t row = 0; row < 16; ++row) {
    for (std::uint32_t i = 0; i < steps * step_of(element); i += chunk_of(element)) {
      const Source from = source(element, row, i);
      const auto indices =
          static_cast<std::uint32_t>(read_slot(frame + metadata, 4, from.lane) >> from.bit & 15);
      if (!is_defined(element, indices, is_ordered)) return Undefined{from.lane, indices};
    }
  }
  return std::nullopt;
}

}  // namespace warplens::machine
