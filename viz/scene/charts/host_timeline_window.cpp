#include "viz/scene/charts/host_timeline_window.h"

#include <algorithm>

namespace warplens::scene {
namespace {

constexpr double kShortest = 100e-9;    // seconds: below what any of the clocks tells apart
constexpr double kReadable = 1.0 / 20;  // of the window
constexpr double kRevealed = 1.0 / 4;

TimeWindow of_length(const timing::TimelineRun& run, double begin, double length) {
  const double all = run.seconds();
  length = std::clamp(length, std::min(kShortest, all), all);
  begin = std::clamp(begin, 0.0, all - length);
  return {begin, begin + length};
}

}  // namespace

TimeWindow whole(const timing::TimelineRun& run) { return {0, run.seconds()}; }

TimeWindow zoomed(const timing::TimelineRun& run, TimeWindow window, double at, double factor) {
  const double length = window.seconds() / factor;
  const double part = window.seconds() > 0 ? (at - window.begin) / window.seconds() : 0;
  return of_length(run, at - part * length, length);
}

TimeWindow panned(const timing::TimelineRun& run, TimeWindow window, double part) {
  return of_length(run, window.begin + part * window.seconds(), window.seconds());
}

TimeWindow revealing(const timing::TimelineRun& run, TimeWindow window, std::size_t span) {
  if (span >= run.spans.size()) return window;
  const timing::Span& wanted = run.spans[span];
  const bool is_inside = wanted.begin >= window.begin && wanted.end <= window.end;
  if (is_inside && wanted.seconds() >= window.seconds() * kReadable) return window;
  // A moment has no length: it is shown among as much as the clocks leave open.
  const double length = std::max(wanted.seconds(), 2 * run.uncertainty) / kRevealed;
  const double middle = (wanted.begin + wanted.end) / 2;
  return of_length(run, middle - length / 2, length);
}

}  // namespace warplens::scene
