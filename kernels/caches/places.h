// Where a kernel may stand beside a .cu and a .ptx: in a compiler's cache.
//
//   ~/.triton/cache                many folders of one kernel each
//   ~/.triton/cache/HASH           NAME.ptx with NAME.json beside
//   ~/.triton/cache/HASH/NAME.json
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::caches {

// One of those, or a file that holds no PTX but is asked for as if it did: a .cubin, Numba's cache.
[[nodiscard]] bool is_in_cache(const std::filesystem::path& path);

struct CachedKernel {
  std::filesystem::path ptx;
  std::string name;
  std::string hash;  // the folder's name
  std::int64_t warps = 0, shared = 0;
  std::string target;        // "sm_90"; empty: not known
  std::int64_t written = 0;  // seconds since 1970
};

// Of one folder or file, or of all folders in it, the newest first. Errors: none; what a cubin and
// Numba's cache are, and where to get PTX.
Result<std::vector<CachedKernel>> kernels_in(const std::filesystem::path& path);
// The PTX of the one kernel that is there; a path that is none of those, as it is. Errors: there
// are several, and what kernels_in() says.
Result<std::filesystem::path> only_kernel(const std::filesystem::path& path);
// Those called `name`, or whose hash begins with it; an empty name: all.
[[nodiscard]] std::vector<CachedKernel> named(const std::vector<CachedKernel>& kernels,
                                              std::string_view name);

// "4KWAJIHK add: 4 warps, 512 bytes of shared memory, sm_90, 2026-11-30".
[[nodiscard]] Text line_of(const CachedKernel& kernel);

// The PTX in a file of CuPy's cache, behind a checksum and names: CUPY_COMPILE_WITH_PTX=1 puts it
// there under the name .cubin. Empty: machine code.
[[nodiscard]] std::string_view ptx_within(std::string_view bytes);
// Why a file holds no kernel that can run here: of a .cubin, .nbi and .nbc. Nothing: another file.
[[nodiscard]] Text why_no_ptx(const std::filesystem::path& path);

}  // namespace warplens::caches
