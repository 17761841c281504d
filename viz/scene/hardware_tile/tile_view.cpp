#include "viz/scene/hardware_tile/tile_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/hardware_tile/tile_words.h"

namespace warplens::scene {
namespace {

using hardware_tile::kCoreRows;
using hardware_tile::kUnitBytes;
using hardware_tile::kUnitsOfLine;
using hardware_tile::MatchedUnit;
using hardware_tile::TileMoment;
using hardware_tile::TilePlace;
using hardware_tile::UnitState;
using hardware_tile::WrittenUnit;

constexpr float kThinFrame = 1.5f, kThickFrame = 3;
constexpr float kFramedCell = 9;  // pixels; below it frames would be all that is seen
constexpr float kUnread = 0.55f;  // how far what is not read fades

class TilePainter {
 public:
  TilePainter(const TileScene& scene, Size size, const Style& style)
      : scene_(scene),
        moment_(scene.moment),
        style_(style),
        theme_(theme(style.theme)),
        layout_(tile_layout(scene.moment, scene.look, size, style)),
        mark_(marked_unit(scene)) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    paint_verdict();
    for (const TileGrid& grid : layout_.grids) paint_grid(grid);
    if (!layout_.grids.empty()) paint_addresses(layout_.grids.front());
    paint_mark();
    paint_words();
    paint_phrase();
    return std::move(list_);
  }

 private:
  void paint_verdict() {
    const warplens::Text words = hardware_tile::verdict(scene_.trace, moment_);
    const auto& match = moment_.match;
    const std::string brief =
        fmt::format("{} / {}", match.compared - match.disagreeing, match.compared);
    add_text(list_, style_, layout_.verdict, {words.in(style_.language), brief},
             {.color = match.disagreeing != 0 ? theme_.conflict : theme_.text});
  }

  [[nodiscard]] std::string title_of(TileShow shows) const {
    const warplens::Text words = shows == TileShow::written ? tr("there")
                                 : shows == TileShow::read  ? tr("looked for")
                                                            : tr("there | looked for");
    return words.in(style_.language);
  }

  // Who wrote, or reads; empty: both, or nobody.
  [[nodiscard]] warplens::Text source_of(TileShow shows) const {
    if (shows == TileShow::read) return hardware_tile::brief_read(moment_);
    const auto& writers = moment_.written.writers;
    if (shows != TileShow::written || writers.empty()) return {};
    const auto& match = moment_.match;
    const WrittenUnit* const wrong =
        match.first_wrong ? moment_.written.at(match.units[*match.first_wrong].read.address)
                          : nullptr;
    if (wrong == nullptr) return hardware_tile::brief_written(scene_.trace, writers);
    return hardware_tile::brief_written(scene_.trace, writers[wrong->writer]);
  }

  void paint_title(const TileGrid& grid) {
    const std::string title = title_of(grid.shows);
    const warplens::Text source = source_of(grid.shows);
    const std::string whole =
        source.empty() ? title : tr("{}: {}", warplens::Text(title), source).in(style_.language);
    add_text(list_, style_,
             {grid.box.x, grid.box.y - 2 * layout_.title, grid.box.width, layout_.title},
             {whole, title}, {.color = theme_.text});
  }

  void paint_grid(const TileGrid& grid) {
    const float line = layout_.title;
    paint_title(grid);
    for (std::uint32_t unit = 0; unit < kUnitsOfLine; ++unit) {
      const Box cell = grid.cell(0, unit);
      add_text(list_, small(), {cell.x, grid.box.y - line, cell.width, line},
               {fmt::format("+{}", unit * kUnitBytes), fmt::format("{}", unit)},
               {.align = warplens::scene::Text::Align::center, .color = theme_.muted_text});
    }
    for (std::uint32_t i = 0; i < layout_.lines; ++i) {
      for (std::uint32_t unit = 0; unit < kUnitsOfLine; ++unit) {
        paint_cell(grid, grid.cell(i, unit), address_of(i, unit));
      }
    }
  }

  [[nodiscard]] std::uint64_t address_of(std::uint32_t line, std::uint32_t unit) const {
    return moment_.lines[layout_.first + line] + std::uint64_t{unit} * kUnitBytes;
  }

  [[nodiscard]] static std::string place_label(const TilePlace& place) {
    return fmt::format("{},{}", place.row, place.unit);
  }

  [[nodiscard]] static Color color_of(const TilePlace& place) {
    const auto at = static_cast<std::uint64_t>(place.unit) % kUnitsOfLine;
    return ramp_color(static_cast<float>(at) / static_cast<float>(kUnitsOfLine - 1));
  }

