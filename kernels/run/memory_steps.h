// Copies and fills of device memory between launches.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/run/device_buffers.h"

namespace warplens::run {

// On the CPU; what no buffer has is left out.
void do_step(const catalog::MemoryStep& step, DeviceBuffers& buffers);

// What a fill writes, byte by byte.
[[nodiscard]] std::vector<std::byte> filled_bytes(const catalog::FillStep& fill);

}  // namespace warplens::run
