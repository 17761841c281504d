#include "kernels/base/tensor_map.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace warplens {
namespace {

constexpr std::uint64_t kMark = 0x50414d534e455457;  // "WTENSMAP"
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostPitch = std::uint64_t{1} << 40;
constexpr std::uint32_t kMostOfBox = 256;

struct Encoded {
  std::uint64_t mark = kMark;
  std::uint64_t address = 0;
  std::array<std::uint32_t, TensorMap::kMostDimensions> last{};  // sizes - 1
  std::array<std::uint16_t, TensorMap::kMostDimensions> box{};
  std::uint8_t element_bytes = 0, dimensions = 0, swizzle = 0;
  std::array<std::uint8_t, 7> unused{};
  std::array<std::uint64_t, TensorMap::kMostDimensions> pitches{};
};
static_assert(sizeof(Encoded) <= TensorMap::kBytes);
static_assert(std::has_unique_object_representations_v<Encoded>);

}  // namespace

std::uint64_t TensorMap::box_bytes() const {
  std::uint64_t bytes = element_bytes;
  for (std::uint32_t d = 0; d < dimensions; ++d) bytes *= box[d];
  return bytes;
}

Result<void> TensorMap::check() const {
  if (!std::has_single_bit(element_bytes) || element_bytes > 8 || dimensions == 0 ||
      dimensions > kMostDimensions) {
    return fail(tr("a tensor map's elements are 1, 2, 4 or 8 bytes, its dimensions 1 to 5"));
  }
  if (address % kChunkBytes != 0)
    return fail(tr("a tensor map's array must begin at a multiple of 16 bytes"));
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    if (sizes[d] == 0 || sizes[d] > kMostElements || box[d] == 0 || box[d] > kMostOfBox)
      return fail(tr("a tensor map's sizes are 1 to 2^32 elements, its box's 1 to 256"));
    if (d > 0 && (pitches[d] % kChunkBytes != 0 || pitches[d] >= kMostPitch))
      return fail(
          tr("a tensor map's rows must be a multiple of 16 bytes apart, and less than 2^40"));
  }
  if (box_row_bytes() % kChunkBytes != 0)
    return fail(tr("a tensor map's box must have rows of a multiple of 16 bytes"));
  const std::uint64_t wide = kChunkBytes << static_cast<unsigned>(swizzle);
  if (swizzle != Swizzle::none && box_row_bytes() != wide)
    return fail(tr("a tensor map's box must have rows as wide as its swizzle"));
  return {};
}

std::vector<std::byte> TensorMap::encode() const {
  Encoded encoded;
  encoded.address = address;
  encoded.element_bytes = static_cast<std::uint8_t>(element_bytes);
  encoded.dimensions = static_cast<std::uint8_t>(dimensions);
  encoded.swizzle = static_cast<std::uint8_t>(swizzle);
  encoded.pitches = pitches;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    encoded.last[d] = static_cast<std::uint32_t>(sizes[d] - 1);
    encoded.box[d] = static_cast<std::uint16_t>(box[d]);
  }
  std::vector<std::byte> bytes(kBytes);
  std::memcpy(bytes.data(), &encoded, sizeof encoded);
  return bytes;
}

std::optional<TensorMap> TensorMap::decode(std::span<const std::byte, kBytes> bytes) {
  Encoded encoded;
  std::memcpy(&encoded, bytes.data(), sizeof encoded);
  if (encoded.mark != kMark || encoded.swizzle > static_cast<std::uint8_t>(Swizzle::bytes_128) ||
      encoded.dimensions > kMostDimensions) {
    return std::nullopt;
  }
  TensorMap map;
  map.address = encoded.address;
  map.element_bytes = encoded.element_bytes;
  map.dimensions = encoded.dimensions;
  map.swizzle = static_cast<Swizzle>(encoded.swizzle);
  map.pitches = encoded.pitches;
  for (std::uint32_t d = 0; d < map.dimensions; ++d) {
    map.sizes[d] = std::uint64_t{encoded.last[d]} + 1;
    map.box[d] = encoded.box[d];
  }
  if (!map.check().has_value()) return std::nullopt;
  return map;
}

}  // namespace warplens
