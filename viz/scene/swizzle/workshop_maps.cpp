#include <algorithm>
#include <set>

#include "viz/scene/swizzle/workshop_parts.h"
#include "viz/scene/swizzle/workshop_phrases.h"

namespace warplens::scene {
namespace {

constexpr float kResting = 0.4f;     // of the bank's colour in cells that nothing touches
constexpr float kOutlinedCell = 11;  // an outline would hide a smaller cell's colour
constexpr float kHatched = 0.3f;     // of a padding cell, so that its number can be read

// In large cells numbers can be read from further away.
Style larger(Style style, float cell_height) {
  constexpr float kMost = 1.7f, kShare = 0.5f;
  style.text_size = std::clamp(cell_height * kShare, style.text_size, style.text_size * kMost);
  return style;
}

class MapPainter {
 public:
  MapPainter(const WorkshopPaint& paint, bool is_after)
      : paint_(paint),
        layout_(paint.layout),
        answer_(*paint.scene.answer),
        placement_(is_after ? answer_.after : answer_.before),
        is_after_(is_after),
        number_size_(fitting_size(larger(paint.style, layout_.cell_height), "31",
                                  {layout_.cell_width * 0.9f, layout_.cell_height})) {
    find_wanted();
  }

  void paint() {
    paint_title();
    paint_cells();
    paint_labels();
    paint_padding();
    paint_lit();
    paint_numbers();
    if (is_after_) paint_collision();
    if (paint_.scene.pointed) outline(*paint_.scene.pointed, paint_.colors.conflict);
  }

 private:
  using Cell = std::pair<std::uint32_t, std::uint32_t>;  // line, cell

  // Cells of the elements that the access wants.
  void find_wanted() {
    const auto& accesses = pattern_of(answer_, paint_.scene.access.direction).accesses;
    const swizzle::WarpAccess& warp = accesses.warps[paint_.scene.access.index];
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((warp.mask >> lane & 1u) == 0) continue;
      for (std::uint32_t further = 0; further < accesses.lane_elements; ++further) {
        const std::uint32_t element = warp.element[lane] + further;
        wanted_.emplace(layout_.cells.line_of(element), layout_.cells.cell_of(element));
      }
    }
  }

  [[nodiscard]] bool is_padding(std::uint32_t cell) const { return cell >= layout_.cells.cells; }
  [[nodiscard]] std::uint32_t bank(std::uint32_t line, std::uint32_t cell) const {
    if (!is_padding(cell)) {
      return bank_of(answer_.spec.tile, placement_.offsets[layout_.cells.element_of(line, cell)]);
    }
    const std::uint32_t last = layout_.cells.element_of(line, layout_.cells.cells - 1);
    const std::uint32_t behind = cell - layout_.cells.cells + 1;
    return bank_of(answer_.spec.tile, placement_.offsets[last] + behind * layout_.cells.elements);
  }
  template <class Do>
  void for_each_cell(const Do& act) const {
    const auto& part = layout_.part;
    const std::uint32_t end = std::min(part.first_cell + part.cells,
                                       is_after_ ? layout_.cells.across() : layout_.cells.cells);
    for (std::uint32_t line = part.first_line; line < part.first_line + part.lines; ++line) {
      for (std::uint32_t cell = part.first_cell; cell < end; ++cell) act(line, cell);
    }
  }
  [[nodiscard]] Color resting(std::uint32_t line, std::uint32_t cell) const {
    if (is_padding(cell)) return paint_.colors.outside;
    if (number_size_ == 0) return paint_.colors.cell;
    return mix(paint_.colors.background, lane_color(bank(line, cell)), kResting);
  }
  [[nodiscard]] Color lit(std::uint32_t line, std::uint32_t cell) const {
    return number_size_ == 0 ? paint_.colors.highlight : lane_color(bank(line, cell));
  }

  void paint_title() {
    const Box& box = layout_.map_titles[is_after_ ? 1 : 0];
    const Language language = paint_.style.language;
    const std::string title = map_title(language, answer_, layout_.cells, is_after_);
    if (layout_.is_whole()) {
      add_text(paint_.list, paint_.style, box, {title}, {.color = paint_.colors.text});
      return;
    }
    const std::string lines = part_phrase(language, answer_.spec.tile, part_in_sight());
    add_text(paint_.list, paint_.style, box, {fmt::format("{} · {}", title, lines), lines},
             {.color = paint_.colors.text});
  }

  // The part in sight, in elements.
  [[nodiscard]] TilePart part_in_sight() const {
    const auto& part = layout_.part;
    const MapCells& cells = layout_.cells;
    const std::uint32_t end = std::min(part.first_cell + part.cells, cells.cells);
    return {part.first_line, part.first_line + part.lines - 1, part.first_cell * cells.elements,
            end * cells.elements - 1};
  }

