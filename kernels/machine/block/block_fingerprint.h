// The fingerprint of a block: of all that decides what it does next, but for global memory.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/machine/block/open_barriers.h"
#include "kernels/machine/block/shared_memory.h"
#include "kernels/machine/block/warp.h"

namespace warplens::machine {

[[nodiscard]] std::uint64_t fingerprint_of(std::span<Warp> warps, const OpenBarriers& barriers,
                                           SharedMemory& shared, std::uint64_t tensor_version);

}  // namespace warplens::machine
