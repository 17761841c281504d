#include "viz/scene/access/bank_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/analysis/access_cost.h"
#include "viz/scene/draw/palette.h"

namespace warplens::scene {

DrawList bank_columns(const std::optional<ToldLane>& told, Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const Theme& colors = theme(style.theme);
  const float label = std::max(style.text_size * 0.8f, style.smallest_text);
  const float top = label * 1.6f;
  const float width = size.width / analysis::kBanks;
  if (size.height < top * 2 || width < 2) return list;
  const float widest = style.measure("31", label, false) * 1.2f;
  const std::uint64_t step = label_step(width, widest);
  for (std::uint32_t bank = 0; bank < analysis::kBanks; ++bank) {
    const float x = static_cast<float>(bank) * width;
    list.rectangles.push_back({x + 1,
                               top,
                               width - 2,
                               size.height - top,
                               colors.cell,
                               colors.grid,
                               1,
                               2,
                               {MarkId::Kind::bank, bank, 0}});
    if (bank % step != 0) continue;
    const float room = std::max(width, widest);
    const float left = std::clamp(x + (width - room) / 2, 0.0f, size.width - room);
    put_text(list, {left, 0, room, top}, fmt::format("{}", bank), label,
             {.align = Text::Align::center, .color = colors.muted_text});
  }
  if (!told) return list;
  const float side = std::min(width - 2, style.text_size * 2);
  const Box mark{static_cast<float>(told->bank) * width + (width - side) / 2, top + 2, side, side};
  const Color fill = lane_color(told->lane);
  list.rectangles.push_back({mark.x,
                             mark.y,
                             mark.width,
                             mark.height,
                             fill,
                             0,
                             1,
                             3,
                             {MarkId::Kind::lane, told->lane, told->bank}});
  add_text(list, style, mark, {fmt::format("{}", told->lane)},
           {.align = Text::Align::center, .color = text_on(fill)});
  return list;
}

}  // namespace warplens::scene
