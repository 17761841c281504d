// Where a NaN or an infinity in a result is made. A run costs nothing for it but a look at what it
// leaves; where a buffer holds one then, and nothing that the kernels are given does, the steps run
// once more, every instruction looked at.
#pragma once

#include <functional>

#include "kernels/run/run_plan.h"

namespace warplens::run {

using MakeBuffers = std::function<Result<DeviceBuffers>()>;

// Adds it to the traces of `run`, which `steps` on `buffers` made. `make` gives them as they were
// at first, in place of `buffers`, which hold no result afterwards. A second run that is stopped
// adds nothing.
void find_non_finite(std::span<const catalog::Step> steps, const PlanTarget& target,
                     const Options& options, DeviceBuffers& buffers, const MakeBuffers& make,
                     trace::Run& run);

// Whether one of the numbers of `type` is a NaN or an infinity; integers are none.
[[nodiscard]] bool has_non_finite(catalog::ElementType type, std::span<const std::byte> numbers);

}  // namespace warplens::run
