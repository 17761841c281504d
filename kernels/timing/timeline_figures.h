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

enum class TimelineFigure : std::uint8_t {
  longest_step,    // 1 to 5, of kFiveSteps
  early_launches,  // launches that returned before their kernel ended
  early_copies,    // likewise, of copies
  kernel_percent,  // how much of the run's time the device's kernels took, rounded down
};
inline constexpr std::array<std::string_view, 4> kTimelineFigureNames{
    "longest_step", "early_launches", "early_copies", "kernel_percent"};

[[nodiscard]] std::int64_t figure(const TimelineRun& run, TimelineFigure which);

}  // namespace warplens::timing
