#include "viz/scene/access/tile_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warplens::scene {
namespace {

constexpr float kOutlinedCell = 14;    // pixels
constexpr float kWidestCell = 2.4f;    // times its height: room for a number on a wide stage
constexpr float kHighestTileCell = 2;  // times its width: few rows still fill the stage

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
  tile.label_size = label_size(style);
  tile.left =
      style.measure(fmt::format("{}", tile.rows), tile.label_size, false) + style.text_size * 0.6f;
  tile.top = tile.label_size * 1.5f;
  if (tile.rows == 0) return tile;
  const float width = (size.width - tile.left) / static_cast<float>(tile.pitch);
  const float height = (size.height - tile.top) / static_cast<float>(tile.rows);
  tile.cell_width = std::min(width, height * kWidestCell);
  tile.cell_height = std::min(width * kHighestTileCell, height);
  return tile;
}

// A tint of the bank's place in the row of 32, behind its number: words of a bank share a tint.
Color bank_tint(std::uint64_t bank, const Theme& colors) {
  return mix(colors.background, lane_color(static_cast<std::uint32_t>(bank)), 0.3f);
}

// The text size of a bank's number; 0 if it does not fit.
float bank_number_size(const Tile& tile, const Style& style) {
  return fitting_mark(style, "31", {tile.cell_width * 0.85f, tile.cell_height});
}

void paint_cells(Tile& tile, const Style& style, TileCells cells) {
  const Theme& colors = theme(style.theme);
  const bool is_plain = cells == TileCells::plain || bank_number_size(tile, style) == 0;
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
                          : is_plain      ? colors.cell
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

// A word of the array that the event wants, all groups together.
struct LitWord {
  std::uint64_t word = 0;
  std::uint32_t lanes = 0;
  bool in_conflict = false;
  bool is_served = true;
};

std::vector<LitWord> lit_words(const Tile& tile, const analysis::SharedBreakdown& access,
                               const Motion* motion) {
  std::vector<LitWord> lit;
  for (std::size_t i = 0; i < access.words.size(); ++i) {
    const analysis::WordUse& use = access.words[i];
    if (use.word < tile.first_word || use.word - tile.first_word >= tile.words) continue;
    const bool is_served = motion == nullptr || i >= motion->service.words.size() ||
                           motion->progress(last_pass(motion->service.words[i], use)) >= 1;
    lit.push_back({use.word, use.lanes, access.depth(use) > 1, is_served});
  }
  std::ranges::stable_sort(lit, {}, &LitWord::word);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < lit.size(); ++i) {
    if (kept == 0 || lit[kept - 1].word != lit[i].word) {
      lit[kept++] = lit[i];
      continue;
    }
    LitWord& same = lit[kept - 1];
    same.lanes |= lit[i].lanes;
    same.in_conflict |= lit[i].in_conflict;
    same.is_served &= lit[i].is_served;
  }
  lit.resize(kept);
  return lit;
}

void paint_lit(Tile& tile, const LitWord& lit, const Style& style, TileCells cells) {
  const Theme& colors = theme(style.theme);
  const Box box = tile.box(lit.word);
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(lit.lanes));
  const Color fill =
      lit.is_served ? lane_color(lane) : waiting_color(lane_color(lane), style.theme);
  const Color edge =
      cells == TileCells::banks && lit.in_conflict ? colors.conflict : colors.highlight;
  // An outline would hide a small cell's colour.
  const Color outline = tile.cell_height < kOutlinedCell || !lit.is_served ? 0 : edge;
  tile.list.rectangles.push_back(
      {box.x,
       box.y,
       box.width,
       box.height,
       fill,
       outline,
       1.5f,
       0,
       {MarkId::Kind::word, static_cast<std::uint32_t>(lit.word), lit.lanes}});
  const bool one = std::has_single_bit(lit.lanes);
  const float size =
      fitting_mark(style, one ? "31" : "×32", {tile.cell_width - 1, tile.cell_height});
  if (size > 0)
    put_text(tile.list, box,
             one ? fmt::format("{}", lane) : fmt::format("×{}", std::popcount(lit.lanes)), size,
             {.align = Text::Align::center, .color = text_on(fill), .in_cell = true});
}

void paint_bank_numbers(Tile& tile, const std::vector<LitWord>& lit, const Style& style) {
  const float size = bank_number_size(tile, style);
  auto next = lit.begin();
  for (std::uint64_t word = tile.first_word; word < tile.first_word + tile.words; ++word) {
    if (next != lit.end() && next->word == word) {
      ++next;
      continue;
    }
    put_text(
        tile.list, tile.box(word), fmt::format("{}", word % analysis::kBanks), size,
        {.align = Text::Align::center, .color = theme(style.theme).muted_text, .in_cell = true});
  }
}

// Draws a line before each word of bank 0, for tiles in which no number fits.
void paint_first_banks(Tile& tile, const Style& style) {
  for (std::uint64_t word = tile.first_word; word < tile.first_word + tile.words; ++word) {
    if (word % analysis::kBanks != 0) continue;
    const Box box = tile.box(word);
    tile.list.lines.push_back(
        {box.x, box.y, box.x, box.y + box.height, theme(style.theme).muted_text, 1});
  }
}

void paint_banks(Tile& tile, const std::vector<LitWord>& lit, const Style& style) {
  if (bank_number_size(tile, style) > 0) {
    paint_bank_numbers(tile, lit, style);
  } else {
    paint_first_banks(tile, style);
  }
}

}  // namespace

std::optional<TileShape> shape_of(const SharedLayout& layout) {
  const std::uint64_t row = std::uint64_t{layout.pitch} * layout.element_bytes;
  const std::uint64_t data = std::uint64_t{layout.columns} * layout.element_bytes;
  if (!layout.is_known() || row == 0 || row % analysis::kBankBytes != 0) return std::nullopt;
  return TileShape{
      static_cast<std::uint32_t>(row / analysis::kBankBytes),
      static_cast<std::uint32_t>((data + analysis::kBankBytes - 1) / analysis::kBankBytes)};
}

DrawList tile_view(const trace::SharedArray& array, const TileShape& shape,
                   const analysis::SharedBreakdown& access, Size size, const Style& style,
                   TileCells cells, const Motion* motion) {
  Tile tile = lay_out(array, shape, size, style);
  if (std::min(tile.cell_width, tile.cell_height) < 1) return std::move(tile.list);
  const Theme& colors = theme(style.theme);
  paint_cells(tile, style, cells);
  paint_padding(tile, colors);
  paint_labels(tile, style);
  const std::vector<LitWord> lit = lit_words(tile, access, motion);
  for (const LitWord& word : lit) paint_lit(tile, word, style, cells);
  if (cells == TileCells::banks) paint_banks(tile, lit, style);
  return std::move(tile.list);
}

std::optional<std::uint64_t> tile_word_at(const trace::SharedArray& array, const TileShape& shape,
                                          Size size, const Style& style, float x, float y) {
  const Tile tile = lay_out(array, shape, size, style);
  if (std::min(tile.cell_width, tile.cell_height) < 1 || x < tile.left || y < tile.top)
    return std::nullopt;
  const auto column = static_cast<std::uint64_t>((x - tile.left) / tile.cell_width);
  const auto row = static_cast<std::uint64_t>((y - tile.top) / tile.cell_height);
  if (column >= tile.pitch || row >= tile.rows || row * tile.pitch + column >= tile.words)
    return std::nullopt;
  return tile.first_word + row * tile.pitch + column;
}

}  // namespace warplens::scene
