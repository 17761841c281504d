#include "viz/scene/access/swizzle_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "viz/scene/access/shared_places.h"

namespace warplens::scene {
namespace {

constexpr float kWidestMapCell = 1.8f;  // times its height
constexpr float kHighestCell = 1.4f;    // times its width
constexpr float kLine = 1.3f;           // a line of labels, times their size
constexpr float kSmallestCell = 1;      // pixels
constexpr float kOutlinedMapCell = 11;  // an outline would hide a smaller cell's colour
constexpr float kRestingTint = 0.4f;    // of the bank's colour in cells that nothing touches
constexpr float kCornerHatch = 0.3f;    // of a padding cell, so that its number can be read

// Two places of equal size for `pitch` × `rows` cells, with a title and labels each.
struct Halves {
  Box first, second;
  float cell_width = 0, cell_height = 0;
};

// One place for all of `of`'s cells.
Halves undivided(const Box& room, const Box& labels, const SharedLayout& of) {
  const float cells = (room.width - labels.width) / static_cast<float>(of.pitch);
  const float rows = (room.height - labels.height) / static_cast<float>(of.rows);
  return {{}, room, std::min(cells, rows * kWidestMapCell), std::min(cells * kHighestCell, rows)};
}

Halves split(const Box& room, bool stacked, float gap, const Box& labels, const SharedLayout& of) {
  Halves halves;
  const float width = stacked ? room.width : (room.width - gap) / 2;
  const float height = stacked ? (room.height - gap / 2) / 2 : room.height;
  halves.first = {room.x, room.y, width, height};
  halves.second = {stacked ? room.x : room.x + width + gap,
                   stacked ? room.y + height + gap / 2 : room.y, width, height};
  const float cells = (width - labels.width) / static_cast<float>(of.pitch);
  const float rows = (height - labels.height) / static_cast<float>(of.rows);
  halves.cell_width = std::min(cells, rows * kWidestMapCell);
  halves.cell_height = std::min(cells * kHighestCell, rows);
  return halves;
}

// Side by side, or one below the other where that makes larger cells.
Halves larger_halves(const Box& room, float gap, const Box& labels, const SharedLayout& of) {
  const Halves beside = split(room, false, gap, labels, of);
  const Halves stacked = split(room, true, gap, labels, of);
  const auto cell = [](const Halves& halves) {
    return std::max(halves.cell_width, 0.0f) * std::max(halves.cell_height, 0.0f);
  };
  return cell(stacked) > cell(beside) ? stacked : beside;
}

class SwizzlePainter {
 public:
  SwizzlePainter(const trace::SharedArray& array, const analysis::SharedBreakdown& access,
                 const SwizzleMapLayout& layout, Size size, const Style& style)
      : array_(array),
        shape_(array.layout),
        access_(access),
        layout_(layout),
        style_(style),
        theme_(theme(style.theme)) {
    list_.width = size.width;
    list_.height = size.height;
    number_size_ = fitting_mark(style_, "31", {layout_.cell_width * 0.8f, layout_.cell_height});
  }

  DrawList paint(std::optional<SwizzleCell> pointed) {
    if (!layout_.rule.height) return std::move(list_);
    add_text(list_, style_, layout_.rule, {layout_rule(style_.language, shape_)},
             {.color = theme_.text, .id = {MarkId::Kind::label, 0, 0}});
    if (layout_.cell_width <= 0) return std::move(list_);
    for (const bool is_after : {false, true}) {
      if (!layout_.has(is_after)) continue;
      paint_cells(is_after);
      if (!has_numbers()) paint_first_banks(is_after);
      paint_labels(is_after);
    }
    paint_padding(has_numbers() ? kCornerHatch : 1);
    paint_lit();
    paint_numbers(number_size_);
    if (pointed) paint_pointed(*pointed);
    return std::move(list_);
  }

 private:
  // Whether cells have numbers; without them a colour stands for a bank by itself.
  [[nodiscard]] bool has_numbers() const { return number_size_ > 0; }
  [[nodiscard]] Color resting_color(std::uint32_t bank) const {
    return has_numbers() ? mix(theme_.background, lane_color(bank), kRestingTint) : theme_.cell;
  }
  [[nodiscard]] Color lit_color(std::uint32_t bank) const {
    return has_numbers() ? lane_color(bank) : theme_.highlight;
  }
  [[nodiscard]] std::uint32_t columns(bool is_after) const {
    return is_after ? shape_.pitch : shape_.columns;
  }
  [[nodiscard]] std::uint32_t bank(const SwizzleCell& cell) const {
    return bank_of(array_, element_of(array_, cell));
  }
  [[nodiscard]] Box box(const SwizzleCell& cell) const {
    const Box& cells = cell.is_after ? layout_.after : layout_.before;
    return {cells.x + static_cast<float>(cell.column) * layout_.cell_width,
            cells.y + static_cast<float>(cell.row) * layout_.cell_height, layout_.cell_width,
            layout_.cell_height};
  }

