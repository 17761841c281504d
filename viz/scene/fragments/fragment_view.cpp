#include "viz/scene/fragments/fragment_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::scene {
namespace {

using fragments::cells_of_register;
using fragments::span_of;
using machine::FormOperand;
using machine::FragmentElement;
using machine::FragmentMap;
using machine::FragmentPart;

constexpr float kLinedCell = 6;  // pixels
constexpr float kThin = 1.2f, kThick = 3;
constexpr std::uint8_t kFactorTint = 0x38;
constexpr std::uint32_t kLanesOfWarp = 32;

class FragmentPainter {
 public:
  FragmentPainter(const FragmentScene& scene, Size size, const Style& style)
      : scene_(scene),
        style_(style),
        theme_(theme(style.theme)),
        layout_(fragment_layout(scene.form, scene.look, size, style)) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    for (const MatrixPart& part : layout_.matrices) paint_matrix(part);
    if (layout_.table) paint_table(*layout_.table);
    paint_marks();
    paint_phrase();
    return std::move(list_);
  }

 private:
  [[nodiscard]] const FormOperand& operand(std::size_t index) const {
    return scene_.form.operands[index];
  }
  [[nodiscard]] std::span<const std::byte> registers(std::size_t index) const {
    return index < scene_.registers.size() ? scene_.registers[index] : std::span<const std::byte>();
  }
  [[nodiscard]] std::uint32_t first_row_of(std::size_t index) const {
    return index == 1 && scene_.form.operands.size() == 4 ? 0 : scene_.first_row;
  }
  [[nodiscard]] std::string value(std::size_t index, const FragmentPart& part) const {
    if (!scene_.look.shows_values || registers(index).empty()) return {};
    return fragments::short_value(operand(index).map, registers(index).data(), part);
  }

  // The first holder of each cell, row by row.
  [[nodiscard]] std::vector<FragmentPart> holders(const MatrixPart& part) const {
    const FragmentMap& map = operand(part.operand).map;
    std::vector<FragmentPart> found(std::size_t{part.rows} * part.columns);
    for (std::uint32_t i = static_cast<std::uint32_t>(map.elements.size()); i-- > 0;) {
      const FragmentElement& element = map.elements[i];
      const std::uint32_t column = element.column / span_of(map);
      if (element.matrix != part.matrix || element.column % span_of(map) != 0 ||
          !part.has(element.row, column)) {
        continue;
      }
      found[(element.row - part.first_row) * part.columns + column - part.first_column] = {
          i / map.parts / map.registers, i / map.parts % map.registers, i % map.parts};
    }
    return found;
  }

  void paint_matrix(const MatrixPart& part) {
    const FragmentMap& map = operand(part.operand).map;
    const std::vector<FragmentPart> held = holders(part);
    CellGrid grid{part.box.x, part.box.y, part.cell_width, part.cell_height, part.columns,
                  part.rows,  {}};
    for (const FragmentPart& one : held) {
      grid.colors.push_back(map.is_in_memory() ? theme_.cell : ground_of(one.lane));
    }
    list_.grids.push_back(std::move(grid));
    paint_lines(part.box, part.columns, part.rows);
    paint_title(part);
    paint_axes(part);
    for (std::uint32_t i = 0; i < held.size(); ++i) {
      if (!is_told(held[i].lane)) continue;
      std::string words = value(part.operand, held[i]);
      if (words.empty() && map.is_in_memory()) continue;
      if (words.empty()) words = fmt::format("{}", held[i].lane);
      const Color ground = map.is_in_memory() ? theme_.cell : lane_color(held[i].lane);
      write(part.cell(part.first_row + i / part.columns, part.first_column + i % part.columns),
            words, text_on(ground));
    }
  }

  [[nodiscard]] bool is_told(std::uint32_t lane) const { return lane < scene_.look.told_lanes; }
  [[nodiscard]] Color ground_of(std::uint32_t lane) const {
    return is_told(lane) ? lane_color(lane) : theme_.cell;
  }

