// How many blocks of a kernel a multiprocessor (SM) holds at once.
//
// Each of four limits of the compute capability allows so many: threads, blocks, registers, shared
// memory; the least one decides. From the CUDA programming guide's table of technical
// specifications and the allocation units of its occupancy calculator. Clusters and a shared memory
// carve-out smaller than the largest are left out.
#pragma once

#include <cstdint>
#include <optional>

namespace warplens::analysis {

struct BlockNeeds {
  std::uint32_t threads = 1;
  std::uint32_t registers = 0;     // a thread
  std::uint32_t shared_bytes = 0;  // static and dynamic
};

// `capability` is 10 × major + minor: 75, 80, 86, 89, 90 or 100; nothing for others. 0: does not
// fit.
[[nodiscard]] std::optional<std::uint32_t> blocks_an_sm(std::uint32_t capability,
                                                        const BlockNeeds& needs);

}  // namespace warplens::analysis
