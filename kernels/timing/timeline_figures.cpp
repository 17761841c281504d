#include "kernels/timing/timeline_figures.h"

#include <algorithm>

namespace warplens::timing {
namespace {

// 1 for the first of them; with equal times the earlier one.
std::int64_t longest_step(const TimelineRun& run) {
  const auto longest = std::ranges::max_element(
      kFiveSteps, {}, [&](Action step) { return step_seconds(run, step); });
  return longest - kFiveSteps.begin() + 1;
}

template <class IsOfKind>
std::int64_t count_early(const TimelineRun& run, IsOfKind is_of_kind) {
  return std::ranges::count_if(run.spans, [&](const Span& span) {
    return span.track == Track::device && is_of_kind(span.action) && returned_early(run, span);
  });
}

std::int64_t kernel_percent(const TimelineRun& run) {
  if (run.seconds() <= 0) return 0;
  return static_cast<std::int64_t>(100 * step_seconds(run, Action::kernel) / run.seconds());
}

}  // namespace

double step_seconds(const TimelineRun& run, Action step) {
  const Track track = step == Action::kernel ? Track::device : Track::host;
  double total = 0;
  for (const Span& span : run.spans) {
    if (span.track == track && span.action == step) total += span.seconds();
  }
  return total;
}

bool returned_early(const TimelineRun& run, const Span& device_span) {
  const std::size_t behind = *device_span.queued_by + std::size_t{1};
  const bool has_event = behind < run.spans.size() && run.spans[behind].track == Track::host &&
                         run.spans[behind].action == Action::event;
  const Span& returned = run.spans[has_event ? behind : *device_span.queued_by];
  return device_span.end - 2 * run.uncertainty > returned.end;
}

std::int64_t figure(const TimelineRun& run, TimelineFigure which) {
  switch (which) {
    case TimelineFigure::longest_step:
      return longest_step(run);
    case TimelineFigure::early_launches:
      return count_early(run, [](Action action) { return action == Action::kernel; });
    case TimelineFigure::early_copies:
      return count_early(run, [](Action action) {
        return action == Action::copy_to_device || action == Action::copy_to_host;
      });
    case TimelineFigure::kernel_percent:
      return kernel_percent(run);
  }
  return 0;
}

}  // namespace warplens::timing