  // What a half of a cell, or all of it, tells.
  struct Side {
    std::string label;
    Color fill = 0;
  };
  [[nodiscard]] Side there(std::uint64_t address) const {
    const WrittenUnit* const unit = moment_.written.at(address);
    const bool is_read = moment_.match.at(address) != nullptr;
    if (unit == nullptr) return {"", theme_.outside};
    if (!unit->place) {
      return {fmt::format("{}", unit->lane), faded(lane_color(unit->lane), is_read)};
    }
    return {place_label(*unit->place), faded(color_of(*unit->place), is_read)};
  }
  [[nodiscard]] Side wanted(std::uint64_t address) const {
    const MatchedUnit* const unit = moment_.match.at(address);
    if (unit == nullptr) return {"", theme_.outside};
    if (unit->wanted) return {place_label(*unit->wanted), color_of(*unit->wanted)};
    if (moment_.reader.kind == hardware_tile::ReaderKind::lanes) {
      return {fmt::format("{}", unit->read.lane), lane_color(unit->read.lane)};
    }
    return {place_label(unit->read.place), theme_.cell};
  }
  [[nodiscard]] Color faded(Color color, bool is_read) const {
    return is_read ? color : mix(color, theme_.background, kUnread);
  }

  void paint_cell(const TileGrid& grid, const Box& cell, std::uint64_t address) {
    const MatchedUnit* const unit = moment_.match.at(address);
    const bool is_wrong = unit != nullptr && unit->state == UnitState::disagrees;
    if (grid.shows == TileShow::overlay && is_wrong) {
      const float half = cell.width / 2;
      fill({cell.x, cell.y, half, cell.height}, there(address));
      fill({cell.x + half, cell.y, half, cell.height}, wanted(address));
    } else {
      fill(cell, grid.shows == TileShow::read ? wanted(address) : there(address));
    }
    if (is_wrong && cell.height >= kFramedCell) frame_wrong(cell);
  }

  void fill(const Box& box, const Side& side) {
    constexpr float kGap = 1;
    list_.rectangles.push_back({box.x,
                                box.y,
                                std::max(box.width - kGap, 1.0f),
                                std::max(box.height - kGap, 1.0f),
                                side.fill,
                                0,
                                1,
                                0,
                                {}});
    if (side.label.empty()) return;
    const float size = fitting_mark(style_, side.label, {box.width - 5, box.height - 2});
    if (size == 0) return;
    put_text(list_, box, side.label, size,
             {.align = warplens::scene::Text::Align::center,
              .color = text_on(side.fill),
              .in_cell = true});
  }

  void frame_wrong(const Box& cell) {
    constexpr float kInset = 1.5f;
    list_.rectangles.push_back({cell.x + kInset,
                                cell.y + kInset,
                                cell.width - 2 * kInset - 1,
                                cell.height - 2 * kInset - 1,
                                0,
                                theme_.conflict,
                                2,
                                0,
                                {}});
  }

  [[nodiscard]] Style small() const {
    Style style = style_;
    style.text_size = label_size(style_);
    return style;
  }

  // Which lines are in sight, where some are not.
  void paint_scrolled(const TileGrid& grid) {
    const std::size_t all = moment_.lines.size();
    if (layout_.lines == all) return;
    const std::string range =
        fmt::format("{}–{}", layout_.first + 1, layout_.first + layout_.lines);
    const Box box{grid.box.x - layout_.margin, grid.box.y - layout_.title,
                  layout_.margin - label_size(style_) * 0.5f, layout_.title};
    add_text(list_, small(), box,
             {tr("{} of {}", range, all).in(style_.language), fmt::format("{}/{}", range, all)},
             {.align = warplens::scene::Text::Align::right, .color = theme_.muted_text});
  }

  // The address of each line, and the bits that a swizzle exchanges by.
  void paint_addresses(const TileGrid& grid) {
    const float size = label_size(style_);
    const auto apart = static_cast<std::uint32_t>(label_step(grid.cell_height, size * 1.1f));
    const TextAttributes look{.align = warplens::scene::Text::Align::right,
                              .color = theme_.muted_text};
    paint_scrolled(grid);
    for (std::uint32_t i = 0; i < layout_.lines; ++i) {
      const std::uint64_t line = moment_.lines[layout_.first + i];
      const bool follows =
          i != 0 && line == moment_.lines[layout_.first + i - 1] + hardware_tile::kLineBytes;
      const Box cell = grid.cell(i, 0);
      if (i != 0 && !follows) {
        list_.lines.push_back({cell.x - layout_.margin * 0.9f, cell.y - 0.5f,
                               cell.x + grid.box.width, cell.y - 0.5f, theme_.muted_text, 1});
      }
      if (i % apart != 0) continue;
      put_text(list_,
               {cell.x - layout_.margin, cell.y + (cell.height - size) / 2,
                layout_.margin - size * 0.5f, size},
               fmt::format("{} {}", hardware_tile::address_word(line),
                           line / hardware_tile::kLineBytes % 8),
               size, look);
    }
  }

  [[nodiscard]] std::optional<Box> cell_of(const TileGrid& grid, std::uint64_t address) const {
    const std::uint64_t line = address / hardware_tile::kLineBytes * hardware_tile::kLineBytes;
    const auto found = std::ranges::find(moment_.lines, line);
    const auto at = static_cast<std::uint32_t>(found - moment_.lines.begin());
    if (found == moment_.lines.end() || at < layout_.first || at >= layout_.first + layout_.lines) {
      return std::nullopt;
    }
    return grid.cell(at - layout_.first, static_cast<std::uint32_t>((address - line) / kUnitBytes));
  }

