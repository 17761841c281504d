#include <algorithm>

#include "viz/scene/charts/host_timeline.h"
#include "viz/scene/charts/host_timeline_phrases.h"

namespace warplens::scene {
namespace {

using timing::Action;
using timing::Span;
using timing::Track;

constexpr float kHighestTrack = 12;  // in text sizes

float gutter_of(const Style& style) {
  float widest = 0;
  for (const Track track : {Track::host, Track::device}) {
    widest =
        std::max(widest, style.measure(name_of(track, style.language), style.text_size, false));
  }
  return widest + style.text_size * 0.6f;
}

}  // namespace

double HostTimelineLayout::seconds_at(float x) const {
  const double part = time.end > time.begin ? (x - time.begin) / (time.end - time.begin) : 0;
  return time.low + std::clamp(part, 0.0, 1.0) * (time.high - time.low);
}

HostTimelineLayout host_timeline_layout(const timing::TimelineRun& run,
                                        const HostTimelineLook& look, Size size,
                                        const Style& style) {
  HostTimelineLayout layout;
  const float unit = style.text_size, left = gutter_of(style);
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
  layout.host = row(track);
  layout.links = row(std::min(links, room));
  layout.device = row(track);
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
    const Box& row = span.track == Track::host ? layout.host : layout.device;
    if (y < row.y || y > row.y + row.height) continue;
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
  }
  return theme(name).cell;
}

}  // namespace warplens::scene
