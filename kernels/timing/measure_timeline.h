// A host timeline measured on one GPU: each scenario at each size, repeated, the median run kept
// whole.
//
//   measure_timeline(catalogue, gpu, request, observer, stop) → HostTimeline
//
// What cannot be measured (no memory, a wrong result) is a line of HostTimeline::absent, and the
// rest goes on.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/device/gpu.h"
#include "kernels/run/run.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::timing {

struct TimelineRequest {
  std::vector<std::uint64_t> bytes;  // of each array; multiples of 4
  std::vector<Scenario> scenarios;   // empty: all
  std::vector<std::uint32_t> parts;  // of scenarios that have some; empty: the usual
  std::uint32_t repetitions = 15;    // after one run to warm up; odd, so that one is the median
  std::string command;               // for the recording
};

struct TimelineObserver {
  // Called before each measurement: `done` of `total` are behind, "five_steps at 65536" comes next.
  std::function<void(std::size_t done, std::size_t total, const std::string& next)> progress;
  // Everything so far, whenever a run has been added.
  std::function<void(const HostTimeline& so_far)> measured;
};

// The sizes of the recordings that ship, from 64 KiB, up to which a copy from pageable memory may
// return before it is done ("API synchronization behavior", CUDA Driver API), to past any cache.
[[nodiscard]] std::vector<std::uint64_t> usual_timeline_sizes();

// Chunks that arrays are cut into, or kernels that are launched.
[[nodiscard]] std::vector<std::uint32_t> usual_timeline_parts();

// Errors: a size that is no multiple of 4, or zero; no kernel. When `stop` is asked for, what was
// measured so far.
Result<HostTimeline> measure_timeline(const run::Catalogue& catalogue, const device::Gpu& gpu,
                                      const TimelineRequest& request,
                                      const TimelineObserver& observer,
                                      const std::stop_token& stop);

}  // namespace warplens::timing
