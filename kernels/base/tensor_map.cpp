#include "kernels/base/tensor_map.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace warplens {
namespace {

using Words = std::array<std::uint64_t, TensorMap::kBytes / sizeof(std::uint64_t)>;

constexpr std::uint32_t kStrideUnit = 16;  // bytes
constexpr std::uint32_t kOffsetBits = 16;  // of a corner, all its dimensions together
constexpr std::size_t kBoxBytesWord = 8;   // these two are made of the others
constexpr std::size_t kPatternWord = 9;

// Bits of one word.
struct Bits {
  std::size_t word;
  std::uint32_t first, count;

  [[nodiscard]] std::uint64_t mask() const { return (std::uint64_t{1} << count) - 1; }
};

constexpr Bits kIsIm2col{1, 0, 1};
constexpr Bits kLastDimension{1, 4, 3};
constexpr Bits kElement{1, 7, 4};
constexpr Bits kInterleave{1, 11, 2};
constexpr Bits kSwizzle{1, 13, 2};
constexpr Bits kFill{1, 15, 1};
constexpr Bits kIsTf32{1, 16, 1};
constexpr Bits kL2Promotion{1, 17, 2};
constexpr Bits kFirstOfBox{6, 56, 8};  // - 1; of im2col the channels
constexpr Bits kPixels{7, 32, 10};     // - 1

// In units of 16 bytes: 32 bits of each, and the four above them.
Bits low_of_stride(std::uint32_t i) { return {(i + 3) / 2, (i + 1) % 2 * 32, 32}; }
Bits high_of_stride(std::uint32_t i) { return {3, 32 + 4 * i, 4}; }
// The others are - 1.
Bits of_size(std::uint32_t d) { return {4 + d / 2, d % 2 * 32, 32}; }
Bits of_element_stride(std::uint32_t d) { return {6, 32 + 3 * d, 3}; }
Bits of_box(std::uint32_t d) { return d == 0 ? kFirstOfBox : Bits{7, 8 * (d - 1), 8}; }
// Two's complement.
Bits of_corner(bool is_upper, std::uint32_t offset, std::uint32_t dimensions) {
  const std::uint32_t count = kOffsetBits / (dimensions - 2);
  return {7, (is_upper ? kOffsetBits : 0) + count * offset, count};
}

void put(Words& words, Bits bits, std::uint64_t value) {
  words[bits.word] |= (value & bits.mask()) << bits.first;
}

// Takes the bits out, so that what nobody has taken is left.
std::uint64_t take(Words& words, Bits bits) {
  const std::uint64_t value = words[bits.word] >> bits.first & bits.mask();
  words[bits.word] &= ~(bits.mask() << bits.first);
  return value;
}

std::int32_t take_signed(Words& words, Bits bits) {
  const auto value = static_cast<std::int32_t>(take(words, bits));
  return value >> (bits.count - 1) == 0 ? value : value - (1 << bits.count);
}

struct ElementCode {
  std::uint32_t code;
  bool is_tf32 = false;
};

ElementCode code_of(TensorMap::Type type) {
  using enum TensorMap::Type;
  switch (type) {
    case f32_ftz:
      return {8};
    case f64:
      return {9};
    case bf16:
      return {10};
    case tf32:
      return {7, true};
    case tf32_ftz:
      return {8, true};
    default:
      return {static_cast<std::uint32_t>(type)};
  }
}

std::optional<TensorMap::Type> type_of(std::uint64_t code, bool is_tf32) {
  for (auto type = TensorMap::Type::u8; type <= TensorMap::Type::tf32_ftz;
       type = static_cast<TensorMap::Type>(static_cast<int>(type) + 1)) {
    const ElementCode each = code_of(type);
    if (each.code == code && each.is_tf32 == is_tf32) return type;
  }
  return std::nullopt;
}

// What the driver takes for the bytes of a box: without what is left of a box's last stride, which
// TMA brings.
std::uint64_t bytes_as_the_driver_counts(const TensorMap& map) {
  if (map.im2col) return map.box_bytes();
  std::uint64_t bytes = map.element_bytes();
  for (std::uint32_t d = 0; d < map.dimensions; ++d) bytes *= map.box[d] / map.element_strides[d];
  return bytes;
}

// As the PTX ISA numbers types; nothing: none has this number.
std::optional<ElementCode> code_of_number(std::uint64_t number) {
  constexpr std::uint64_t kTf32 = 11, kTf32Ftz = 12;
  if (number == kTf32) return code_of(TensorMap::Type::tf32);
  if (number == kTf32Ftz) return code_of(TensorMap::Type::tf32_ftz);
  if (number > kTf32Ftz) return std::nullopt;
  return ElementCode{static_cast<std::uint32_t>(number)};
}

void put_box(Words& words, const TensorMap& map) {
  if (!map.im2col) {
    for (std::uint32_t d = 0; d < map.dimensions; ++d) put(words, of_box(d), map.box[d] - 1);
    return;
  }
  put(words, kIsIm2col, 1);
  put(words, kFirstOfBox, map.im2col->channels - 1);
  put(words, kPixels, map.im2col->pixels - 1);
  for (std::uint32_t i = 0; i < map.dimensions - 2; ++i) {
    put(words, of_corner(false, i, map.dimensions),
        static_cast<std::uint32_t>(map.im2col->lower[i]));
    put(words, of_corner(true, i, map.dimensions),
        static_cast<std::uint32_t>(map.im2col->upper[i]));
  }
}

void take_box(Words& words, TensorMap& map) {
  if (!map.im2col) {
    for (std::uint32_t d = 0; d < map.dimensions; ++d)
      map.box[d] = static_cast<std::uint32_t>(take(words, of_box(d))) + 1;
    return;
  }
  map.im2col->channels = static_cast<std::uint32_t>(take(words, kFirstOfBox)) + 1;
  map.im2col->pixels = static_cast<std::uint32_t>(take(words, kPixels)) + 1;
  for (std::uint32_t i = 0; i < map.dimensions - 2; ++i) {
    map.im2col->lower[i] = take_signed(words, of_corner(false, i, map.dimensions));
    map.im2col->upper[i] = take_signed(words, of_corner(true, i, map.dimensions));
  }
}

// Of a map whose dimensions are known.
void take_dimensions(Words& words, TensorMap& map) {
  for (std::uint32_t d = 0; d < map.dimensions; ++d) {
    map.sizes[d] = take(words, of_size(d)) + 1;
    map.element_strides[d] = static_cast<std::uint32_t>(take(words, of_element_stride(d))) + 1;
  }
  for (std::uint32_t i = 0; i + 1 < map.dimensions; ++i) {
    const std::uint64_t low = take(words, low_of_stride(i));
    map.strides[i] = (take(words, high_of_stride(i)) << 32 | low) * kStrideUnit;
  }
}

bool is_all_taken(Words words) {
  words[kBoxBytesWord] = words[kPatternWord] = 0;
  return std::ranges::all_of(words, [](std::uint64_t word) { return word == 0; });
}

}  // namespace