  void write(const Box& box, const std::string& words, Color color) {
    const float size = fitting_mark(style_, words, {box.width - 3, box.height});
    if (size == 0) return;
    put_text(list_, box, words, size,
             {.align = Text::Align::center, .color = color, .in_cell = true});
  }

  void paint_lines(const Box& box, std::uint32_t columns, std::uint32_t rows) {
    const float width = box.width / static_cast<float>(columns);
    const float height = box.height / static_cast<float>(rows);
    const Color color = with_alpha(theme_.background, 0x90);
    for (std::uint32_t i = 0; i <= columns && width >= kLinedCell; ++i) {
      const float x = box.x + width * static_cast<float>(i);
      list_.lines.push_back({x, box.y, x, box.y + box.height, color, 1});
    }
    for (std::uint32_t i = 0; i <= rows && height >= kLinedCell; ++i) {
      const float y = box.y + height * static_cast<float>(i);
      list_.lines.push_back({box.x, y, box.x + box.width, y, color, 1});
    }
  }

  // A lone matrix's in full; of several, which it is.
  void paint_title(const MatrixPart& part) {
    const FormOperand& of = operand(part.operand);
    const bool is_chosen = part.operand == scene_.look.operand;
    const std::string whole = of.map.matrices > 1
                                  ? fmt::format("{}{}", fragments::operand_name(of), part.matrix)
                                  : fragments::operand_title(of);
    const Box box{part.box.x, part.box.y - 2 * layout_.title, part.box.width, layout_.title};
    add_text(list_, style_, box, {whole, fragments::operand_name(of)},
             {.color = is_chosen ? theme_.text : theme_.muted_text});
    if (is_chosen && !part.is_alone) frame(part.box, theme_.muted_text, kThin);
  }

  void paint_axes(const MatrixPart& part) {
    const std::uint32_t span = span_of(operand(part.operand).map);
    const float size = label_size(style_);
    const std::string widest = fmt::format("{}", (part.first_column + part.columns) * span);
    const std::uint64_t apart =
        label_step(part.cell_width, style_.measure(widest, size, false) * 1.35f);
    const TextAttributes centred{.align = Text::Align::center, .color = theme_.muted_text};
    for (std::uint32_t i = 0; i < part.columns; ++i) {
      const std::uint32_t column = part.first_column + i;
      const Box cell = part.cell(part.first_row, column);
      if (column % apart != 0) continue;
      put_text(list_, {cell.x, part.box.y - layout_.title, cell.width, layout_.title},
               fmt::format("{}", column * span), size, centred);
    }
    const std::uint64_t rows_apart = label_step(part.cell_height, size * 1.1f);
    for (std::uint32_t i = 0; i < part.rows; ++i) {
      const std::uint32_t row = part.first_row + i;
      const Box cell = part.cell(row, part.first_column);
      if (row % rows_apart != 0) continue;
      put_text(list_,
               {part.box.x - layout_.margin, cell.y, layout_.margin - size * 0.3f,
                std::max(cell.height, size)},
               fmt::format("{}", row + first_row_of(part.operand)), size,
               {.align = Text::Align::right, .color = theme_.muted_text});
    }
  }

  void paint_table(const RegisterTable& table) {
    const FragmentMap& map = operand(layout_.operand).map;
    for (std::uint32_t band = 0; band < table.bands; ++band) {
      const std::uint32_t first = table.first_lane + band * table.lanes;
      paint_band(table, table.band(band), first);
      paint_header(table, table.band(band), map);
      paint_lanes(table, first);
      for (std::uint32_t lane = first; lane < first + table.lanes; ++lane) paint_lane(table, lane);
    }
  }

  void paint_band(const RegisterTable& table, const Box& box, std::uint32_t first) {
    CellGrid grid{box.x,       box.y, table.cell_width, table.cell_height, table.columns,
                  table.lanes, {}};
    for (std::uint32_t lane = first; lane < first + table.lanes; ++lane) {
      grid.colors.insert(grid.colors.end(), table.columns, ground_of(lane));
    }
    list_.grids.push_back(std::move(grid));
    paint_lines(box, table.columns, table.lanes);
  }

