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

constexpr double kEventsApart = 1e-6;  // two moments of CUDA's events, each known to half of it

// From each moment at which something begins or ends to the next, how many kinds were at work.
template <class Visit>
void for_each_stretch(const TimelineRun& run, const Visit& visit) {
  std::vector<double> moments;
  for (const Span& span : run.spans) {
    if (span.track == Track::device) moments.insert(moments.end(), {span.begin, span.end});
  }
  std::ranges::sort(moments);
  for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
    const double begin = moments[i], end = moments[i + 1];
    const auto at_work = std::ranges::count_if(kDeviceWork, [&](Action kind) {
      return std::ranges::any_of(run.spans, [&](const Span& span) {
        return span.track == Track::device && span.action == kind && span.begin <= begin &&
               span.end >= end;
      });
    });
    visit(end - begin, static_cast<std::size_t>(at_work));
  }
}

std::int64_t most_at_once(const TimelineRun& run) {
  std::size_t kinds = kDeviceWork.size();
  while (kinds > 0 && seconds_at_once(run, kinds) <= 0) --kinds;
  return static_cast<std::int64_t>(kinds);
}

std::int64_t percent_of(const TimelineRun& run, double seconds) {
  return run.seconds() > 0 ? static_cast<std::int64_t>(100 * seconds / run.seconds()) : 0;
}

// Whether each kernel has a span of its own.
bool is_one_by_one(const TimelineRun& run) {
  return run.scenario != Scenario::launches && run.scenario != Scenario::graph;
}

std::int64_t calls_ahead(const TimelineRun& run) {
  const auto first = std::ranges::find(run.spans, Track::device, &Span::track);
  if (first == run.spans.end()) return 0;
  return std::ranges::count_if(run.spans, [&](const Span& span) {
    return span.track == Track::host && !span.is_probe && span.action != Action::wait &&
           span.end + run.uncertainty < first->end;
  });
}

std::int64_t fastest_parts(const HostTimeline& timeline, const TimelineRun& of) {
  const TimelineRun* fastest = &of;
  for (const TimelineRun& run : timeline.runs) {
    const bool is_like_it = run.scenario == of.scenario && run.bytes == of.bytes;
    if (is_like_it && run.seconds() < fastest->seconds()) fastest = &run;
  }
  return fastest->parts;
}

}  // namespace

double seconds_at_once(const TimelineRun& run, std::size_t kinds) {
  const double apart = std::max(kEventsApart, run.uncertainty);
  double total = 0, stretch = 0;
  const auto end_stretch = [&] {
    if (stretch > apart) total += stretch;
    stretch = 0;
  };
  for_each_stretch(run, [&](double seconds, std::size_t at_work) {
    if (at_work < kinds) return end_stretch();
    stretch += seconds;
  });
  end_stretch();
  return total;
}

double launch_seconds(const TimelineRun& run) {
  double total = 0, last = 0;
  for (const Span& span : run.spans) {
    if (span.track != Track::host || span.action != Action::kernel) continue;
    total += span.seconds();
    last = span.seconds();
  }
  return run.scenario == Scenario::graph ? last : total;
}

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
      return percent_of(run, is_one_by_one(run) ? step_seconds(run, Action::kernel) : 0);
    case TimelineFigure::calls_ahead:
      return calls_ahead(run);
    case TimelineFigure::most_at_once:
      return most_at_once(run);
    case TimelineFigure::overlap_percent:
      return percent_of(run, seconds_at_once(run, 2));
    case TimelineFigure::is_wrong:
      return run.wrong.value_or(0) > 0 ? 1 : 0;
    case TimelineFigure::host_ns_a_kernel:
      return static_cast<std::int64_t>(launch_seconds(run) * 1e9 / run.parts);
    case TimelineFigure::fastest_parts:
      return run.parts;
  }
  return 0;
}

std::int64_t figure(const HostTimeline& timeline, const TimelineRun& run, TimelineFigure which) {
  return which == TimelineFigure::fastest_parts ? fastest_parts(timeline, run) : figure(run, which);
}

}  // namespace warplens::timing
