#include "viz/scene/charts/event_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warplens::scene {
namespace {

std::uint8_t capped(std::uint32_t value) {
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(value, 255));
}

// Times the ideal, rounded to the nearest: 5 sectors where 4 would do are harmless.
std::uint8_t ways_of(const analysis::AccessCost& cost) {
  std::uint32_t ways = cost.max_way;
  if (cost.ideal_sectors > 0)
    ways = std::max(ways, (2 * cost.sectors + cost.ideal_sectors) / (2 * cost.ideal_sectors));
  return capped(ways);
}

// Events under one column of pixels.
struct Bins {
  EventWindow window;
  std::size_t count = 0;

  [[nodiscard]] std::size_t of(std::size_t event) const {
    return (event - window.first) * count / window.count;
  }
};

Bins bins_for(const EventTimelineLayout& layout) {
  const auto pixels = static_cast<std::size_t>(std::max(1.0f, layout.area.width));
  return {layout.window, std::min(layout.window.count, pixels)};
}

CellGrid empty_grid(const Box& box, std::size_t columns, std::uint32_t rows) {
  CellGrid grid{box.x,
                box.y,
                box.width / static_cast<float>(columns),
                box.height / static_cast<float>(rows),
                static_cast<std::uint32_t>(columns),
                rows,
                {}};
  grid.colors.resize(columns * rows);
  return grid;
}

// The deepest cost decides a cell's colour; events without a cost show as muted.
CellGrid warp_cells(const EventTimeline& model, const EventTimelineLayout& layout, const Bins& bins,
                    const Style& style) {
  CellGrid grid = empty_grid(layout.area, bins.count, model.warps);
  std::vector<std::int16_t> deepest(grid.colors.size(), -1);
  for (std::size_t event = bins.window.first; event < bins.window.first + bins.window.count;
       ++event) {
    std::int16_t& depth = deepest[model.warp[event] * bins.count + bins.of(event)];
    depth = std::max<std::int16_t>(depth, model.ways[event]);
  }
  const Theme& colors = theme(style.theme);
  for (std::size_t i = 0; i < deepest.size(); ++i)
    grid.colors[i] = deepest[i] < 0 ? colors.outside
                     : deepest[i] == 0
                         ? colors.grid
                         : depth_color(static_cast<std::uint32_t>(deepest[i]), style.theme);
  return grid;
}

CellGrid strip_cells(const Box& box, const std::vector<std::uint8_t>& values, const Bins& bins,
                     const Style& style, bool is_depth) {
  CellGrid grid = empty_grid(box, bins.count, 1);
  std::vector<std::uint8_t> deepest(bins.count);
  for (std::size_t event = bins.window.first; event < bins.window.first + bins.window.count;
       ++event)
    deepest[bins.of(event)] = std::max(deepest[bins.of(event)], values[event]);
  for (std::size_t i = 0; i < deepest.size(); ++i)
    if (deepest[i] != 0)
      grid.colors[i] = is_depth ? depth_color(deepest[i], style.theme) : theme(style.theme).barrier;
  return grid;
}

void paint_labels(DrawList& list, const EventTimeline& model, const EventTimelineLayout& layout,
                  const Style& style) {
  const Color color = theme(style.theme).muted_text;
  const float size = label_size(style);
  const float gutter = layout.area.x - style.text_size * 0.4f;
  put_text(list, {0, 0, gutter, layout.area.y}, std::string(phrases::warp.in(style.language)), size,
           {.align = Text::Align::right, .color = color});
  const std::uint64_t step = label_step(layout.row_height, size * 1.1);
  for (std::uint64_t warp = 0; warp < model.warps; warp += step) {
    const float y = layout.area.y + static_cast<float>(warp) * layout.row_height;
    const float height = std::max(layout.row_height, size);
    if (y + height > layout.axis.y + 0.5f && warp > 0) break;
    if (y + height > list.height) break;
    put_text(list, {0, y, gutter, height}, fmt::format("{}", warp), size,
             {.align = Text::Align::right, .color = color});
  }
}

// 1, 2, 5, 10, 20…: the smallest such step at which labels stay apart.
std::size_t round_step(double events_per_pixel, double label_pixels) {
  for (std::size_t decade = 1;; decade *= 10)
    for (const std::size_t factor : {1, 2, 5})
      if (static_cast<double>(decade * factor) >= events_per_pixel * label_pixels)
        return decade * factor;
}

struct AxisLabels {
  float size = 0;   // of the text
  float width = 0;  // that one takes, with its distance to the next
  std::vector<std::size_t> numbers;
};

