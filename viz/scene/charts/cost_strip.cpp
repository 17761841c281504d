#include "viz/scene/charts/cost_strip.h"

#include <algorithm>
#include <cmath>

namespace warplens::scene {
namespace {

// The height of a bar relative to the strip, by how many times the best case an event costs; 0: no
// cost.
float bar_share(std::uint8_t ways) {
  constexpr float kNoCost = 0.2f, kBestCase = 0.36f, kDeepest = 32;
  if (ways == 0) return kNoCost;
  const float depth = std::log2(std::min(static_cast<float>(ways), kDeepest)) / std::log2(kDeepest);
  return kBestCase + (1 - kBestCase) * depth;
}

std::vector<std::uint8_t> dearest(const CostStrip& strip, std::size_t bars) {
  std::vector<std::uint8_t> ways(bars);
  for (std::size_t place = 0; place < strip.count; ++place) {
    std::uint8_t& bar = ways[place * bars / strip.count];
    bar = std::max(bar, strip.model->ways[strip.event_at(place)]);
  }
  return ways;
}

}  // namespace

DrawList cost_strip(const CostStrip& strip, Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const Theme& colors = theme(style.theme);
  list.rectangles.push_back({0, size.height - 1, size.width, 1, colors.grid, 0, 1, 0, {}});
  const auto pixels = static_cast<std::size_t>(std::max(size.width / 2, 1.0f));
  const std::size_t bars = std::min(strip.count, pixels);
  const std::vector<std::uint8_t> ways =
      bars == 0 ? std::vector<std::uint8_t>() : dearest(strip, bars);
  const float step = size.width / static_cast<float>(std::max<std::size_t>(bars, 1));
  const float gap = step > 4 ? 1.0f : 0.0f;
  for (std::size_t i = 0; i < bars; ++i) {
    const float height = size.height * bar_share(ways[i]);
    const Color color = ways[i] == 0 ? colors.muted_text : depth_color(ways[i], style.theme);
    list.rectangles.push_back({static_cast<float>(i) * step,
                               size.height - height,
                               std::max(step - gap, 1.0f),
                               height,
                               color,
                               0,
                               1,
                               0,
                               {MarkId::Kind::event, static_cast<std::uint32_t>(i), 0}});
  }
  return list;
}

DrawList cost_strip_cursor(std::size_t count, std::size_t place, Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  if (count == 0) return list;
  const float width = std::max(size.width / static_cast<float>(count), 3.0f);
  const float middle = (static_cast<float>(std::min(place, count - 1)) + 0.5f) * size.width /
                       static_cast<float>(count);
  const float left = std::clamp(middle - width / 2, 0.0f, std::max(size.width - width, 0.0f));
  list.rectangles.push_back(
      {left, 0, width, size.height, 0, theme(style.theme).highlight, 2, 0, {}});
  return list;
}

std::size_t strip_place(std::size_t count, float width, float x) {
  if (count == 0 || width <= 0) return 0;
  const float share = std::clamp(x / width, 0.0f, 1.0f);
  return std::min(static_cast<std::size_t>(share * static_cast<float>(count)), count - 1);
}

}  // namespace warplens::scene
