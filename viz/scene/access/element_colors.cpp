#include "viz/scene/access/element_colors.h"

#include <algorithm>

#include "viz/scene/access/elements.h"

namespace warplens::scene {
namespace {

constexpr std::uint64_t kMostSquares = std::uint64_t{1} << 22;  // 16 MiB of colours

std::uint64_t squares(std::uint64_t elements, std::uint64_t step) {
  return (elements + step - 1) / step;
}

std::uint32_t choose_step(const trace::Buffer& buffer) {
  std::uint32_t step = 1;
  while (step < (1u << 30) && buffer.rows != 0 &&
         squares(buffer.columns, step) > kMostSquares / squares(buffer.rows, step))
    step *= 2;
  return step;
}

// State that colours of one kind share, computed once.
class Coloring {
 public:
  Coloring(const trace::Trace& trace, ColorBy by)
      : trace_(trace),
        by_(by),
        warps_per_block_(trace.launch.warps_per_block()),
        last_thread_(last_of(trace.launch.block.count())),
        last_event_(last_of(trace.events.size())) {}

  [[nodiscard]] Color of(std::uint32_t event, std::uint32_t lane) const {
    const std::uint32_t warp = trace_.events.warp(event);
    switch (by_) {
      case ColorBy::warp:
        return warp_color(warp_of(event));
      case ColorBy::lane:
        return lane_color(lane);
      case ColorBy::thread:
        return ramp_color(static_cast<float>(warp * kWarpSize + lane) / last_thread_);
      case ColorBy::time:
        return ramp_color(static_cast<float>(event) / last_event_);
    }
    return 0;
  }

  // The number of the warp in the grid, or of the lane; kNone by thread and by time.
  [[nodiscard]] std::uint32_t number(std::uint32_t event, std::uint32_t lane) const {
    if (by_ == ColorBy::warp) return static_cast<std::uint32_t>(warp_of(event));
    return by_ == ColorBy::lane ? lane : ElementColors::kNone;
  }

 private:
  [[nodiscard]] std::uint64_t warp_of(std::uint32_t event) const {
    return std::uint64_t{trace_.events.block(event)} * warps_per_block_ + trace_.events.warp(event);
  }
  static float last_of(std::uint64_t count) {
    return static_cast<float>(std::max<std::uint64_t>(count, 2) - 1);
  }

  const trace::Trace& trace_;
  ColorBy by_;
  std::uint32_t warps_per_block_;
  float last_thread_, last_event_;
};

}  // namespace

Color ElementColors::at(std::uint64_t row, std::uint64_t column) const {
  if (row >= rows || column >= columns) return 0;
  return colors[row / step * squares(columns, step) + column / step];
}

std::uint32_t ElementColors::number_at(std::uint64_t row, std::uint64_t column) const {
  if (row >= rows || column >= columns || numbers.empty()) return kNone;
  return numbers[row / step * squares(columns, step) + column / step];
}

FirstTouches::Touch FirstTouches::at(std::uint64_t row, std::uint64_t column) const {
  if (row >= rows || column >= columns) return {};
  const std::uint64_t square = row / step * squares(columns, step) + column / step;
  return {events[square], lanes[square]};
}

FirstTouches first_touches(const trace::Trace& trace, const trace::Buffer& buffer) {
  FirstTouches first{buffer.rows, buffer.columns, choose_step(buffer), {}, {}};
  const std::uint64_t across = squares(buffer.columns, first.step);
  first.events.resize(squares(buffer.rows, first.step) * across, FirstTouches::kNone);
  first.lanes.resize(first.events.size());
  for (std::uint32_t position = 0; position < trace.events.size(); ++position) {
    const trace::Site& site = trace.sites[trace.events.site(position)];
    if (!touches_global(site)) continue;
    const trace::EventView event = trace.events.view(position);
    for (const ElementTouch& touch : touched_elements(site, event, buffer)) {
      const std::uint64_t square = touch.row / first.step * across + touch.column / first.step;
      if (first.events[square] != FirstTouches::kNone) continue;
      first.events[square] = position;
      first.lanes[square] = static_cast<std::uint8_t>(touch.lane);
    }
  }
  return first;
}

ElementColors element_colors(const trace::Trace& trace, const FirstTouches& touches, ColorBy by) {
  ElementColors result{touches.rows, touches.columns, touches.step, {}, {}};
  result.colors.resize(touches.events.size());
  const bool is_numbered = by == ColorBy::warp || by == ColorBy::lane;
  if (is_numbered) result.numbers.resize(touches.events.size(), ElementColors::kNone);
  const Coloring coloring(trace, by);
  for (std::size_t square = 0; square < touches.events.size(); ++square) {
    const std::uint32_t event = touches.events[square];
    if (event == FirstTouches::kNone) continue;
    result.colors[square] = coloring.of(event, touches.lanes[square]);
    if (is_numbered) result.numbers[square] = coloring.number(event, touches.lanes[square]);
  }
  return result;
}

}  // namespace warplens::scene
