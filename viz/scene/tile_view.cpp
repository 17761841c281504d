#include "viz/scene/tile_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warplens::scene {
namespace {

constexpr float kOutlinedCell = 14;  // pixels
constexpr float kWidestCell = 2.4f;  // times its height: room for a number on a wide stage

struct Tile {
  DrawList list;
  std::uint64_t first_word = 0, words = 0, rows = 0;
  std::uint32_t pitch = 1, columns = 1;
  float left = 0, top = 0, cell_width = 0, cell_height = 0, label_size = 0;

  [[nodiscard]] Box box(std::uint64_t word) const {
    const std::uint64_t index = word - first_word;
    return {left + static_cast<float>(index % pitch) * cell_width,
            top + static_cast<float>(index / pitch) * cell_height, cell_width, cell_height};
  }
};

Tile lay_out(const trace::SharedArray& array, const TileShape& shape, Size size,
             const Style& style) {
  Tile tile;
  tile.list.width = size.width;
  tile.list.height = size.height;
  tile.pitch = std::max<std::uint32_t>(shape.pitch, 1);
  tile.columns = std::min(shape.columns, tile.pitch);
  tile.first_word = array.offset / analysis::kBankBytes;
  tile.words = array.bytes / analysis::kBankBytes;
  tile.rows = (tile.words + tile.pitch - 1) / tile.pitch;
  tile.label_size = std::max(style.text_size * 0.8f, style.smallest_text);
  tile.left =
      style.measure(fmt::format("{}", tile.rows), tile.label_size, false) + style.text_size * 0.6f;
  tile.top = tile.label_size * 1.5f;
  if (tile.rows == 0) return tile;
  const float width = (size.width - tile.left) / static_cast<float>(tile.pitch);
  const float height = (size.height - tile.top) / static_cast<float>(tile.rows);
  tile.cell_width = std::min(width, height * kWidestCell);
  tile.cell_height = std::min(width, height);
  return tile;
}

// A tint of the bank's place in the row of 32: columns that share a bank share a tint.
Color bank_tint(std::uint64_t bank, const Theme& colors) {
  return mix(colors.background, lane_color(static_cast<std::uint32_t>(bank)), 0.3f);
}

void paint_cells(Tile& tile, const Theme& colors, TileCells cells) {
  CellGrid grid{tile.left,
                tile.top,
                tile.cell_width,
                tile.cell_height,
                tile.pitch,
                static_cast<std::uint32_t>(tile.rows),
                {}};
  grid.colors.reserve(tile.rows * tile.pitch);
  for (std::uint64_t i = 0; i < tile.rows * tile.pitch; ++i)
    grid.colors.push_back(i >= tile.words ? colors.outside
                          : cells == TileCells::plain
                              ? colors.cell
                              : bank_tint((tile.first_word + i) % analysis::kBanks, colors));
  tile.list.grids.push_back(std::move(grid));
}

void hatch(DrawList& list, const Box& box, Color color) {
  list.lines.push_back({box.x, box.y + box.height, box.x + box.width, box.y, color, 1});
  list.lines.push_back({box.x, box.y + box.height / 2, box.x + box.width / 2, box.y, color, 1});
  list.lines.push_back({box.x + box.width / 2, box.y + box.height, box.x + box.width,
                        box.y + box.height / 2, color, 1});
}

void paint_padding(Tile& tile, const Theme& colors) {
  for (std::uint64_t row = 0; row < tile.rows; ++row)
    for (std::uint64_t column = tile.columns; column < tile.pitch; ++column)
      if (row * tile.pitch + column < tile.words)
        hatch(tile.list, tile.box(tile.first_word + row * tile.pitch + column), colors.padding);
}

void paint_labels(Tile& tile, const Style& style) {
  const Color color = theme(style.theme).muted_text;
  const float widest = style.measure(fmt::format("{}", tile.pitch), tile.label_size, false);
  const std::uint64_t apart = label_step(tile.cell_width, widest * 1.3);
  for (std::uint64_t column = 0; column < tile.pitch; column += apart) {
    const float x = tile.left + static_cast<float>(column) * tile.cell_width;
    if (x + (tile.cell_width + widest) / 2 > tile.list.width) break;
    put_text(tile.list, {x, 0, tile.cell_width, tile.top}, fmt::format("{}", column),
             tile.label_size, {.align = Text::Align::center, .color = color});
  }
  const std::uint64_t step = label_step(tile.cell_height, tile.label_size * 1.2);
  for (std::uint64_t row = 0; row < tile.rows; row += step) {
    const float height = std::max(tile.cell_height, tile.label_size);
    const float y = tile.top + static_cast<float>(row) * tile.cell_height;
    if (y + height > tile.list.height) break;
    put_text(tile.list, {0, y, tile.left - style.text_size * 0.3f, height}, fmt::format("{}", row),
             tile.label_size, {.align = Text::Align::right, .color = color});
  }
}

// The words that the event wants in this array, all groups together.
std::vector<WordUse> lit_words(const Tile& tile, const SharedAccess& access) {
  std::vector<WordUse> lit;
  for (const WordUse& use : access.words)
    if (use.word >= tile.first_word && use.word - tile.first_word < tile.words) lit.push_back(use);
  std::stable_sort(lit.begin(), lit.end(),
                   [](const WordUse& a, const WordUse& b) { return a.word < b.word; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < lit.size(); ++i) {
    if (kept > 0 && lit[kept - 1].word == lit[i].word)
      lit[kept - 1].lanes |= lit[i].lanes;
    else
      lit[kept++] = lit[i];
  }
  lit.resize(kept);
  return lit;
}

void paint_lit(Tile& tile, const SharedAccess& access, const std::vector<WordUse>& lit,
               const Style& style, TileCells cells) {
  for (const WordUse& use : lit) {
    const Box box = tile.box(use.word);
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(use.lanes));
    const Color fill = lane_color(lane);
    const Color edge = cells == TileCells::banks && access.depth(use) > 1
                           ? theme(style.theme).conflict
                           : theme(style.theme).highlight;
    // An outline would hide a small cell's colour.
    const Color outline = tile.cell_height < kOutlinedCell ? 0 : edge;
    tile.list.rectangles.push_back(
        {box.x,
         box.y,
         box.width,
         box.height,
         fill,
         outline,
         1.5f,
         0,
         {MarkId::Kind::word, static_cast<std::uint32_t>(use.word), use.lanes}});
    const bool one = std::has_single_bit(use.lanes);
    const float size =
        fitting_size(style, one ? "31" : "×32", {tile.cell_width - 1, tile.cell_height});
    if (size > 0)
      put_text(tile.list, box,
               one ? fmt::format("{}", lane) : fmt::format("×{}", std::popcount(use.lanes)), size,
               {.align = Text::Align::center, .color = text_on(fill)});
  }
}

void paint_bank_numbers(Tile& tile, const std::vector<WordUse>& lit, const Style& style) {
  const float size = fitting_size(style, "31", {tile.cell_width * 0.85f, tile.cell_height});
  if (size == 0) return;
  auto next = lit.begin();
  for (std::uint64_t word = tile.first_word; word < tile.first_word + tile.words; ++word) {
    if (next != lit.end() && next->word == word) {
      ++next;
      continue;
    }
    put_text(tile.list, tile.box(word), fmt::format("{}", word % analysis::kBanks), size,
             {.align = Text::Align::center, .color = theme(style.theme).muted_text});
  }
}

}  // namespace

DrawList tile_view(const trace::SharedArray& array, const TileShape& shape,
                   const SharedAccess& access, Size size, const Style& style, TileCells cells) {
  Tile tile = lay_out(array, shape, size, style);
  if (std::min(tile.cell_width, tile.cell_height) < 1) return std::move(tile.list);
  const Theme& colors = theme(style.theme);
  paint_cells(tile, colors, cells);
  paint_padding(tile, colors);
  paint_labels(tile, style);
  const std::vector<WordUse> lit = lit_words(tile, access);
  paint_lit(tile, access, lit, style, cells);
  if (cells == TileCells::banks) paint_bank_numbers(tile, lit, style);
  return std::move(tile.list);
}

}  // namespace warplens::scene
