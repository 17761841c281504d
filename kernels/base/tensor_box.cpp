#include "kernels/base/tensor_box.h"

#include <algorithm>

namespace warplens {
namespace {

using Coordinates = std::array<std::int64_t, TensorMap::kMostDimensions>;

std::uint64_t rows_of(const TensorMap& map) { return map.box_bytes() / map.box_row_bytes(); }

// Of the first element of a box's row.
Coordinates row_at(const TensorMap& map, const Coordinates& first, std::uint64_t row) {
  Coordinates at = first;
  for (std::uint32_t d = 1; d < map.dimensions; ++d) {
    at[d] += static_cast<std::int64_t>(row % map.brought(d) * map.element_strides[d]);
    row /= map.brought(d);
  }
  return at;
}

// The next pixel, within the corners of the map.
void advance(const TensorMap& map, Coordinates& pixel) {
  const std::uint32_t images = map.dimensions - 1;
  for (std::uint32_t d = 1; d < images; ++d) {
    const auto last = static_cast<std::int64_t>(map.sizes[d]) - 1 + map.im2col->upper[d - 1];
    pixel[d] += map.element_strides[d];
    if (pixel[d] <= last) return;
    pixel[d] = map.im2col->lower[d - 1];
  }
  ++pixel[images];
}

// The part of a row that lies within the tensor; `begin`: byte of the rows.
void add_row(const TensorMap& map, const Coordinates& at, std::uint64_t begin,
             std::vector<BoxPiece>& pieces) {
  std::uint64_t address = map.address;
  for (std::uint32_t d = 1; d < map.dimensions; ++d) {
    if (at[d] < 0 || at[d] >= static_cast<std::int64_t>(map.sizes[d])) return;
    address += static_cast<std::uint64_t>(at[d]) * map.strides[d - 1];
  }
  const auto bytes_of = [&](std::int64_t elements) { return elements * map.element_bytes(); };
  const std::int64_t width = bytes_of(static_cast<std::int64_t>(map.sizes[0]));
  const std::int64_t first = bytes_of(at[0]);
  const std::int64_t from = std::clamp<std::int64_t>(first, 0, width);
  const std::int64_t to =
      std::clamp<std::int64_t>(first + static_cast<std::int64_t>(map.box_row_bytes()), 0, width);
  constexpr auto kPiece = static_cast<std::int64_t>(TensorMap::kChunkBytes);
  // What lies before the tensor is whole pieces, as the row begins at one.
  for (std::int64_t piece = from; piece < to; piece += kPiece) {
    pieces.push_back({address + static_cast<std::uint64_t>(piece),
                      begin + static_cast<std::uint64_t>(piece - first),
                      static_cast<std::uint32_t>(std::min(kPiece, to - piece))});
  }
}

void add_pixels(const TensorMap& map, const BoxPlace& place, std::vector<BoxPiece>& pieces) {
  Coordinates pixel = place.first;
  for (std::uint32_t number = 0; number < map.im2col->pixels; ++number, advance(map, pixel)) {
    Coordinates at = pixel;
    for (std::uint32_t d = 1; d + 1 < map.dimensions; ++d) at[d] += place.offsets[d - 1];
    add_row(map, at, number * map.box_row_bytes(), pieces);
  }
}

}  // namespace

std::vector<BoxPiece> pieces_of_box(const TensorMap& map, const BoxPlace& place) {
  std::vector<BoxPiece> pieces;
  if (map.im2col) {
    add_pixels(map, place, pieces);
    return pieces;
  }
  for (std::uint64_t row = 0; row < rows_of(map); ++row) {
    add_row(map, row_at(map, place.first, row), row * map.box_row_bytes(), pieces);
  }
  return pieces;
}

}  // namespace warplens
