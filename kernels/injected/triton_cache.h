// Triton gives the driver machine code; the PTX that it was made of lies beside it in its cache, a
// folder a kernel: add.cubin, add.ptx, add.json.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace warplens::injected {

struct CachedPtx {
  std::string name;  // "HASH/add.ptx"
  std::string ptx;
  std::string json{}, ttir{};  // beside it; empty: there is none
};

// Of the kernel with these very bytes of machine code, in TRITON_CACHE_DIR or ~/.triton/cache.
[[nodiscard]] std::optional<CachedPtx> cached_ptx(std::span<const std::byte> cubin);

}  // namespace warplens::injected
