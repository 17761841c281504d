#include "kernels/machine/operations/tcgen05_factors.h"

#include <cstring>

#include "kernels/machine/operations/matrix_numbers.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kElementsOfChunk = 16, kBitsBelow = 2;

// 16 elements, which follow one another from the lowest bit on, each to a byte of its own: as
// widen_elements() takes them.
void unpack_chunk(MatrixElement element, const std::byte* from, std::byte* to) {
  std::uint64_t words[2];
  std::memcpy(words, from, sizeof words);
  const std::uint32_t bits = element == MatrixElement::e2m1 ? 4 : 6;
  for (std::uint32_t i = 0; i < kElementsOfChunk; ++i) {
    const std::uint32_t at = i * bits, in = at % 64;
    std::uint64_t code = words[at / 64] >> in;
    if (in + bits > 64) code |= words[1] << (64 - in);
    code &= (1u << bits) - 1;
    to[i] = static_cast<std::byte>(bits == 4 ? code << kBitsBelow : code);
  }
}

std::vector<std::byte> unpacked(MatrixElement element, const std::byte* chunks, std::size_t bytes) {
  std::vector<std::byte> all(bytes);
  for (std::size_t at = 0; at < bytes; at += Tcgen05Product::kChunkBytes) {
    unpack_chunk(element, chunks + at, all.data() + at);
  }
  return all;
}

}  // namespace

Tcgen05Factors::Tcgen05Factors(MatrixElement element, const std::byte* chunks, std::uint32_t rows,
                               bool is_mn_major, bool is_negated, std::uint32_t row_bytes)
    : values_(std::size_t{rows} * row_bytes * 8 / bits_of(element)),
      rows_(rows),
      depth_(row_bytes * 8 / bits_of(element)),
      is_mn_major_(is_mn_major),
      sign_(is_negated ? -1.0f : 1.0f) {
  const std::size_t bytes = std::size_t{rows} * row_bytes;
  std::vector<std::byte> alone;
  if (is_padded(element)) alone = unpacked(element, chunks, bytes);
  widen_elements(element, alone.empty() ? chunks : alone.data(), bytes, values_.data());
}

}  // namespace warplens::machine