// Events count from 1, as they do where the cursor's place is told.
AxisLabels axis_labels(const EventTimelineLayout& layout, const Style& style) {
  AxisLabels labels{label_size(style), 0, {}};
  const std::size_t end = layout.window.first + layout.window.count;
  const float text = style.measure(fmt::format("{}", end), labels.size, false);
  labels.width = text * 1.5f;
  const double events_per_pixel = static_cast<double>(layout.window.count) / layout.axis.width;
  const std::size_t step = round_step(events_per_pixel, labels.width);
  const float last = layout.axis.x + layout.axis.width - text / 2;
  for (std::size_t number = (layout.window.first / step + 1) * step;
       number <= end && layout.x_of(number - 1) <= last; number += step)
    labels.numbers.push_back(number);
  return labels;
}

// Writes what the axis counts. Among many events it takes the place of the last labels; among few,
// where each label is one to read, it goes below them or gives way. Returns where the labels end.
float paint_axis_title(DrawList& list, const EventTimelineLayout& layout, const AxisLabels& labels,
                       const Style& style) {
  constexpr std::size_t kFewEvents = 40;
  Box box = layout.axis;
  const std::string_view title = phrases::event_order.in(style.language);
  const float size = style.language == Language::zh ? style.text_size : labels.size;
  const float right = box.x + box.width;
  float end = right - style.measure(title, size, false) - labels.width;
  const bool meets = !labels.numbers.empty() && layout.x_of(labels.numbers.back() - 1) > end;
  if (meets && layout.window.count <= kFewEvents) {
    end = right;
    box = {box.x, box.y + box.height, box.width, size};
    if (box.y + box.height > list.height) return end;
  }
  put_text(list, box, std::string(title), size,
           {.align = Text::Align::right, .color = theme(style.theme).muted_text});
  return end;
}

void paint_axis(DrawList& list, const EventTimelineLayout& layout, const Style& style) {
  const Box& axis = layout.axis;
  if (axis.height == 0) return;
  const Color color = theme(style.theme).muted_text;
  const AxisLabels labels = axis_labels(layout, style);
  const float end = paint_axis_title(list, layout, labels, style);
  for (const std::size_t number : labels.numbers) {
    const float x = layout.x_of(number - 1);
    if (x > end) break;
    list.lines.push_back({x, axis.y, x, axis.y + axis.height * 0.2f, color, 1});
    put_text(
        list, {x - labels.width / 2, axis.y + axis.height * 0.1f, labels.width, axis.height * 0.9f},
        fmt::format("{}", number), labels.size, {.align = Text::Align::center, .color = color});
  }
}

// Lines between blocks, where they are far enough apart to mean something.
void paint_blocks(DrawList& list, const EventTimeline& model, const EventTimelineLayout& layout,
                  const Style& style) {
  const auto begin =
      std::lower_bound(model.block_starts.begin(), model.block_starts.end(), layout.window.first);
  const auto end =
      std::lower_bound(begin, model.block_starts.end(), layout.window.first + layout.window.count);
  if (static_cast<float>(end - begin) * 6 > layout.area.width) return;
  const float half = layout.area.width / static_cast<float>(layout.window.count) / 2;
  for (auto start = begin; start != end; ++start) {
    const float x = std::max(layout.area.x, layout.x_of(*start) - half);
    list.lines.push_back({x, layout.conflicts.y, x, layout.area.y + layout.area.height,
                          theme(style.theme).muted_text, 1});
  }
}

bool contains(const EventWindow& window, std::size_t event) {
  return event >= window.first && event - window.first < window.count;
}

}  // namespace

EventTimeline event_timeline(const trace::Trace& trace,
                             std::span<const analysis::AccessCost> costs) {
  EventTimeline model;
  model.warps = trace.launch.warps_per_block();
  const std::size_t events = std::min(trace.events.size(), costs.size());
  model.warp.reserve(events);
  model.ways.reserve(events);
  model.conflict.reserve(events);
  model.barrier.reserve(events);
  bool takes_turns = false;  // blocks then begin nowhere in particular
  for (std::size_t i = 0; i < events; ++i) {
    const trace::Site& site = trace.sites[trace.events.site(i)];
    model.warps = std::max(model.warps, trace.events.warp(i) + 1);
    model.warp.push_back(static_cast<std::uint16_t>(trace.events.warp(i)));
    model.ways.push_back(ways_of(costs[i]));
    model.conflict.push_back(costs[i].conflicts > 0 ? capped(costs[i].max_way) : std::uint8_t{0});
    model.barrier.push_back(site.kind == trace::EventKind::barrier ? 1 : 0);
    if (i == 0 || trace.events.block(i) != trace.events.block(i - 1))
      model.block_starts.push_back(i);
    takes_turns |= i > 0 && trace.events.block(i) < trace.events.block(i - 1);
  }
  if (takes_turns) model.block_starts.clear();
  return model;
}

