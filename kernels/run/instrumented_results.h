// That instrumenting changes nothing of what kernels do: their results on the GPU against those of
// the untouched kernels, from the same inputs, bit for bit. Where they differ:
//
//   not from those of the untouched kernels with pinned rounding (pin_rounding.h)   a note
//   the untouched kernels' change from run to run, or the CPU finds that they race,
//   or that the order of their blocks shows                                         a note
//   else                                                                            an error
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/run/run_plan.h"

namespace warplens::run {

// Out and inout buffers after the last step, by name.
using BufferContents = std::map<std::string, std::vector<std::byte>, std::less<>>;

// Of the untouched kernels on `options.gpu`, which is not null. `initial` stays as it is.
Result<BufferContents> untouched_results(std::span<const catalog::Step> steps,
                                         const PlanTarget& target, DeviceBuffers& initial,
                                         const Options& options);

// Nothing: `instrumented` is `untouched`. A line: why it may differ. Errors: it may not. Where they
// differ `initial`, as the first step found it, is run on, and holds something else then.
Result<std::optional<Text>> compare_results(std::span<const catalog::Step> steps,
                                            const PlanTarget& target,
                                            const BufferContents& untouched,
                                            const BufferContents& instrumented,
                                            DeviceBuffers& initial, const Options& options);

}  // namespace warplens::run
