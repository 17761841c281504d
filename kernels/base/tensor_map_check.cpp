// What an H200's driver refuses of a tensor map: what CUDA's driver API documents, as far as
// tests/data/h200-tensor-maps.tsv bears it out. A stride below 32 bytes or a swizzle other than
// that of 32 bytes beside interleave 32, which the documents exclude, is among what it takes.
#include <algorithm>

#include "kernels/base/tensor_map.h"

namespace warplens {
namespace {

using Checked = Result<void>;

constexpr std::uint64_t kMostElements = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostStride = std::uint64_t{1} << 40;
constexpr std::uint32_t kMostOfBox = 256;
constexpr std::uint32_t kMostElementStride = 8;
constexpr std::uint32_t kMostPixels = 1024;
constexpr std::uint64_t kMostBoxBytes = 228 * 1024;  // shared memory of a multiprocessor
constexpr std::uint32_t kLeastOfMany = 3;            // dimensions of im2col and of interleaved maps

bool is_interleaved(const TensorMap& map) { return map.interleave != TensorMap::Interleave::none; }

Checked check_kind(const TensorMap& map) {
  const std::uint32_t least = map.im2col || is_interleaved(map) ? kLeastOfMany : 1;
  if (map.dimensions < least || map.dimensions > TensorMap::kMostDimensions)
    return fail(tr("sizes: {} dimensions: this tensor map takes {} to {}", map.dimensions, least,
                   TensorMap::kMostDimensions));
  if (map.element_bytes() == 0)
    return fail(tr("elements of 4 and 6 bits need a GPU of compute capability 10.0"));
  if (map.swizzle > TensorMap::Swizzle::bytes_128)
    return fail(tr("swizzle: groups of 32 and 64 bytes need a GPU of compute capability 10.0"));
  if (map.fill == TensorMap::Fill::nan && !map.is_floating())
    return fail(tr("fill: nan takes elements of floating point"));
  return {};
}

Checked check_array(const TensorMap& map) {
  const bool is_wide = map.interleave == TensorMap::Interleave::bytes_32;
  const std::uint64_t alignment = is_wide ? 32 : TensorMap::kChunkBytes;
  if (map.address % alignment != 0)
    return fail(tr("a tensor map's array must begin at a multiple of {} bytes", alignment));
  for (std::uint32_t d = 0; d < map.dimensions; ++d) {
    if (map.sizes[d] == 0 || map.sizes[d] > kMostElements)
      return fail(tr("sizes: {} of dimension {}: choose 1 to 2^32", map.sizes[d], d));
    if (map.element_strides[d] == 0 || map.element_strides[d] > kMostElementStride)
      return fail(tr("elements: {} of dimension {}: choose 1 to {}", map.element_strides[d], d,
                     kMostElementStride));
  }
  for (std::uint32_t i = 0; i + 1 < map.dimensions; ++i) {
    if (map.strides[i] % alignment != 0 || map.strides[i] >= kMostStride)
      return fail(
          tr("strides: {} bytes to the next of dimension {}: choose a multiple of {} "
             "bytes below 2^40",
             map.strides[i], i + 1, alignment));
  }
  return {};
}

// A row of a box, or a pixel.
Checked check_row(const TensorMap& map, std::string_view field) {
  if (is_interleaved(map)) return {};
  const std::uint64_t bytes = map.box_row_bytes();
  if (bytes % TensorMap::kChunkBytes != 0)
    return fail(tr("{}: a row of {} bytes: choose a multiple of {} bytes", field, bytes,
                   TensorMap::kChunkBytes));
  if (map.swizzle != TensorMap::Swizzle::none && bytes > map.swizzle_bytes())
    return fail(tr("{}: a row of {} bytes is wider than the swizzle, {}", field, bytes,
                   map.swizzle_bytes()));
  return {};
}

Checked check_box(const TensorMap& map) {
  std::uint64_t bytes = map.element_bytes();
  for (std::uint32_t d = 0; d < map.dimensions; ++d) {
    if (map.box[d] == 0 || map.box[d] > kMostOfBox)
      return fail(tr("box: {} of dimension {}: choose 1 to {}", map.box[d], d, kMostOfBox));
    bytes *= map.box[d] / map.element_strides[d];
  }
  if (bytes > kMostBoxBytes)
    return fail(tr("box: {} bytes are more than shared memory has, {}", bytes, kMostBoxBytes));
  return check_row(map, "box");
}

Checked check_corners(const TensorMap& map) {
  const std::uint32_t offsets = map.dimensions - 2;
  const std::int32_t most = std::int32_t{1} << (16 / offsets - 1);
  // Of an interleaved map channels stand behind the pixels.
  const std::uint32_t first = is_interleaved(map) ? 0 : 1;
  for (std::uint32_t i = 0; i < offsets; ++i) {
    const std::int32_t lower = map.im2col->lower[i], upper = map.im2col->upper[i];
    if (std::min(lower, upper) < -most || std::max(lower, upper) >= most)
      return fail(tr("lower, upper: {} and {}: choose {} to {}", lower, upper, -most, most - 1));
    if (static_cast<std::int64_t>(map.sizes[first + i]) + upper - lower <= 0)
      return fail(tr("lower, upper: {} and {} leave nothing of dimension {}, which has {}", lower,
                     upper, first + i, map.sizes[first + i]));
  }
  return {};
}

Checked check_pixels(const TensorMap& map) {
  if (map.im2col->channels == 0 || map.im2col->channels > kMostOfBox)
    return fail(tr("channels: {}: choose 1 to {}", map.im2col->channels, kMostOfBox));
  if (map.im2col->pixels == 0 || map.im2col->pixels > kMostPixels)
    return fail(tr("pixels: {}: choose 1 to {}", map.im2col->pixels, kMostPixels));
  TRY(check_corners(map));
  return check_row(map, "channels");
}

}  // namespace

Result<void> TensorMap::check() const {
  TRY(check_kind(*this));
  TRY(check_array(*this));
  return im2col ? check_pixels(*this) : check_box(*this);
}

}  // namespace warplens
