// Checks that instrumenting does not change what kernels compute: compares their results on the GPU
// with those of the untouched kernels, from the same inputs, bit for bit. Where they differ:
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

// Results of the untouched kernels on `options.gpu`, which is not null. `initial` stays as it is.
Result<BufferContents> untouched_results(std::span<const catalog::Step> steps,
                                         const PlanTarget& target, DeviceBuffers& initial,
                                         const Options& options);

// Nothing if `instrumented` equals `untouched`; a line that says why it may differ; an error if it
// may not. Where they differ the kernels are run on `initial`, which is then no longer what the
// first step found.
Result<std::optional<Text>> compare_results(std::span<const catalog::Step> steps,
                                            const PlanTarget& target,
                                            const BufferContents& untouched,
                                            const BufferContents& instrumented,
                                            DeviceBuffers& initial, const Options& options);

}  // namespace warplens::run