  void paint_cells(bool is_after) {
    const Box& at = is_after ? layout_.after : layout_.before;
    CellGrid grid{at.x,        at.y, layout_.cell_width, layout_.cell_height, columns(is_after),
                  shape_.rows, {}};
    grid.colors.reserve(std::size_t{grid.columns} * grid.rows);
    for (std::uint32_t row = 0; row < grid.rows; ++row)
      for (std::uint32_t column = 0; column < grid.columns; ++column)
        grid.colors.push_back(column < shape_.columns ? resting_color(bank({is_after, row, column}))
                                                      : theme_.outside);
    list_.grids.push_back(std::move(grid));
  }

  // A line before each element of bank 0: where the banks begin anew.
  void paint_first_banks(bool is_after) {
    for (std::uint32_t row = 0; row < shape_.rows; ++row)
      for (std::uint32_t column = 0; column < shape_.columns; ++column) {
        const SwizzleCell cell{is_after, row, column};
        if (bank(cell) != 0) continue;
        const Box at = box(cell);
        list_.lines.push_back({at.x, at.y, at.x, at.y + at.height, theme_.muted_text, 1});
      }
  }

  void paint_labels(bool is_after) {
    const Box& at = is_after ? layout_.after : layout_.before;
    const Color color = theme_.muted_text;
    const float size = layout_.label_size;
    const float height = size * kLine;
    const Box title{at.x, at.y - static_cast<float>(layout_.label_lines) * height, at.width,
                    height};
    if (layout_.label_lines > 0) paint_title(title, is_after);
    const float widest = style_.measure(fmt::format("{}", shape_.pitch), size, false);
    const std::uint64_t apart = label_step(layout_.cell_width, widest * 1.4);
    for (std::uint32_t column = 0; layout_.label_lines > 1 && column < shape_.columns;
         column += apart) {
      const Box cell = box({is_after, 0, column});
      if (cell.x + (cell.width + widest) / 2 > at.x + at.width) break;
      put_text(list_, {cell.x, at.y - height, cell.width, height}, fmt::format("{}", column), size,
               {.align = Text::Align::center, .color = color});
    }
    const std::uint64_t step = label_step(layout_.cell_height, size * 1.2);
    for (std::uint32_t row = 0; row < shape_.rows; row += step) {
      const Box cell = box({is_after, row, 0});
      const float label_height = std::max(cell.height, size);
      if (cell.y + label_height > at.y + at.height + 0.01f && row > 0) break;
      put_text(list_,
               {cell.x - style_.text_size * 2.3f, cell.y, style_.text_size * 2, label_height},
               fmt::format("{}", row), size, {.align = Text::Align::right, .color = color});
    }
  }

  void paint_title(const Box& at, bool is_after) {
    const Language language = style_.language;
    if (!layout_.has(false)) {
      add_text(list_, style_, at, {phrases::bank_title.in(language)}, {.color = theme_.text});
      return;
    }
    add_text(list_, style_, at,
             {(is_after ? phrases::after_title : phrases::before_title).in(language),
              (is_after ? phrases::after : phrases::before).in(language)},
             {.color = theme_.text});
  }

  // A line across each cell, or as much of it at two corners as `share` says.
  void paint_padding(float share) {
    if (shape_.pitch == shape_.columns) return;
    const Box& at = layout_.after;
    const Box first = box({true, 0, shape_.columns});
    const float right = at.x + static_cast<float>(shape_.pitch) * layout_.cell_width;
    for (std::uint32_t row = 0; row < shape_.rows; ++row) {
      const float top = at.y + static_cast<float>(row) * layout_.cell_height;
      for (float x = first.x; x + layout_.cell_width <= right + 0.01f; x += layout_.cell_width)
        hatch({x, top, layout_.cell_width, layout_.cell_height}, share);
    }
  }

  void hatch(const Box& cell, float share) {
    const float width = cell.width * share, height = cell.height * share;
    const float right = cell.x + cell.width, bottom = cell.y + cell.height;
    list_.lines.push_back({cell.x, cell.y + height, cell.x + width, cell.y, theme_.padding, 1});
    if (share < 1)
      list_.lines.push_back({right - width, bottom, right, bottom - height, theme_.padding, 1});
  }

  void paint_lit() {
    for (const WantedElement& wanted : wanted_elements(array_, access_)) {
      const auto place = shape_.place(wanted.element);
      if (!place) continue;
      const std::uint64_t offset = std::uint64_t{wanted.element} * shape_.element_bytes;
      if (layout_.has(false)) {
        light({false, place->row, place->column},
              {MarkId::Kind::element, place->row, place->column});
      }
      light({true, place->row, place->column},
            {MarkId::Kind::word,
             static_cast<std::uint32_t>((array_.offset + offset) / analysis::kBankBytes),
             wanted.lanes});
    }
  }

  void light(const SwizzleCell& cell, MarkId id) {
    const Box at = box(cell);
    lit_[cell.is_after].push_back(std::size_t{cell.row} * shape_.columns + cell.column);
    const bool outlined = layout_.cell_height >= kOutlinedMapCell;
    list_.rectangles.push_back({at.x, at.y, at.width, at.height, lit_color(bank(cell)),
                                outlined ? theme_.highlight : 0, 1.5f, 0, id});
  }

