// A matrix descriptor of wgmma: where in shared memory each 16 bytes of a matrix lie (PTX ISA,
// "Matrix Descriptor Format"; the layouts are the canonical ones of CUTLASS' mma_sm90_desc.hpp).
//
// An MN-major matrix holds rows of A or columns of B side by side, a K-major one what lies along k.
// Its rows are those of B's transpose in both. An H100 and an H200 read every layout, and patterns
// that begin anywhere, as written here (tests/probes/wgmma_descriptors.cu).
#pragma once

#include <cstdint>

namespace warplens::machine {

struct MatrixDescriptor {
  std::uint64_t start = 0, leading = 0, stride = 0;  // bytes
  std::uint64_t base_offset = 0;                     // of the swizzle's pattern, in 128 bytes
  std::uint32_t swizzle = 0;  // the pattern's rows are 16 << swizzle bytes wide; 0: none

  [[nodiscard]] static constexpr MatrixDescriptor of(std::uint64_t bits) {
    const auto bytes = [bits](std::uint32_t first) { return (bits >> first & 0x3fff) << 4; };
    const auto mode = static_cast<std::uint32_t>(bits >> 62);  // 1: 128 bytes, 2: 64, 3: 32
    return {bytes(0), bytes(16), bytes(32), bits >> 49 & 7, (4 - mode) % 4};
  }

  // The 16 bytes `chunk` of a row, along k: without the swizzle's XOR, and with it.
  [[nodiscard]] constexpr std::uint64_t linear_k_major(std::uint32_t row,
                                                       std::uint32_t chunk) const {
    const std::uint64_t along = chunk * (swizzle == 0 ? leading : 16);
    return start + row % 8 * row_bytes() + row / 8 * stride + along;
  }
  [[nodiscard]] constexpr std::uint64_t k_major(std::uint32_t row, std::uint32_t chunk) const {
    return swizzled(linear_k_major(row, chunk));
  }
  // Rows 8·chunk and on, at `k`.
  [[nodiscard]] constexpr std::uint64_t linear_mn_major(std::uint32_t chunk,
                                                        std::uint32_t k) const {
    const std::uint32_t wide = 1u << swizzle;
    const std::uint64_t next_rows = swizzle == 0 ? stride : leading;
    const std::uint64_t next_depth = swizzle == 0 ? leading : stride;
    return start + chunk % wide * 16 + chunk / wide * next_rows + k % 8 * row_bytes() +
           k / 8 * next_depth;
  }
  [[nodiscard]] constexpr std::uint64_t mn_major(std::uint32_t chunk, std::uint32_t k) const {
    return swizzled(linear_mn_major(chunk, k));
  }

  // Of a row of a pattern; 16: no swizzle.
  [[nodiscard]] constexpr std::uint64_t row_bytes() const { return std::uint64_t{16} << swizzle; }
  // Bits 4 and on of an address, as many as the swizzle has, by those three above, counted from
  // where the pattern begins.
  [[nodiscard]] constexpr std::uint64_t swizzled(std::uint64_t address) const {
    return address ^ ((address - base_offset * 128) >> 3 & (row_bytes() - 16));
  }
};

}  // namespace warplens::machine
