#include "viz/scene/access/matrix_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "kernels/cost/access_cost.h"
#include "viz/scene/access/matrix_cells.h"

namespace warplens::scene {
namespace {

constexpr std::uint64_t kCacheLineBytes = 128;  // four sectors

MatrixWindow kept_inside(MatrixWindow window, const trace::Buffer& buffer) {
  const auto rows = static_cast<double>(std::max<std::uint64_t>(buffer.rows, 1));
  const auto columns = static_cast<double>(std::max<std::uint64_t>(buffer.columns, 1));
  window.rows = std::clamp(window.rows, 1.0, rows);
  window.columns = std::clamp(window.columns, 1.0, columns);
  window.row = std::clamp(window.row, 0.0, rows - window.rows);
  window.column = std::clamp(window.column, 0.0, columns - window.columns);
  return window;
}

// The first label at or after `first` and those that follow, `step` apart.
template <class Put>
void each_label(double first, double end, std::uint64_t step, Put put) {
  auto index = static_cast<std::uint64_t>(std::ceil(first / static_cast<double>(step))) * step;
  for (; static_cast<double>(index) < end; index += step) put(index);
}

}  // namespace

void add_matrix_labels(DrawList& list, const MatrixLayout& layout, const Style& style) {
  const Color color = theme(style.theme).muted_text;
  const MatrixWindow& window = layout.window;
  const std::string widest = fmt::format("{:.0f}", window.column + window.columns);
  const float column_width = style.measure(widest, layout.label_size, false);
  const auto cell = static_cast<float>(layout.cell);
  const float right = layout.area.x + layout.area.width;
  each_label(window.column, window.column + window.columns,
             label_step(layout.cell, column_width * 1.6), [&](std::uint64_t column) {
               const auto x = static_cast<float>(layout.x_of(static_cast<double>(column)));
               const float half = std::max(cell, column_width) / 2;
               constexpr float kRounding = 0.5f;
               if (x + cell / 2 - half < -kRounding ||
                   x + cell / 2 + half > std::max(right, list.width) + kRounding)
                 return;
               put_text(list, {x, 0, cell, layout.area.y}, fmt::format("{}", column),
                        layout.label_size, {.align = Text::Align::center, .color = color});
             });
  const float gutter = layout.area.x - style.text_size * 0.3f;
  each_label(window.row, window.row + window.rows, label_step(layout.cell, layout.label_size * 1.3),
             [&](std::uint64_t row) {
               const auto y = static_cast<float>(layout.y_of(static_cast<double>(row)));
               const float height = std::max(cell, layout.label_size);
               if (y + height > list.height) return;
               put_text(list, {0, y, gutter, height}, fmt::format("{}", row), layout.label_size,
                        {.align = Text::Align::right, .color = color});
             });
}

namespace {

CellGrid sampled(const ElementColors& colors, const MatrixLayout& layout, const Style& style) {
  const Color untouched = theme(style.theme).cell;
  return matrix_cells(layout, colors.rows, colors.columns,
                      [&](std::uint64_t row, std::uint64_t column) {
                        const Color color = colors.at(row, column);
                        return color != 0 ? color : untouched;
                      });
}

void paint_grid_lines(DrawList& list, const CellGrid& grid, const Style& style) {
  const Color color = theme(style.theme).background;
  const float right = grid.x + static_cast<float>(grid.columns) * grid.cell_width;
  const float bottom = grid.y + static_cast<float>(grid.rows) * grid.cell_height;
  for (std::uint32_t i = 0; i <= grid.columns; ++i) {
    const float x = grid.x + static_cast<float>(i) * grid.cell_width;
    list.lines.push_back({x, grid.y, x, bottom, color, 1});
  }
  for (std::uint32_t i = 0; i <= grid.rows; ++i) {
    const float y = grid.y + static_cast<float>(i) * grid.cell_height;
    list.lines.push_back({grid.x, y, right, y, color, 1});
  }
}

// The part of rows × columns elements at (row, column) that lies in the window, at least `smallest`
// pixels wide and high; nothing when it lies outside.
std::optional<Box> visible(const MatrixLayout& layout, double row, double column, double columns,
                           float smallest) {
  const double left = std::max<double>(layout.x_of(column), layout.area.x);
  const double top = std::max<double>(layout.y_of(row), layout.area.y);
  const double right =
      std::min<double>(layout.x_of(column + columns), layout.area.x + layout.area.width);
  const double bottom = std::min<double>(layout.y_of(row + 1), layout.area.y + layout.area.height);
  if (right <= left || bottom <= top) return std::nullopt;
  Box box{static_cast<float>(left), static_cast<float>(top),
          std::max(static_cast<float>(right - left), smallest),
          std::max(static_cast<float>(bottom - top), smallest)};
  box.x = std::min(box.x, std::max(0.0f, layout.area.x + layout.area.width - box.width));
  box.y = std::min(box.y, std::max(0.0f, layout.area.y + layout.area.height - box.height));
  return box;
}

std::uint64_t pitch_of(const trace::Buffer& buffer) {
  return buffer.pitch != 0 ? buffer.pitch : buffer.columns * buffer.element_bytes;
}

// Bytes [begin, end) of the buffer.
struct Bytes {
  std::uint64_t begin = 0, end = 0;
};

// The part of the segment of `bytes` bytes that lies in the buffer: `index` counts from address 0.
std::optional<Bytes> in_buffer(const trace::Buffer& buffer, std::uint64_t index,
                               std::uint64_t bytes) {
  const std::uint64_t address = index * bytes;
  if (address < buffer.address || address - buffer.address >= buffer.bytes) return std::nullopt;
  const std::uint64_t begin = address - buffer.address;
  return Bytes{begin, std::min(begin + bytes, buffer.bytes)};
}

// Calls `paint` with the box of each row's part of the bytes that can be seen.
template <class Paint>
void each_box(const trace::Buffer& buffer, const Bytes& bytes, const MatrixLayout& layout,
              Paint paint) {
  const std::uint64_t element = buffer.element_bytes;
  const std::uint64_t pitch = pitch_of(buffer);
  if (element == 0 || pitch == 0) return;
  const double scale = 1.0 / static_cast<double>(element);
  for (std::uint64_t row = bytes.begin / pitch; row * pitch < bytes.end && row < buffer.rows;
       ++row) {
    const std::uint64_t first = std::max(bytes.begin, row * pitch) - row * pitch;
    const std::uint64_t last = std::min(bytes.end - row * pitch, buffer.columns * element);
    if (first >= last) continue;
    const auto box = visible(layout, static_cast<double>(row), static_cast<double>(first) * scale,
                             static_cast<double>(last - first) * scale, 2);
    if (box) paint(*box);
  }
}

// A line reaches a little beyond the sectors in it, where there is room.
void paint_line(DrawList& list, const trace::Buffer& buffer, std::uint64_t line,
                const MatrixLayout& layout, const Style& style) {
  const auto bytes = in_buffer(buffer, line, kCacheLineBytes);
  if (!bytes) return;
  const MarkId id{MarkId::Kind::line, static_cast<std::uint32_t>(bytes->begin / kCacheLineBytes),
                  0};
  each_box(buffer, *bytes, layout, [&](const Box& box) {
    const float room = std::clamp(static_cast<float>(layout.cell) * 0.15f, 0.0f, 3.0f);
    const float x = std::max(box.x - room, 0.0f);
    const float y = std::max(box.y - room, 0.0f);
    const float right = std::min(box.x + box.width + room, list.width);
    const float bottom = std::min(box.y + box.height + room, list.height);
    list.rectangles.push_back(
        {x, y, right - x, bottom - y, 0, theme(style.theme).muted_text, 1, 0, id});
  });
}

void paint_sector(DrawList& list, const trace::Buffer& buffer, std::uint64_t sector,
                  double progress, const MatrixLayout& layout, const Style& style) {
  const auto bytes = in_buffer(buffer, sector, analysis::kSectorBytes);
  if (!bytes) return;
  const Theme& colors = theme(style.theme);
  const auto index = static_cast<std::uint32_t>(bytes->begin / analysis::kSectorBytes);
  const bool under_way = progress > 0 && progress < 1;
  const Color color = progress > 0 ? colors.sector : with_alpha(colors.sector, 0x50);
  each_box(buffer, *bytes, layout, [&](const Box& box) {
    list.rectangles.push_back(
        {box.x, box.y, box.width, box.height, 0, color, 2, 0, {MarkId::Kind::sector, index, 0}});
    if (under_way)
      list.rectangles.push_back({box.x,
                                 box.y,
                                 box.width,
                                 box.height,
                                 with_alpha(colors.sector, 0x60),
                                 colors.highlight,
                                 3,
                                 0,
                                 {MarkId::Kind::mover, index, 0}});
  });
}

void paint_element(DrawList& list, const ElementTouch& touch, bool arrived, float number_size,
                   const MatrixLayout& layout, const Style& style) {
  const auto box =
      visible(layout, static_cast<double>(touch.row), static_cast<double>(touch.column), 1, 2);
  if (!box) return;
  const Color own = lane_color(touch.lane);
  const Color fill = arrived ? own : waiting_color(own, style.theme);
  const bool outlined = arrived && layout.cell >= 6;
  list.rectangles.push_back({box->x,
                             box->y,
                             box->width,
                             box->height,
                             fill,
                             outlined ? theme(style.theme).highlight : 0,
                             1,
                             0,
                             {MarkId::Kind::element, static_cast<std::uint32_t>(touch.row),
                              static_cast<std::uint32_t>(touch.column)}});
  const bool whole_cell = box->width >= layout.cell * 0.99 && box->height >= layout.cell * 0.99;
  if (number_size > 0 && whole_cell)
    put_text(list, *box, fmt::format("{}", touch.lane), number_size,
             {.align = Text::Align::center, .color = text_on(fill), .in_cell = true});
}

// The pass that brings the element's last byte.
std::uint32_t pass_of_element(const trace::Buffer& buffer, const ElementTouch& touch,
                              std::span<const std::uint64_t> sectors) {
  const std::uint64_t last =
      buffer.address + touch.row * pitch_of(buffer) + (touch.column + 1) * buffer.element_bytes - 1;
  const auto at = std::ranges::upper_bound(sectors, last / analysis::kSectorBytes);
  return at == sectors.begin() ? 0 : static_cast<std::uint32_t>(at - sectors.begin() - 1);
}

// Several lanes on one element: the first one's number is enough, the rest would lie over it.
std::vector<ElementTouch> one_lane_an_element(std::span<const ElementTouch> touched) {
  std::vector<ElementTouch> distinct(touched.begin(), touched.end());
  const auto place = [](const ElementTouch& touch) { return std::pair(touch.row, touch.column); };
  std::ranges::stable_sort(distinct, {}, place);
  const auto same = [&](const auto& a, const auto& b) { return place(a) == place(b); };
  distinct.erase(std::unique(distinct.begin(), distinct.end(), same), distinct.end());
  return distinct;
}

// How much of the background lies over the base, so that the current event stands out.
constexpr std::uint8_t kSubdued = 0x70;

// Draws the numbers of the lanes or warps that the base's colours stand for.
class NumberPainter {
 public:
  NumberPainter(DrawList& list, const ElementColors& colors, const MatrixLayout& layout,
                const Style& style)
      : list_(list), colors_(colors), layout_(layout), style_(style), grid_(list.grids.back()) {}