  void paint_numbers(float size) {
    if (size == 0) return;
    for (const bool is_after : {false, true}) {
      if (!layout_.has(is_after)) continue;
      std::ranges::sort(lit_[is_after]);
      auto next = lit_[is_after].begin();
      for (std::uint32_t row = 0; row < shape_.rows; ++row)
        for (std::uint32_t column = 0; column < columns(is_after); ++column) {
          const SwizzleCell cell{is_after, row, column};
          const bool data = column < shape_.columns;
          const bool is_lit = data && next != lit_[is_after].end() &&
                              *next == std::size_t{row} * shape_.columns + column;
          if (is_lit) ++next;
          const std::uint32_t number = bank(cell);
          const Color behind = is_lit ? lit_color(number)
                               : data ? resting_color(number)
                                      : theme_.background;
          put_text(list_, box(cell), std::to_string(number), size,
                   {.align = Text::Align::center,
                    .color = data ? text_on(behind) : theme_.muted_text,
                    .in_cell = true});
        }
    }
  }

  void paint_pointed(const SwizzleCell& pointed) {
    for (const bool is_after : {false, true}) {
      if (!layout_.has(is_after) || (!is_after && pointed.column >= shape_.columns)) continue;
      const Box at = box({is_after, pointed.row, pointed.column});
      list_.rectangles.push_back(
          {at.x, at.y, at.width, at.height, 0, theme_.conflict, 2.5f, 0, {}});
    }
  }

  const trace::SharedArray& array_;
  const SharedLayout& shape_;
  const analysis::SharedBreakdown& access_;
  const SwizzleMapLayout& layout_;
  const Style& style_;
  const Theme& theme_;
  DrawList list_;
  float number_size_ = 0;
  std::array<std::vector<std::size_t>, 2> lit_;  // before and after: row × columns + column
};

}  // namespace

SwizzleMapLayout swizzle_map_layout(const trace::SharedArray& array, Size size, const Style& style,
                                    SwizzleHalves halves) {
  SwizzleMapLayout layout;
  const SharedLayout& shape = array.layout;
  layout.label_size = label_size(style);
  layout.rule = {0, 0, size.width, std::min(style.text_size * 1.5f, size.height)};
  if (!shape.is_known() || shape.pitch == 0) return layout;
  const Box room{0, layout.rule.height, size.width, size.height - layout.rule.height};
  Box labels{0, 0,
             style.measure(fmt::format("{}", shape.rows), layout.label_size, false) +
                 style.text_size * 0.5f,
             0};
  Halves best;
  // Titles and column numbers only where they leave room for the cells.
  for (; layout.label_lines >= 0; --layout.label_lines) {
    labels.height = static_cast<float>(layout.label_lines) * layout.label_size * kLine;
    best = halves == SwizzleHalves::after ? undivided(room, labels, shape)
                                          : larger_halves(room, style.text_size, labels, shape);
    const auto wanted = static_cast<float>(1 + 2 * layout.label_lines);
    if (std::min(best.cell_width, best.cell_height) >= wanted * kSmallestCell) break;
  }
  if (layout.label_lines < 0) return layout;
  layout.cell_width = best.cell_width;
  layout.cell_height = best.cell_height;
  const auto cells_in = [&](const Box& half) {
    return Box{half.x + labels.width, half.y + labels.height,
               layout.cell_width * static_cast<float>(shape.pitch),
               layout.cell_height * static_cast<float>(shape.rows)};
  };
  if (halves == SwizzleHalves::both) layout.before = cells_in(best.first);
  layout.after = cells_in(best.second);
  return layout;
}

std::optional<SwizzleCell> cell_at(const SwizzleMapLayout& layout, const trace::SharedArray& array,
                                   float x, float y) {
  if (layout.cell_width <= 0) return std::nullopt;
  for (const bool is_after : {false, true}) {
    if (!layout.has(is_after)) continue;
    const Box& cells = is_after ? layout.after : layout.before;
    if (x < cells.x || y < cells.y) continue;
    const auto column = static_cast<std::uint64_t>((x - cells.x) / layout.cell_width);
    const auto row = static_cast<std::uint64_t>((y - cells.y) / layout.cell_height);
    const std::uint32_t columns = is_after ? array.layout.pitch : array.layout.columns;
    if (row < array.layout.rows && column < columns)
      return SwizzleCell{is_after, static_cast<std::uint32_t>(row),
                         static_cast<std::uint32_t>(column)};
  }
  return std::nullopt;
}

std::uint32_t element_of(const trace::SharedArray& array, const SwizzleCell& cell) {
  const SharedLayout& shape = array.layout;
  if (!cell.is_after) return cell.row * shape.columns + cell.column;
  if (cell.column >= shape.columns) return cell.row * shape.pitch + cell.column;
  return shape.element({cell.row, cell.column});
}

DrawList swizzle_map(const trace::SharedArray& array, const analysis::SharedBreakdown& access,
                     const SwizzleMapLayout& layout, Size size, const Style& style,
                     std::optional<SwizzleCell> pointed) {
  return SwizzlePainter(array, access, layout, size, style).paint(pointed);
}

}  // namespace warplens::scene