  void paint_lane(const RegisterTable& table, std::uint32_t lane) {
    if (!is_told(lane)) return;
    const FragmentMap& map = operand(layout_.operand).map;
    for (std::uint32_t i = 0; i < table.columns; ++i) {
      const FragmentPart part = part_of(map, lane, table.first + i);
      write(table.cell(lane, table.first + i), held_word(map, part), text_on(lane_color(lane)));
    }
  }

  static FragmentPart part_of(const FragmentMap& map, std::uint32_t lane, std::uint32_t column) {
    const std::uint32_t cells = cells_of_register(map);
    return {lane, column / cells, column % cells * span_of(map)};
  }

  // Its value, else its row and column.
  [[nodiscard]] std::string held_word(const FragmentMap& map, const FragmentPart& part) const {
    std::string words = value(layout_.operand, part);
    if (!words.empty()) return words;
    const FragmentElement& element = map.at(part);
    return fmt::format("{},{}", element.row + first_row_of(layout_.operand), element.column);
  }

  void paint_header(const RegisterTable& table, const Box& band, const FragmentMap& map) {
    const float size = label_size(style_), line = size * 1.3f;
    const std::uint32_t cells = cells_of_register(map);
    for (std::uint32_t i = 0; i < table.columns; ++i) {
      const std::uint32_t column = table.first + i;
      const Box cell{band.x + static_cast<float>(i) * table.cell_width, band.y, table.cell_width,
                     0};
      const TextAttributes look{.align = Text::Align::center, .color = theme_.muted_text};
      if (cells > 1) {
        add_text(list_, small(), {cell.x, table.box.y - line, cell.width, line},
                 {fragments::part_sign(map, column % cells * span_of(map))}, look);
      }
      if (i != 0 && column % cells != 0) continue;
      const std::uint32_t end = std::min(cells - column % cells, table.columns - i);
      const Box box{cell.x, table.box.y - table.header, cell.width * static_cast<float>(end), line};
      add_text(list_, small(), box,
               {fragments::register_word(operand(layout_.operand), column / cells)},
               {.align = Text::Align::center, .color = theme_.text});
      if (i == 0) continue;
      list_.lines.push_back({cell.x, table.box.y - line, cell.x, table.box.y + table.box.height,
                             theme_.background, 2});
    }
  }

  [[nodiscard]] Style small() const {
    Style style = style_;
    style.text_size = label_size(style_);
    return style;
  }

  void paint_lanes(const RegisterTable& table, std::uint32_t first) {
    const float size = label_size(style_);
    const TextAttributes look{.align = Text::Align::right, .color = theme_.muted_text};
    const float left = table.cell(first, table.first).x - table.label_width;
    const auto apart = static_cast<std::uint32_t>(label_step(table.cell_height, size * 1.1f));
    for (std::uint32_t lane = first; lane < first + table.lanes; ++lane) {
      if (lane % apart != 0) continue;
      const Box cell = table.cell(lane, table.first);
      put_text(list_, {left, cell.y, table.label_width - size * 0.4f, std::max(cell.height, size)},
               fmt::format("{}", lane), size, look);
    }
    if (first != table.first_lane) return;
    const float line = size * 1.3f, more = style_.text_size * 0.8f;
    add_text(list_, small(),
             {left - more, table.box.y - line, table.label_width - size * 0.4f + more, line},
             {phrases::lane.in(style_.language)}, look);
  }

  void frame(const Box& box, Color color, float width) {
    const float right = box.x + box.width, bottom = box.y + box.height;
    list_.lines.push_back({box.x, box.y, right, box.y, color, width});
    list_.lines.push_back({box.x, bottom, right, bottom, color, width});
    list_.lines.push_back({box.x, box.y, box.x, bottom, color, width});
    list_.lines.push_back({right, box.y, right, bottom, color, width});
  }

