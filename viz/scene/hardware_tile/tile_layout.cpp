#include "viz/scene/hardware_tile/tile_layout.h"

#include <algorithm>

namespace warplens::scene {
namespace {

using hardware_tile::kLineBytes;
using hardware_tile::kUnitBytes;
using hardware_tile::kUnitsOfLine;
using hardware_tile::TileMoment;

constexpr float kWordsOfText = 34;    // the width of the words' column, in text sizes
constexpr float kWideOfText = 78;     // a view: its words stand at the right
constexpr float kLinesBelow = 7;      // of words, where they stand below
constexpr float kHighOfText = 34;     // a view: it has room for them
constexpr float kLowOfText = 16;      // a view: without the line of a unit
constexpr float kTallestCell = 2.3f;  // in text sizes
constexpr float kWidestCell = 6.5f;   // the same; twice in the overlay
constexpr float kLineOfText = 1.5f;
constexpr const char* kWidestLabel = "63,7";

float least_height(const Style& style) { return style.text_size * 1.35f; }

float margin_of(const Style& style) {
  return style.measure("0x00000 7 ", label_size(style), false) + style.text_size * 0.4f;
}

std::vector<TileShow> shown_grids(const TileLook& look, float width, const Style& style) {
  const float narrow = style.measure(kWidestLabel, smallest_mark(style), false);
  const bool has_room_for_two = width >= (narrow + 4) * 2 * kUnitsOfLine;
  if (look.show == TileShow::both && has_room_for_two) return {TileShow::written, TileShow::read};
  return {look.show == TileShow::both ? TileShow::overlay : look.show};
}

// Parts the view between grids and words.
struct TileRoom {
  Box grids, words, phrase;
};
TileRoom room_of(Size size, float top, const Style& style) {
  const float text = style.text_size;
  const Box all{text * 0.5f, top, size.width - text, size.height - top - text * 0.5f};
  if (size.width >= text * kWideOfText) {
    const float words = std::max(text * kWordsOfText, size.width * 0.32f);
    const float gap = text * 1.5f;
    return {{all.x, all.y, all.width - words - gap, all.height},
            {all.x + all.width - words, all.y, words, all.height},
            {}};
  }
  if (size.height < text * kHighOfText) {
    const float line = size.height < text * kLowOfText ? 0 : text * kLineOfText;
    return {{all.x, all.y, all.width, all.height - line},
            {},
            {all.x, all.y + all.height - line, all.width, line}};
  }
  const float words = text * kLineOfText * kLinesBelow;
  return {{all.x, all.y, all.width, all.height - words - text},
          {all.x, all.y + all.height - words, all.width, words},
          {}};
}

}  // namespace

TileLayout tile_layout(const TileMoment& moment, const TileLook& look, Size size,
                       const Style& style) {
  TileLayout layout;
  const float text = style.text_size;
  layout.verdict = {text * 0.5f, 0, std::max(size.width - text, 0.0f), text * 1.8f};
  layout.title = text * kLineOfText;
  layout.margin = margin_of(style);
  const TileRoom room = room_of(size, layout.verdict.height, style);
  layout.words = room.words;
  layout.phrase = room.phrase;
  const float width = room.grids.width - layout.margin;
  const float height = room.grids.height - 2 * layout.title;
  if (width < text * 4 || height < least_height(style)) return layout;
  const auto shown = shown_grids(look, width, style);
  const auto count = static_cast<float>(shown.size());
  const float gap = text * 1.5f;
  const float widest = text * kWidestCell * (shown[0] == TileShow::overlay ? 2 : 1);
  const float cell_width = std::min((width - gap * (count - 1)) / count / kUnitsOfLine, widest);
  const auto all = static_cast<std::uint32_t>(moment.lines.size());
  const auto most = static_cast<std::uint32_t>(std::max(height / least_height(style), 1.0f));
  layout.lines = std::min(all, most);
  layout.first = std::min(look.first_line, all - layout.lines);
  const float cell_height =
      std::min(height / static_cast<float>(std::max(layout.lines, 1u)), text * kTallestCell);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const float x =
        room.grids.x + layout.margin + static_cast<float>(i) * (cell_width * kUnitsOfLine + gap);
    layout.grids.push_back({shown[i],
                            {x, room.grids.y + 2 * layout.title, cell_width * kUnitsOfLine,
                             cell_height * static_cast<float>(layout.lines)},
                            cell_width,
                            cell_height});
  }
  return layout;
}

std::optional<std::uint64_t> unit_at(const TileMoment& moment, const TileLayout& layout, float x,
                                     float y) {
  for (const TileGrid& grid : layout.grids) {
    const float across = x - grid.box.x, down = y - grid.box.y;
    if (across < 0 || down < 0 || across >= grid.box.width || down >= grid.box.height) continue;
    const auto line = static_cast<std::uint32_t>(down / grid.cell_height);
    const auto unit = static_cast<std::uint64_t>(across / grid.cell_width);
    if (line >= layout.lines || unit >= kUnitsOfLine) continue;
    return moment.lines[layout.first + line] + unit * kUnitBytes;
  }
  return std::nullopt;
}

TileLook brought_into_sight(const TileMoment& moment, TileLook look, Size size,
                            const Style& style) {
  const TileLayout layout = tile_layout(moment, look, size, style);
  look.first_line = layout.first;
  if (!look.mark || layout.lines == 0) return look;
  const auto found = std::ranges::find(moment.lines, *look.mark / kLineBytes * kLineBytes);
  if (found == moment.lines.end()) return look;
  const auto line = static_cast<std::uint32_t>(found - moment.lines.begin());
  if (line < layout.first) look.first_line = line;
  if (line >= layout.first + layout.lines) look.first_line = line + 1 - layout.lines;
  return look;
}

}  // namespace warplens::scene
