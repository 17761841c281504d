// Figures of one run of a host timeline, by name: what lessons ask for and tables sum up.
#pragma once

#include "kernels/timing/host_timeline.h"

namespace warplens::timing {

// The five steps that a program goes through, in their order.
inline constexpr std::array<Action, 5> kFiveSteps{
    Action::allocate, Action::copy_to_device, Action::kernel, Action::copy_to_host, Action::free};

// Seconds that the host's calls of this step took together; of the kernel, the device's span, as
// its launch takes next to nothing of the host. 0 when the run has no such step.
[[nodiscard]] double step_seconds(const TimelineRun& run, Action step);

// Whether the call that queued `device_span` certainly returned before the device had done it. The
// event behind the call is queued once that has returned; had the work been done by then, the event
// would be reached as soon as it is recorded, the uncertainty of both moments aside.
[[nodiscard]] bool returned_early(const TimelineRun& run, const Span& device_span);

// Of which the device can do one each at the same time: it has a way in, a way back, and its SMs.
inline constexpr std::array<Action, 3> kDeviceWork{Action::copy_to_device, Action::kernel,
                                                   Action::copy_to_host};

// Seconds in which at least `kinds` of kDeviceWork were at work at once. Overlaps shorter than
// CUDA's events tell apart are none, nor those within the run's uncertainty: a copy from pageable
// memory begins with its call, which the host's clock places.
[[nodiscard]] double seconds_at_once(const TimelineRun& run, std::size_t kinds);

// Seconds of the host that launching the run's kernels took: each launch, or the last of a graph.
[[nodiscard]] double launch_seconds(const TimelineRun& run);

enum class TimelineFigure : std::uint8_t {
  longest_step,     // 1 to 5, of kFiveSteps
  early_launches,   // launches that returned before their kernel ended
  early_copies,     // likewise, of copies
  kernel_percent,   // how much of the run's time the device's kernels took, rounded down; 0 where a
                    // span is of several
  calls_ahead,      // calls that returned before the device's first work was over, waits left out
  most_at_once,     // of copies to the device, kernels and copies back: kinds at work at once
  overlap_percent,  // of the run's time in which at least two of them were, rounded down
  is_wrong,         // 1: the result has elements that are not what they should be
  host_ns_a_kernel,  // nanoseconds of the host that launching each kernel took
  fastest_parts,     // of the runs that differ in their parts alone, those of the shortest
};
inline constexpr std::array<std::string_view, 10> kTimelineFigureNames{
    "longest_step", "early_launches",  "early_copies", "kernel_percent",   "calls_ahead",
    "most_at_once", "overlap_percent", "is_wrong",     "host_ns_a_kernel", "fastest_parts"};

[[nodiscard]] std::int64_t figure(const TimelineRun& run, TimelineFigure which);
// Of one of the timeline's runs, which fastest_parts compares with the others.
[[nodiscard]] std::int64_t figure(const HostTimeline& timeline, const TimelineRun& run,
                                  TimelineFigure which);

}  // namespace warplens::timing