  void paint_cells() {
    for_each_cell([&](std::uint32_t line, std::uint32_t cell) {
      const Box at = layout_.cell(is_after_, line, cell);
      paint_.list.rectangles.push_back(
          {at.x, at.y, at.width, at.height, resting(line, cell), 0, 1, 0, {}});
    });
  }

  void paint_labels() {
    const Box& map = layout_.maps[is_after_ ? 1 : 0];
    const float size = layout_.label_size, height = size * 1.25f;
    const Color color = paint_.colors.muted_text;
    const auto& part = layout_.part;
    const std::uint64_t down = label_step(layout_.cell_height, size);
    for (std::uint32_t line = 0; line < part.lines; line += down) {
      put_text(paint_.list,
               {map.x - layout_.gutter, map.y + static_cast<float>(line) * layout_.cell_height,
                layout_.gutter - paint_.style.text_size * 0.3f, layout_.cell_height},
               fmt::format("{}", part.first_line + line), size,
               {.align = Text::Align::right, .color = color});
    }
    const float widest =
        paint_.style.measure(fmt::format("{}", answer_.spec.tile.line_length()), size, false);
    const std::uint64_t across = label_step(layout_.cell_width, widest * 1.4);
    for (std::uint32_t cell = 0; cell < part.cells; cell += across) {
      const std::uint32_t at = part.first_cell + cell;
      const Box box = layout_.cell(is_after_, part.first_line, at);
      if (is_padding(at) || box.x + (box.width + widest) / 2 > map.x + map.width) break;
      put_text(paint_.list, {box.x, map.y - height, box.width, height},
               fmt::format("{}", at * layout_.cells.elements), size,
               {.align = Text::Align::center, .color = color});
    }
  }

  void paint_padding() {
    for_each_cell([&](std::uint32_t line, std::uint32_t cell) {
      if (!is_padding(cell)) return;
      const Box at = layout_.cell(is_after_, line, cell);
      const float part = number_size_ > 0 ? kHatched : 1;
      paint_.list.lines.push_back(
          {at.x, at.y + at.height * part, at.x + at.width * part, at.y, paint_.colors.padding, 1});
    });
  }

  void paint_lit() {
    for (const auto& [line, cell] : wanted_) {
      if (!layout_.shows(line, cell)) continue;
      const Box at = layout_.cell(is_after_, line, cell);
      const bool is_outlined = at.height >= kOutlinedCell;
      paint_.list.rectangles.push_back(
          {at.x,
           at.y,
           at.width,
           at.height,
           lit(line, cell),
           is_outlined ? paint_.colors.highlight : 0,
           1.5f,
           0,
           {MarkId::Kind::element, layout_.cells.element_of(line, cell), is_after_ ? 1u : 0u}});
    }
  }

  void paint_numbers() {
    if (number_size_ == 0) return;
    for_each_cell([&](std::uint32_t line, std::uint32_t cell) {
      const bool is_lit = wanted_.contains(Cell{line, cell});
      const Color behind = is_lit ? lit(line, cell) : resting(line, cell);
      put_text(paint_.list, layout_.cell(is_after_, line, cell), std::to_string(bank(line, cell)),
               number_size_,
               {.align = Text::Align::center,
                .color = is_padding(cell) ? paint_.colors.muted_text : text_on(behind)});
    });
  }

  void outline(std::uint32_t element, Color color) {
    const std::uint32_t line = layout_.cells.line_of(element);
    const std::uint32_t cell = layout_.cells.cell_of(element);
    if (!layout_.shows(line, cell)) return;
    const Box at = layout_.cell(is_after_, line, cell);
    paint_.list.rectangles.push_back({at.x, at.y, at.width, at.height, 0, color, 2.5f, 0, {}});
  }

  void paint_collision() {
    if (placement_.is_bijection()) return;
    for (const MatrixPlace& place : {placement_.collision->first, placement_.collision->second}) {
      outline(answer_.spec.tile.plain_offset(place), paint_.colors.conflict);
    }
  }

  const WorkshopPaint& paint_;
  const WorkshopLayout& layout_;
  const swizzle::SwizzleAnswer& answer_;
  const swizzle::Placement& placement_;
  const bool is_after_;
  const float number_size_;
  std::set<Cell> wanted_;
};

}  // namespace

void paint_maps(const WorkshopPaint& paint) {
  for (const bool is_after : {false, true}) MapPainter(paint, is_after).paint();
}

}  // namespace warplens::scene