EventWindow zoomed(const EventWindow& window, std::size_t events, std::size_t about,
                   double factor) {
  if (events == 0 || !(factor > 0)) return {0, 0};
  const double wanted = static_cast<double>(window.count) / factor;
  const auto count = static_cast<std::size_t>(std::clamp(wanted, 1.0, static_cast<double>(events)));
  const double offset = static_cast<double>(about) - static_cast<double>(window.first);
  const double first =
      static_cast<double>(about) - offset * static_cast<double>(count) /
                                       static_cast<double>(std::max<std::size_t>(window.count, 1));
  const auto last_first = static_cast<double>(events - count);
  return {static_cast<std::size_t>(std::clamp(std::round(first), 0.0, last_first)), count};
}

float EventTimelineLayout::x_of(std::size_t event) const {
  const double position = (static_cast<double>(event) - static_cast<double>(window.first) + 0.5) /
                          static_cast<double>(std::max<std::size_t>(window.count, 1));
  return area.x + static_cast<float>(position * area.width);
}

std::size_t EventTimelineLayout::event_at(float x) const {
  if (window.count == 0 || area.width <= 0) return window.first;
  const double position =
      static_cast<double>(x - area.x) / area.width * static_cast<double>(window.count);
  const double last = static_cast<double>(window.count - 1);
  return window.first + static_cast<std::size_t>(std::clamp(std::floor(position), 0.0, last));
}

EventTimelineLayout event_timeline_layout(const EventTimeline& model, const EventWindow& window,
                                          Size size, const Style& style) {
  EventTimelineLayout layout;
  layout.window.first = std::min(window.first, model.size());
  layout.window.count = std::min(window.count, model.size() - layout.window.first);
  const float label = label_size(style);
  const float left = std::max(style.measure(phrases::warp.in(style.language), label, false),
                              style.measure("1023", label, false)) +
                     style.text_size * 0.5f;
  const float width = std::max(1.0f, size.width - left);
  const float strip = label * 0.6f;
  layout.conflicts = {left, 0, width, strip};
  layout.barriers = {left, strip + 1, width, strip};
  const float top = 2 * strip + 3;
  const float axis = size.height > label * 7 && width > label * 20 ? label * 1.5f : 0;
  layout.row_height = std::min(
      std::max(1.0f, size.height - top - axis) / static_cast<float>(std::max(model.warps, 1u)),
      style.text_size * 2);
  layout.area = {left, top, width, layout.row_height * static_cast<float>(model.warps)};
  layout.axis = {left, top + layout.area.height, width, axis};
  return layout;
}

DrawList event_timeline_base(const EventTimeline& model, const EventTimelineLayout& layout,
                             Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  if (layout.window.count == 0 || model.warps == 0) return list;
  const Bins bins = bins_for(layout);
  list.grids.push_back(warp_cells(model, layout, bins, style));
  list.grids.push_back(strip_cells(layout.conflicts, model.conflict, bins, style, true));
  list.grids.push_back(strip_cells(layout.barriers, model.barrier, bins, style, false));
  paint_blocks(list, model, layout, style);
  paint_labels(list, model, layout, style);
  paint_axis(list, layout, style);
  return list;
}

DrawList event_timeline_cursor(const EventTimeline& model, const EventTimelineLayout& layout,
                               std::size_t event, Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  if (event >= model.size() || !contains(layout.window, event)) return list;
  const Color color = theme(style.theme).highlight;
  const float x = layout.x_of(event);
  list.lines.push_back({x, layout.conflicts.y, x, layout.area.y + layout.area.height, color, 1});
  const float width = std::clamp(layout.area.width / static_cast<float>(layout.window.count), 3.0f,
                                 layout.area.width);
  const float left =
      std::clamp(x - width / 2, layout.area.x, layout.area.x + layout.area.width - width);
  const float y = layout.area.y + static_cast<float>(model.warp[event]) * layout.row_height;
  list.rectangles.push_back({left,
                             y,
                             width,
                             layout.row_height,
                             0,
                             color,
                             2,
                             0,
                             {MarkId::Kind::event, static_cast<std::uint32_t>(event), 0}});
  return list;
}

}  // namespace warplens::scene
