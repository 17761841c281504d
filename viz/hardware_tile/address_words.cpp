// How an address comes about in words: a descriptor field by field, the steps to a unit.
#include <fmt/format.h>

#include <bit>

#include "viz/hardware_tile/tile_words.h"

namespace warplens::hardware_tile {
namespace {

using machine::MatrixDescriptor;

constexpr std::uint32_t kFirstExchanged = 4, kFirstOfRow = 7;

std::uint32_t bits_of_swizzle(std::uint32_t bytes) {
  return bytes < kUnitBytes ? 0 : static_cast<std::uint32_t>(std::countr_zero(bytes / kUnitBytes));
}

// "bits 4 to 6", "bit 4"
Text bits_phrase(std::uint32_t first, std::uint32_t count) {
  return count == 1 ? tr("bit {}", first) : tr("bits {} to {}", first, first + count - 1);
}

}  // namespace

Text phase_phrase(std::uint64_t address, std::uint32_t swizzle_bytes) {
  if (swizzle_bytes == 0) return {};
  const std::uint32_t rows = swizzle_bytes / kUnitBytes;
  return tr("{} mod {} is {}: row {} of the pattern's {} rows of 128 bytes", address_word(address),
            rows * kLineBytes, address % (rows * kLineBytes), phase_of(address, swizzle_bytes),
            rows);
}

Text exchange_phrase(std::uint32_t swizzle_bytes) {
  const std::uint32_t bits = bits_of_swizzle(swizzle_bytes);
  if (bits == 0) return {};
  return tr("{} of an address are exchanged by XOR with {}", bits_phrase(kFirstExchanged, bits),
            bits_phrase(kFirstOfRow, bits));
}

std::vector<DescriptorField> descriptor_fields(std::uint64_t bits, bool is_mn_major,
                                               bool is_tcgen05) {
  const MatrixDescriptor matrix = MatrixDescriptor::of(bits);
  const auto raw = [bits](std::uint32_t first, std::uint32_t last) {
    return bits >> first & ((std::uint64_t{1} << (last - first + 1)) - 1);
  };
  const bool is_plain = matrix.swizzle == 0;
  // What each offset leads to, by the mode and by how the matrix lies.
  const Text next_rows = is_mn_major
                             ? tr("{} bytes to the next {} bytes of a row",
                                  is_plain ? matrix.stride : matrix.leading, matrix.row_bytes())
                             : tr("{} bytes to the next 8 rows", matrix.stride);
  const Text next_depth =
      is_mn_major ? tr("{} bytes to the next 8 rows", is_plain ? matrix.leading : matrix.stride)
      : is_plain  ? tr("{} bytes to the next 16 bytes of a row", matrix.leading)
                  : tr("{} bytes: not used here", matrix.leading);
  const bool is_crossed = is_mn_major && !is_plain;
  const Text mode = is_plain ? Text(tr("no swizzle")) : tr("{}-byte swizzle", matrix.row_bytes());
  std::vector<DescriptorField> fields{
      {tr("start address"), 0, 13, raw(0, 13), Text(address_word(matrix.start))},
      {tr("leading byte offset"), 16, 29, raw(16, 29), is_crossed ? next_rows : next_depth},
      {tr("stride byte offset"), 32, 45, raw(32, 45), is_crossed ? next_depth : next_rows},
      {tr("base offset"), 49, 51, raw(49, 51),
       matrix.base_offset == 0
           ? Text(tr("the pattern begins where addresses do"))
           : tr("the pattern begins {} bytes later", matrix.base_offset * kLineBytes)}};
  if (is_tcgen05) {
    fields.insert(fields.end() - 1, {tr("fixed"), 46, 48, raw(46, 48), tr("as PTX asks for")});
    fields.push_back({tr("leading mode"), 52, 52, raw(52, 52),
                      tr("the leading offset counts bytes from the start")});
  }
  fields.push_back(
      {tr("swizzle mode"), is_tcgen05 ? 61u : 62u, 63, raw(is_tcgen05 ? 61 : 62, 63), mode});
  return fields;
}

std::string steps_word(const AddressSteps& steps) {
  std::string word = address_word(steps.start);
  for (const AddressStep& step : steps.steps) {
    if (step.count != 0) word += fmt::format(" + {} × {}", step.count, step.bytes);
  }
  if (steps.linear != steps.start) word += " = " + address_word(steps.linear);
  if (steps.exchanged == 0) return word;
  return word + fmt::format(", XOR 0x{:x} = {}", steps.exchanged, address_word(steps.address));
}

Text exchanged_phrase(const AddressSteps& steps) {
  if (steps.bits == 0) return {};
  const std::uint64_t counted = steps.linear - steps.base_offset * kLineBytes;
  const std::uint64_t row = counted >> kFirstOfRow & ((std::uint64_t{1} << steps.bits) - 1);
  const Text from = bits_phrase(kFirstOfRow, steps.bits);
  const Text to = bits_phrase(kFirstExchanged, steps.bits);
  if (steps.base_offset != 0) {
    return tr("{} less {} are {}: by XOR with {}", from, steps.base_offset * kLineBytes, row, to);
  }
  return tr("{} are {}: by XOR with {}", from, row, to);
}

}  // namespace warplens::hardware_tile