std::uint32_t TensorMap::element_bytes() const {
  using enum Type;
  switch (type) {
    case u8:
      return 1;
    case u16:
    case f16:
    case bf16:
      return 2;
    case u64:
    case i64:
    case f64:
      return 8;
    case u4_align8:
    case u4_align16:
    case u6_align16:
      return 0;
    default:
      return 4;
  }
}

bool TensorMap::is_floating() const { return type >= Type::f16 && type <= Type::tf32_ftz; }

std::uint64_t TensorMap::box_row_bytes() const {
  return std::uint64_t{im2col ? im2col->channels : box[0]} * element_bytes();
}

std::uint32_t TensorMap::brought(std::uint32_t dimension) const {
  return (box[dimension] + element_strides[dimension] - 1) / element_strides[dimension];
}

std::uint64_t TensorMap::box_bytes() const {
  if (im2col) return box_row_bytes() * im2col->pixels;
  std::uint64_t bytes = box_row_bytes();
  for (std::uint32_t d = 1; d < dimensions; ++d) bytes *= brought(d);
  return bytes;
}

std::uint64_t TensorMap::swizzle_bytes() const {
  const auto wide = std::min(static_cast<unsigned>(swizzle), unsigned{3});
  return kChunkBytes << wide;
}

std::uint64_t TensorMap::row_pitch() const {
  return swizzle == Swizzle::none ? box_row_bytes() : swizzle_bytes();
}

// As an H200 fills elements of every type (tests/probes/tensor_fields.cu).
std::uint64_t TensorMap::fill_bits() const { return fill == Fill::zero ? 0 : 0x7ff77ff77ff77ff7; }

std::vector<std::byte> TensorMap::encode() const {
  Words words{};
  words[0] = address;
  const ElementCode element = code_of(type);
  put(words, kElement, element.code);
  put(words, kIsTf32, element.is_tf32 ? 1 : 0);
  put(words, kLastDimension, dimensions - 1);
  put(words, kInterleave, static_cast<std::uint64_t>(interleave));
  put(words, kSwizzle, static_cast<std::uint64_t>(swizzle));
  put(words, kFill, static_cast<std::uint64_t>(fill));
  put(words, kL2Promotion, static_cast<std::uint64_t>(l2_promotion));
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    put(words, of_size(d), sizes[d] - 1);
    put(words, of_element_stride(d), element_strides[d] - 1);
  }
  for (std::uint32_t i = 0; i + 1 < dimensions; ++i) {
    put(words, low_of_stride(i), strides[i] / kStrideUnit);
    put(words, high_of_stride(i), strides[i] / kStrideUnit >> 32);
  }
  put_box(words, *this);
  words[kBoxBytesWord] = bytes_as_the_driver_counts(*this);
  words[kPatternWord] = swizzle == Swizzle::none ? kChunkBytes : swizzle_bytes() * 8;
  std::vector<std::byte> bytes(kBytes);
  std::memcpy(bytes.data(), words.data(), kBytes);
  return bytes;
}

