// A specification as code to paste: CUDA, or a CuTe layout.
//
//   code(spec, CodeKind::cuda)   tile_offset(row, col), and a kernel that writes and reads the tile
//   so code(spec, CodeKind::cute)   composition(Swizzle<B,M,S>{}, Layout<…>{})
#pragma once

#include <cstdint>
#include <string>

#include "viz/swizzle/spec.h"

namespace warplens::swizzle {

enum class CodeKind : std::uint8_t { cuda, cute };

// Errors: those of the specification; for CuTe: a map that is neither padding nor a Swizzle<B,M,S>.
Result<std::string> code(const SwizzleSpec& spec, CodeKind kind);

// CUDA code, with what a test and a source view need of it.
struct CudaCode {
  std::string text;
  std::uint32_t store_line = 0, load_line = 0;  // of the shared accesses, from 1
  std::uint32_t warps = 1;                      // of its one block
  std::uint32_t dynamic_shared_bytes = 0;       // beyond 48 KiB; else 0
};
Result<CudaCode> cuda_code(const SwizzleSpec& spec);

// Each of a block's warps takes every `block_warps`-th of an access's warps.
[[nodiscard]] std::uint32_t block_warps(std::size_t writes, std::size_t reads);

}  // namespace warplens::swizzle
