#include "viz/scene/access/sector_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warplens::scene {
namespace {

constexpr float kSmallestSector = 4;   // pixels
constexpr float kHighestSector = 5;    // times the text
constexpr float kHighestShare = 0.3f;  // of its width, where that is more

struct RowShape {
  float label = 0, smallest = 0, space = 0;  // heights: label, lowest box, space below it
  [[nodiscard]] float least() const { return label + smallest + space; }
};

struct Widths {
  float gap = 0;    // where bytes are left out
  float space = 0;  // between lines that follow each other
};

float after(const SectorGroup& group, bool last, const Widths& widths) {
  if (last) return 0;
  return group.gap > 0 ? widths.gap : widths.space;
}

// Calls put(group, x, row) for every group; returns the number of rows.
template <class Put>
std::size_t flow(const SectorGroups& strip, float sector, float width, const Widths& widths,
                 Put put) {
  constexpr float kSlack = 0.01f;
  std::size_t row = 0;
  float x = 0;
  for (std::size_t i = 0; i < strip.groups.size(); ++i) {
    const SectorGroup& group = strip.groups[i];
    const float own = static_cast<float>(group.count) * sector;
    const float next = after(group, i + 1 == strip.groups.size(), widths);
    // A space at a row's end may hang over; a gap with its label may not.
    const float needed = own + (group.gap > 0 ? next : 0);
    if (x > 0 && x + needed > width + kSlack) {
      x = 0;
      ++row;
    }
    put(i, x, row);
    x += own + next;
  }
  return row + 1;
}

std::size_t rows_at(const SectorGroups& strip, float sector, float width, const Widths& widths) {
  return flow(strip, sector, width, widths, [](std::size_t, float, std::size_t) {});
}

// The widest sectors that need no more than `rows` rows; 0 when there are none.
float widest_sector(const SectorGroups& strip, float width, const Widths& widths,
                    std::size_t rows) {
  float most = width / kLineBytes * analysis::kSectorBytes;
  for (const SectorGroup& group : strip.groups)
    if (group.gap > 0)
      most = std::min(most, (width - widths.gap) / static_cast<float>(group.count));
  if (rows == 0 || most < kSmallestSector) return 0;
  if (rows_at(strip, most, width, widths) <= rows) return most;
  float low = kSmallestSector;
  if (rows_at(strip, low, width, widths) > rows) return 0;
  while (most - low > 0.25f) {
    const float middle = (low + most) / 2;
    (rows_at(strip, middle, width, widths) <= rows ? low : most) = middle;
  }
  return low;
}

Widths widths_with_labels(const SectorGroups& strip, const Style& style, float label_size) {
  Widths widths{0, style.text_size * 0.5f};
  for (const SectorGroup& group : strip.groups)
    if (group.gap > 0)
      widths.gap = std::max(widths.gap, style.measure(gap_label(group.gap), label_size, false));
  widths.gap += style.text_size * 0.8f;
  return widths;
}

SectorFlow placed(const SectorGroups& strip, const Box& room, const Style& style, float sector,
                  const Widths& widths, const RowShape& shape) {
  SectorFlow result;
  result.sector_width = sector;
  const std::size_t rows = rows_at(strip, sector, room.width, widths);
  const float row_height = room.height / static_cast<float>(rows);
  const float height = std::min(
      row_height - shape.label - shape.space,
      std::max({style.text_size * kHighestSector, shape.smallest, sector * kHighestShare}));
  const float step = shape.label + height + shape.space;
  std::size_t last_row = rows;
  flow(strip, sector, room.width, widths, [&](std::size_t i, float x, std::size_t row) {
    const SectorGroup& group = strip.groups[i];
    const float top = room.y + static_cast<float>(row) * step;
    const float own = static_cast<float>(group.count) * sector;
    GroupPlace place;
    place.sectors = {room.x + x, top + shape.label, own, height};
    place.gap = {room.x + x + own, top + shape.label, group.gap > 0 ? widths.gap : 0, height};
    place.label = {room.x + x, top, own + place.gap.width, shape.label};
    place.starts_row = row != last_row;
    last_row = row;
    result.places.push_back(place);
  });
  return result;
}

}  // namespace

std::string gap_label(std::uint64_t bytes) {
  constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 100'000 && unit + 1 < kUnits.size(); ++unit) amount /= 1024;
  return fmt::format("{:.0f} {}", amount, kUnits[unit]);
}

SectorFlow sector_flow(const SectorGroups& strip, const Box& room, const Style& style) {
  const float label = label_size(style);
  const float text = style.text_size;
  const std::array shapes{RowShape{label * 1.25f, text * 1.4f, text * 0.4f},
                          RowShape{label * 1.3f, text * 0.6f, 2}, RowShape{0, 6, 2}};
  const Widths wide = widths_with_labels(strip, style, label);
  const Widths narrow{text * 0.7f, std::min(text * 0.5f, 4.0f)};
  for (const RowShape& shape : shapes) {
    const auto rows = static_cast<std::size_t>(std::max(0.0f, room.height) / shape.least());
    const float with_labels = widest_sector(strip, room.width, wide, rows);
    const bool roomy = with_labels >= std::max(wide.gap * 0.6f, text * 2);
    const Widths& widths = roomy ? wide : narrow;
    const float sector = roomy ? with_labels : widest_sector(strip, room.width, narrow, rows);
    const bool enough = sector >= text * 1.2f || (shape.label == 0 && sector > 0);
    if (!enough) continue;
    SectorFlow result = placed(strip, room, style, sector, widths, shape);
    result.gaps_have_labels = roomy;
    return result;
  }
  return {};
}

}  // namespace warplens::scene