  // Draws the numbers in cells that have room: of the lane, or of the warp where its elements in
  // the row begin.
  void paint() {
    if (colors_.numbers.empty() || colors_.step != 1 || size_of("0") == 0) return;
    for (std::uint32_t row = 0; row < grid_.rows; ++row) paint_row(row);
  }

 private:
  [[nodiscard]] float size_of(std::string_view text) const {
    const auto room = static_cast<float>(layout_.cell * 0.9);
    return fitting_mark(style_, text, {room, room});
  }
  [[nodiscard]] Box box(std::uint32_t row, std::uint32_t column) const {
    return {grid_.x + static_cast<float>(column) * grid_.cell_width,
            grid_.y + static_cast<float>(row) * grid_.cell_height, grid_.cell_width,
            grid_.cell_height};
  }
  [[nodiscard]] bool is_whole(const Box& cell) const {
    const Box& area = layout_.area;
    return cell.x >= area.x - 0.01f && cell.y >= area.y - 0.01f &&
           cell.x + cell.width <= area.x + area.width + 0.01f &&
           cell.y + cell.height <= area.y + area.height + 0.01f;
  }
  [[nodiscard]] std::uint32_t number(std::uint32_t row, std::uint32_t column) const {
    return colors_.number_at(static_cast<std::uint64_t>(layout_.window.row) + row,
                             static_cast<std::uint64_t>(layout_.window.column) + column);
  }

