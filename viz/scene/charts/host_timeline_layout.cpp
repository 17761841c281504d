#include <algorithm>
#include <set>

#include "kernels/timing/timeline_figures.h"
#include "viz/scene/charts/host_timeline.h"
#include "viz/scene/charts/host_timeline_phrases.h"

namespace warplens::scene {
namespace {

using timing::Action;
using timing::Span;
using timing::Track;

constexpr float kHighestTrack = 12;  // in text sizes

// Heights beside each other where there are streams.
constexpr float kHostPart = 2, kLinksPart = 0.8f, kStreamPart = 1.6f, kGapPart = 0.5f,
                kWorkPart = 1;
constexpr float kBetweenRows = 0.15f;  // in text sizes
constexpr float kLowestWorkRow = 1;    // in text sizes

// Empty where all is on the default stream.
std::set<std::uint32_t> streams_of(const timing::TimelineRun& run) {
  std::set<std::uint32_t> streams;
  for (const Span& span : run.spans) {
    if (span.track == Track::device) streams.insert(span.stream);
  }
  if (streams.size() == 1 && streams.contains(0)) streams.clear();
  return streams;
}

float gutter_of(const std::set<std::uint32_t>& streams, bool has_chunks, const Style& style) {
  float widest = 0;
  const auto add = [&](std::string_view name) {
    widest = std::max(widest, style.measure(name, style.text_size, false));
  };
  for (const Track track : {Track::host, Track::device}) add(name_of(track, style.language));
  for (const std::uint32_t stream : streams) add(stream_name(stream, style.language));
  if (has_chunks) {
    for (const Action kind : timing::kDeviceWork) add(work_name(kind, style.language));
  }
  return widest + style.text_size * 0.6f;
}

// The rows of a run with streams, from `y` on.
void lay_out_streams(HostTimelineLayout& layout, const std::set<std::uint32_t>& streams,
                     bool has_chunks, Box area, float unit) {
  const float of_streams =
      kHostPart + kLinksPart + kStreamPart * static_cast<float>(streams.size());
  const float of_work = kGapPart + kWorkPart * static_cast<float>(timing::kDeviceWork.size());
  const bool has_work =
      has_chunks && area.height / (of_streams + of_work) * kWorkPart >= kLowestWorkRow * unit;
  const float part = area.height / (of_streams + (has_work ? of_work : 0));
  float y = area.y;
  const auto row = [&](float parts, float highest) {
    const float height = std::min(parts * part, unit * highest);
    const Box box{area.x, y, area.width, height - std::min(unit * kBetweenRows, height / 4)};
    y += height;
    return box;
  };
  layout.host = row(kHostPart, has_work ? 6 : kHighestTrack);
  layout.links = row(kLinksPart, 3);
  const float top = y;
  for (const std::uint32_t stream : streams)
    layout.streams.push_back({stream, row(kStreamPart, has_work ? 5 : kHighestTrack)});
  const Box& last = layout.streams.back().box;
  layout.device = {area.x, top, area.width, last.y + last.height - top};
  if (!has_work) return;
  row(kGapPart, 1.5f);
  for (std::size_t i = 0; i < timing::kDeviceWork.size(); ++i)
    layout.work.push_back(row(kWorkPart, 3));
}

}  // namespace

double HostTimelineLayout::seconds_at(float x) const {
  const double part = time.end > time.begin ? (x - time.begin) / (time.end - time.begin) : 0;
  return time.low + std::clamp(part, 0.0, 1.0) * (time.high - time.low);
}

const Box& HostTimelineLayout::row_of(const timing::Span& span) const {
  if (span.track == Track::host) return host;
  const auto at = std::ranges::find(streams, span.stream, &StreamRow::stream);
  return at == streams.end() ? device : at->box;
}

const Box* HostTimelineLayout::work_row_of(const timing::Span& span) const {
  const auto kind = std::ranges::find(timing::kDeviceWork, span.action);
  if (span.track == Track::host || kind == timing::kDeviceWork.end() || work.empty())
    return nullptr;
  return &work[static_cast<std::size_t>(kind - timing::kDeviceWork.begin())];
}

HostTimelineLayout host_timeline_layout(const timing::TimelineRun& run,
                                        const HostTimelineLook& look, Size size,
                                        const Style& style) {
  HostTimelineLayout layout;
  const std::set<std::uint32_t> streams = streams_of(run);
  const float unit = style.text_size,
              left = gutter_of(streams, timing::has_chunks(run.scenario), style);
  const float width = std::max(size.width - left - unit * 0.5f, 1.0f);
  const float axis = unit * 1.4f, events = run.between_events ? unit * 2 : 0;
  const float room = std::max(size.height - axis - events, 0.0f);
  const float links = std::clamp(room * 0.2f, unit * 0.6f, unit * 5);
  const float track = std::clamp((room - links) / 2, 0.0f, unit * kHighestTrack);
  float y = 0;
  const auto row = [&](float height) {
    const Box box{left, y, width, height};
    y += height;
    return box;
  };
  layout.axis = row(axis);
  if (!streams.empty()) {
    lay_out_streams(layout, streams, timing::has_chunks(run.scenario), {left, y, width, room},
                    unit);
    y += room;
  } else {
    layout.host = row(track);
    layout.links = row(std::min(links, room));
    layout.device = row(track);
  }
  layout.events = row(events);
  layout.time = {look.window.begin, look.window.end, left, left + width, false};
  return layout;
}

std::optional<std::size_t> span_at(const timing::TimelineRun& run, const HostTimelineLook& look,
                                   Size size, const Style& style, float x, float y) {
  if (look.only_order) return std::nullopt;
  const HostTimelineLayout layout = host_timeline_layout(run, look, size, style);
  const float reach = style.text_size / 2;
  std::optional<std::size_t> found;
  float best_distance = reach;
  double best_length = 0;
  for (std::size_t i = 0; i < run.spans.size(); ++i) {
    const Span& span = run.spans[i];
    const auto is_in = [&](const Box& row) { return y >= row.y && y <= row.y + row.height; };
    const Box* work = layout.work_row_of(span);
    if (!is_in(layout.row_of(span)) && (work == nullptr || !is_in(*work))) continue;
    if (span.end < look.window.begin || span.begin > look.window.end) continue;
    const float left = layout.time.at(span.begin), right = layout.time.at(span.end);
    const float distance = std::max({left - x, x - right, 0.0f});
    const bool is_better = distance < best_distance ||
                           (distance == best_distance && found && span.seconds() < best_length);
    if (!is_better && !(distance == 0 && !found)) continue;
    found = i;
    best_distance = distance;
    best_length = span.seconds();
  }
  return found;
}

Color action_color(Action action, ThemeName name) {
  switch (action) {
    case Action::allocate:
    case Action::free:
      return category_color(4);
    case Action::pin:
    case Action::unpin:
      return category_color(0);
    case Action::copy_to_device:
      return category_color(1);
    case Action::copy_to_host:
      return category_color(5);
    case Action::kernel:
      return category_color(2);
    case Action::event:
      return theme(name).text;
    case Action::wait:
      return theme(name).padding;
    case Action::work:
      return category_color(6);
    case Action::order:
      return category_color(7);
    case Action::graph:
      return category_color(3);
  }
  return theme(name).cell;
}

}  // namespace warplens::scene