std::optional<TensorMap> TensorMap::decode(std::span<const std::byte, kBytes> bytes) {
  Words words;
  std::memcpy(words.data(), bytes.data(), kBytes);
  TensorMap map;
  map.address = std::exchange(words[0], 0);
  map.dimensions = static_cast<std::uint32_t>(take(words, kLastDimension)) + 1;
  if (take(words, kIsIm2col) != 0) map.im2col = Im2col{};
  if (map.dimensions > kMostDimensions || (map.im2col && map.dimensions < 3)) return std::nullopt;
  const std::uint64_t code = take(words, kElement);
  const auto type = type_of(code, take(words, kIsTf32) != 0);
  if (!type) return std::nullopt;
  map.type = *type;
  map.interleave = static_cast<Interleave>(take(words, kInterleave));
  map.swizzle = static_cast<Swizzle>(take(words, kSwizzle));
  map.fill = static_cast<Fill>(take(words, kFill));
  map.l2_promotion = static_cast<L2Promotion>(take(words, kL2Promotion));
  take_dimensions(words, map);
  take_box(words, map);
  if (!is_all_taken(words) || !map.check().has_value()) return std::nullopt;
  return map;
}

namespace {

void replace(Words& words, Bits bits, std::uint64_t value) {
  take(words, bits);
  put(words, bits, value);
}

void replace_stride(Words& words, std::uint32_t i, std::uint64_t bytes) {
  replace(words, low_of_stride(i), bytes / kStrideUnit);
  replace(words, high_of_stride(i), bytes / kStrideUnit >> 32);
}

bool replace_type(Words& words, std::uint64_t number) {
  const auto code = code_of_number(number);
  if (!code) return false;
  replace(words, kElement, code->code);
  replace(words, kIsTf32, code->is_tf32 ? 1 : 0);
  return true;
}

bool replace_in(Words& words, TensorMapField field, std::uint32_t d, std::uint64_t value) {
  switch (field) {
    case TensorMapField::address:
      words[0] = value;
      return true;
    case TensorMapField::rank:
      replace(words, kLastDimension, value);
      return true;
    case TensorMapField::box:
      replace(words, of_box(d), value - 1);
      return true;
    case TensorMapField::size:
      replace(words, of_size(d), value - 1);
      return true;
    case TensorMapField::stride:
      replace_stride(words, d, value);
      return d + 1 < TensorMap::kMostDimensions;
    case TensorMapField::element_stride:
      replace(words, of_element_stride(d), value - 1);
      return true;
    case TensorMapField::type:
      return replace_type(words, value);
    case TensorMapField::interleave:
      replace(words, kInterleave, value);
      return true;
    case TensorMapField::swizzle:
      replace(words, kSwizzle, value);
      return true;
    default:
      replace(words, kFill, value);
      return true;
  }
}

}  // namespace

bool replace_field(std::span<std::byte, TensorMap::kBytes> bytes, TensorMapField field,
                   std::uint32_t dimension, std::uint64_t value) {
  if (dimension >= TensorMap::kMostDimensions) return false;
  Words words;
  std::memcpy(words.data(), bytes.data(), TensorMap::kBytes);
  if (!replace_in(words, field, dimension, value)) return false;
  std::memcpy(bytes.data(), words.data(), TensorMap::kBytes);
  return true;
}

std::uint32_t round_to_tf32(std::uint32_t bits) {
  constexpr std::uint32_t kSign = 0x80000000, kInfinity = 0x7f800000, kNan = 0x7fffe000;
  constexpr std::uint32_t kDropped = 13, kHalfOfDropped = (1u << (kDropped - 1)) - 1;
  if ((bits & ~kSign) > kInfinity) return kNan;
  const std::uint32_t is_odd = bits >> kDropped & 1;
  return (bits + kHalfOfDropped + is_odd) >> kDropped << kDropped;
}

void round_to_tf32(std::span<std::byte> words) {
  for (std::size_t at = 0; at < words.size(); at += sizeof(std::uint32_t)) {
    std::uint32_t word = 0;
    std::memcpy(&word, &words[at], sizeof word);
    word = round_to_tf32(word);
    std::memcpy(&words[at], &word, sizeof word);
  }
}

}  // namespace warplens