  // Two lines, one of which stands out from any lane's colour.
  void frame_mark(const Box& box, MarkId id) {
    list_.rectangles.push_back({box.x, box.y, box.width, box.height, 0, 0, 1, 0, id});
    frame(box, theme_.background, kThick + 2);
    frame(box, theme_.highlight, kThick);
  }

  void paint_marks() {
    if (!scene_.look.mark) return;
    const FragmentMark& mark = *scene_.look.mark;
    const FragmentMap& map = operand(mark.operand).map;
    const FragmentElement element = map.at(mark.part);
    if (scene_.look.asks()) return frame_element(mark.operand, element, true);
    tint_factors(mark.operand, element);
    for (std::uint32_t part = 0; part < map.parts && !map.is_in_memory(); part += span_of(map)) {
      frame_element(mark.operand, map.at({mark.part.lane, mark.part.reg, part}), false);
    }
    frame_element(mark.operand, element, true);
    if (!layout_.table || mark.operand != layout_.operand) return;
    const RegisterTable& table = *layout_.table;
    for (const FragmentPart& holder : map.holders(element)) {
      const std::uint32_t column = holder.reg * cells_of_register(map) + holder.part / span_of(map);
      if (!table.has(holder.lane, column)) continue;
      frame_mark(table.cell(holder.lane, column), {MarkId::Kind::lane, holder.lane, column});
    }
  }

  void frame_element(std::size_t index, const FragmentElement& element, bool is_marked) {
    const std::uint32_t column = element.column / span_of(operand(index).map);
    for (const MatrixPart& part : layout_.matrices) {
      if (part.operand != index || part.matrix != element.matrix || !part.has(element.row, column))
        continue;
      const Box cell = part.cell(element.row, column);
      if (!is_marked) frame(cell, theme_.highlight, kThin);
      if (is_marked) frame_mark(cell, {MarkId::Kind::element, element.row, element.column});
    }
  }

  // The row of A and the column of B that make an element of the sum.
  void tint_factors(std::size_t index, const FragmentElement& element) {
    if (layout_.matrices.size() != 3 || layout_.matrices.front().is_alone || index < 2) return;
    const MatrixPart &a = layout_.matrices[0], &b = layout_.matrices[1];
    const Color color = with_alpha(theme_.highlight, kFactorTint);
    const Box row = a.cell(element.row, a.first_column);
    list_.rectangles.push_back({a.box.x, row.y, a.box.width, row.height, color, 0, 1, 0, {}});
    if (!b.has(b.first_row, element.column)) return;
    const Box column = b.cell(b.first_row, element.column);
    list_.rectangles.push_back({column.x, b.box.y, column.width, b.box.height, color, 0, 1, 0, {}});
  }

  void paint_phrase() {
    if (!scene_.look.mark || scene_.look.asks()) return;
    const FragmentWords words = fragment_words(scene_, *scene_.look.mark, style_.language);
    add_text(list_, style_, layout_.phrase, {words.whole, words.brief}, {.color = theme_.text});
  }

  const FragmentScene& scene_;
  const Style& style_;
  const Theme& theme_;
  FragmentLayout layout_;
  DrawList list_;
};

}  // namespace

DrawList fragment_view(const FragmentScene& scene, Size size, const Style& style) {
  return FragmentPainter(scene, size, style).paint();
}

FragmentWords fragment_words(const FragmentScene& scene, const FragmentMark& mark,
                             Language language) {
  const FormOperand& operand = scene.form.operands[mark.operand];
  const bool is_known =
      mark.operand < scene.registers.size() && !scene.registers[mark.operand].empty();
  fragments::HeldElement held{operand, mark.part};
  held.first_row = mark.operand == 1 && scene.form.operands.size() == 4 ? 0 : scene.first_row;
  if (scene.name) held.name = scene.name(operand, mark.part.reg);
  if (is_known) {
    held.value =
        fragments::value_word(operand.map, scene.registers[mark.operand].data(), mark.part);
  }
  return {fragments::held_phrase(held).in(language),
          fragments::held_phrase_short(held).in(language)};
}

}  // namespace warplens::scene