  void paint_row(std::uint32_t row) {
    std::uint32_t painted = ElementColors::kNone;
    for (std::uint32_t column = 0; column < grid_.columns; ++column) {
      const std::uint32_t own = number(row, column);
      if (own == painted || !is_whole(box(row, column))) continue;
      painted = own;
      if (own != ElementColors::kNone) paint_cell(row, column, fmt::format("{}", own));
    }
  }

  void paint_cell(std::uint32_t row, std::uint32_t column, const std::string& text) {
    const float size = size_of(text);
    if (size == 0) return;
    const Color own = grid_.colors[std::size_t{row} * grid_.columns + column];
    const Color seen = mix(own, theme(style_.theme).background, kSubdued / 255.0f);
    put_text(list_, box(row, column), text, size,
             {.align = Text::Align::center, .color = text_on(seen), .in_cell = true});
  }

  DrawList& list_;
  const ElementColors& colors_;
  const MatrixLayout& layout_;
  const Style& style_;
  const CellGrid& grid_;
};

}  // namespace

MatrixWindow whole(const trace::Buffer& buffer) {
  return {0, 0, static_cast<double>(std::max<std::uint64_t>(buffer.rows, 1)),
          static_cast<double>(std::max<std::uint64_t>(buffer.columns, 1))};
}

MatrixWindow zoomed(const MatrixWindow& window, const trace::Buffer& buffer, double row,
                    double column, double factor) {
  if (!(factor > 0)) return window;
  MatrixWindow next;
  next.rows = window.rows / factor;
  next.columns = window.columns / factor;
  next.row = row - (row - window.row) / factor;
  next.column = column - (column - window.column) / factor;
  // At the largest zoom the window holds one element, not parts of two.
  if (next.rows < 1) next.row = std::floor(row);
  if (next.columns < 1) next.column = std::floor(column);
  return kept_inside(next, buffer);
}

MatrixWindow panned(const MatrixWindow& window, const trace::Buffer& buffer, double rows,
                    double columns) {
  MatrixWindow next = window;
  next.row += rows;
  next.column += columns;
  return kept_inside(next, buffer);
}

MatrixLayout matrix_layout(const trace::Buffer& buffer, const MatrixWindow& window, Size size,
                           const Style& style) {
  MatrixLayout layout;
  layout.window = kept_inside(window, buffer);
  layout.label_size = label_size(style);
  const std::string widest = fmt::format("{}", buffer.rows);
  layout.area.x = style.measure(widest, layout.label_size, false) + style.text_size * 0.6f;
  layout.area.y = layout.label_size * 1.5f;
  const double width = std::max(1.0f, size.width - layout.area.x);
  const double height = std::max(1.0f, size.height - layout.area.y);
  layout.cell = std::min(width / layout.window.columns, height / layout.window.rows);
  layout.area.width = static_cast<float>(layout.cell * layout.window.columns);
  layout.area.height = static_cast<float>(layout.cell * layout.window.rows);
  return layout;
}

std::optional<Element> element_at(const MatrixLayout& layout, const trace::Buffer& buffer, float x,
                                  float y) {
  const double row = layout.window.row + (y - layout.area.y) / layout.cell;
  const double column = layout.window.column + (x - layout.area.x) / layout.cell;
  const bool inside = x >= layout.area.x && y >= layout.area.y &&
                      x < layout.area.x + layout.area.width &&
                      y < layout.area.y + layout.area.height;
  if (!inside || row < 0 || column < 0) return std::nullopt;
  const Element element{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)};
  if (element.row >= buffer.rows || element.column >= buffer.columns) return std::nullopt;
  return element;
}

