#include "viz/scene/element_colors.h"

#include <algorithm>

#include "viz/scene/elements.h"

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

Color color_of(const trace::Trace& trace, const trace::EventView& event, std::size_t position,
               std::uint32_t lane, ColorBy by) {
  const auto threads =
      static_cast<float>(std::max<std::uint64_t>(trace.launch.block.count(), 2) - 1);
  const auto events = static_cast<float>(std::max<std::size_t>(trace.events.size(), 2) - 1);
  switch (by) {
    case ColorBy::warp:
      return warp_color(std::uint64_t{event.block} * trace.launch.warps_per_block() + event.warp);
    case ColorBy::lane:
      return lane_color(lane);
    case ColorBy::thread:
      return ramp_color(static_cast<float>(event.warp * kWarpSize + lane) / threads);
    case ColorBy::time:
      return ramp_color(static_cast<float>(position) / events);
  }
  return 0;
}

}  // namespace

Color ElementColors::at(std::uint64_t row, std::uint64_t column) const {
  if (row >= rows || column >= columns) return 0;
  return colors[row / step * squares(columns, step) + column / step];
}

ElementColors element_colors(const trace::Trace& trace, const trace::Buffer& buffer, ColorBy by) {
  ElementColors result{buffer.rows, buffer.columns, choose_step(buffer), {}};
  const std::uint64_t across = squares(buffer.columns, result.step);
  result.colors.resize(squares(buffer.rows, result.step) * across);
  for (std::size_t position = 0; position < trace.events.size(); ++position) {
    const trace::Site& site = trace.sites[trace.events.site(position)];
    if (!touches_global(site)) continue;
    const trace::EventView event = trace.events.view(position);
    for (const ElementTouch& touch : touched_elements(site, event, buffer)) {
      Color& color = result.colors[touch.row / result.step * across + touch.column / result.step];
      if (color == 0) color = color_of(trace, event, position, touch.lane, by);
    }
  }
  return result;
}

}  // namespace warplens::scene