  void frame(const Box& box, Color color, float width, MarkId id = {}) {
    list_.rectangles.push_back({box.x, box.y, box.width, box.height, 0, color, width, 0, id});
  }
  // Stands out from any colour.
  void frame_twice(const Box& box, Color color, MarkId id) {
    frame(box, theme_.background, kThickFrame + 2);
    frame(box, color, kThickFrame, id);
  }

  // The rows of 16 bytes that make one core matrix with the marked one.
  [[nodiscard]] bool is_of_same_core(const MatchedUnit& one, const MatchedUnit& other) const {
    if (moment_.reader.kind == hardware_tile::ReaderKind::lanes) return false;
    return one.read.place.unit == other.read.place.unit && one.read.part == other.read.part &&
           one.read.place.row / kCoreRows == other.read.place.row / kCoreRows;
  }

  void paint_mark() {
    if (!mark_) return;
    const MatchedUnit* const unit = moment_.match.at(*mark_);
    for (const TileGrid& grid : layout_.grids) {
      if (unit != nullptr && grid.cell_height >= kFramedCell) paint_core(grid, *unit);
      if (const auto cell = cell_of(grid, *mark_)) {
        frame_twice(*cell, theme_.highlight,
                    {MarkId::Kind::word, static_cast<std::uint32_t>(*mark_), 0});
      }
    }
    if (unit != nullptr && unit->lies_at && !layout_.grids.empty()) paint_way(*unit->lies_at);
  }

  void paint_core(const TileGrid& grid, const MatchedUnit& marked) {
    if (grid.shows == TileShow::written) return;
    for (const MatchedUnit& unit : moment_.match.units) {
      if (!is_of_same_core(unit, marked)) continue;
      if (const auto cell = cell_of(grid, unit.read.address)) {
        frame({cell->x + 1, cell->y + 1, cell->width - 2, cell->height - 2}, theme_.highlight,
              kThinFrame);
      }
    }
  }

  // From where it is looked for to where it lies.
  void paint_way(std::uint64_t lies_at) {
    const TileGrid &to = layout_.grids.front(), &from = layout_.grids.back();
    const auto target = cell_of(to, lies_at), begin = cell_of(from, *mark_);
    if (!target) return;
    frame_twice(*target, theme_.conflict,
                {MarkId::Kind::mover, static_cast<std::uint32_t>(lies_at), 0});
    if (!begin) return;
    const auto [x0, y0] = nearest_point(*begin, centre_of(*target));
    const auto [x1, y1] = nearest_point(*target, centre_of(*begin));
    list_.lines.push_back({x0, y0, x1, y1, theme_.background, 5});
    list_.lines.push_back({x0, y0, x1, y1, theme_.conflict, 2.5f});
    paint_point({x1, y1}, x1 - x0, y1 - y0);
  }

  static Polygon::Corner centre_of(const Box& box) {
    return {box.x + box.width / 2, box.y + box.height / 2};
  }
  static Polygon::Corner nearest_point(const Box& box, Polygon::Corner to) {
    return {std::clamp(to.x, box.x, box.x + box.width),
            std::clamp(to.y, box.y, box.y + box.height)};
  }

  // An arrow's head as lines, over the cells.
  void paint_point(Polygon::Corner tip, float across, float down) {
    const float length = std::max(std::hypot(across, down), 1.0f);
    const float x = across / length, y = down / length, size = style_.text_size * 0.7f;
    for (const float side : {-0.5f, 0.5f}) {
      const float end_x = tip.x - x * size - y * size * side,
                  end_y = tip.y - y * size + x * size * side;
      list_.lines.push_back({tip.x, tip.y, end_x, end_y, theme_.conflict, 2.5f});
    }
  }

  void paint_words() {
    if (layout_.words.width <= 0 || layout_.words.height <= 0) return;
    add_paragraphs(list_, style_, layout_.words, tile_paragraphs(scene_, style_.language));
  }

  void paint_phrase() {
    if (!mark_ || layout_.phrase.height <= 0) return;
    const MatchedUnit* const unit = moment_.match.at(*mark_);
    const bool is_wrong = unit != nullptr && unit->state == UnitState::disagrees;
    add_text(list_, style_, layout_.phrase,
             {hardware_tile::unit_phrase(moment_, *mark_).in(style_.language)},
             {.color = is_wrong ? theme_.conflict : theme_.text});
  }

  const TileScene& scene_;
  const TileMoment& moment_;
  const Style& style_;
  const Theme& theme_;
  TileLayout layout_;
  std::optional<std::uint64_t> mark_;
  DrawList list_;
};

}  // namespace

DrawList tile_view(const TileScene& scene, Size size, const Style& style) {
  return TilePainter(scene, size, style).paint();
}

}  // namespace warplens::scene