DrawList matrix_base(const trace::Buffer& buffer, const ElementColors& colors,
                     const MatrixLayout& layout, Size size, const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  if (buffer.rows == 0 || buffer.columns == 0) return list;
  list.grids.push_back(sampled(colors, layout, style));
  list.rectangles.push_back({layout.area.x,
                             layout.area.y,
                             layout.area.width,
                             layout.area.height,
                             with_alpha(theme(style.theme).background, kSubdued),
                             0,
                             1,
                             0,
                             {}});
  if (layout.cell >= 5) paint_grid_lines(list, list.grids.back(), style);
  add_matrix_labels(list, layout, style);
  NumberPainter(list, colors, layout, style).paint();
  return list;
}

DrawList matrix_marks(const trace::Buffer& buffer, std::span<const ElementTouch> touched,
                      std::span<const std::uint64_t> sectors, const MatrixLayout& layout, Size size,
                      const Style& style, const Motion* motion) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const auto room = static_cast<float>(layout.cell * 0.9);
  const float number_size = fitting_mark(style, "31", {room, room});
  const auto progress = [motion](std::size_t pass) {
    return motion == nullptr ? 1.0 : motion->progress(static_cast<std::uint32_t>(pass));
  };
  for (const ElementTouch& touch : one_lane_an_element(touched)) {
    const bool arrived = progress(pass_of_element(buffer, touch, sectors)) >= 1;
    paint_element(list, touch, arrived, number_size, layout, style);
  }
  std::uint64_t painted = ~std::uint64_t{0};
  for (const std::uint64_t sector : sectors) {
    const std::uint64_t line = sector / (kCacheLineBytes / analysis::kSectorBytes);
    if (line != painted) paint_line(list, buffer, line, layout, style);
    painted = line;
  }
  for (std::size_t i = 0; i < sectors.size(); ++i)
    paint_sector(list, buffer, sectors[i], progress(i), layout, style);
  return list;
}

}  // namespace warplens::scene
