#include "viz/scene/access/block_marks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warplens::scene {
namespace {

using analysis::ThreadGrid;

// Rows [row, row_end) and columns [column, column_end), in elements.
struct Part {
  double row = 0, column = 0, row_end = 0, column_end = 0;
};

// The visible part; nothing if none of it is.
std::optional<Part> seen_of(const Part& part, const MatrixWindow& window) {
  const Part seen{std::max(part.row, window.row), std::max(part.column, window.column),
                  std::min(part.row_end, window.row + window.rows),
                  std::min(part.column_end, window.column + window.columns)};
  if (seen.row >= seen.row_end || seen.column >= seen.column_end) return std::nullopt;
  return seen;
}

Box box_of(const Part& part, const MatrixLayout& layout) {
  const auto x = static_cast<float>(layout.x_of(part.column));
  const auto y = static_cast<float>(layout.y_of(part.row));
  return {x, y, static_cast<float>(layout.x_of(part.column_end)) - x,
          static_cast<float>(layout.y_of(part.row_end)) - y};
}

// The cells of `a` that `b` does not have, both from the first row and column on: those to the
// right, and those below.
std::array<Part, 2> beyond(std::uint64_t a_rows, std::uint64_t a_columns, std::uint64_t b_rows,
                           std::uint64_t b_columns) {
  const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
  return {Part{0, number(b_columns), number(a_rows), number(a_columns)},
          Part{number(b_rows), 0, number(a_rows), number(std::min(a_columns, b_columns))}};
}

class BlockPainter {
 public:
  BlockPainter(DrawList& list, const ThreadGrid& threads, ColorBy by, const MatrixLayout& layout,
               const Style& style)
      : list_(list), threads_(threads), by_(by), layout_(layout), style_(style) {}

  void paint_idle() {
    for (const Part& part : beyond(threads_.rows_reached(), threads_.columns_reached(),
                                   threads_.rows, threads_.columns)) {
      const auto seen = seen_of(part, layout_.window);
      if (!seen) continue;
      fill(*seen, theme(style_.theme).outside, 0, {});
      paint_threads(*seen);
    }
  }

  void paint_unreached() {
    const Color color = theme(style_.theme).conflict;
    for (const Part& part : beyond(threads_.rows, threads_.columns, threads_.rows_reached(),
                                   threads_.columns_reached())) {
      const auto seen = seen_of(part, layout_.window);
      if (!seen) continue;
      fill(*seen, with_alpha(color, 0x30), color, {MarkId::Kind::line, 0, 0});
      add_text(list_, style_, box_of(*seen, layout_), {phrases::not_reached.in(style_.language)},
               {.align = Text::Align::center, .color = theme(style_.theme).text});
    }
  }

  void paint_outlines() {
    const float smallest = style_.text_size * 0.5f;
    const double cell = layout_.cell;
    if (cell * threads_.block.x < smallest && threads_.grid.x > 1) return;
    if (cell * threads_.block.y < smallest && threads_.grid.y > 1) return;
    for (std::uint32_t i = 0; i <= threads_.grid.x; ++i) paint_edge(i, true);
    for (std::uint32_t i = 0; i <= threads_.grid.y; ++i) paint_edge(i, false);
  }

 private:
  void fill(const Part& part, Color color, Color outline, MarkId id) {
    const Box box = box_of(part, layout_);
    list_.rectangles.push_back({box.x, box.y, box.width, box.height, color, outline, 2, 0, id});
  }

  [[nodiscard]] Color color_of(const analysis::GridThread& thread) const {
    if (by_ == ColorBy::warp) return warp_color(thread.warp_of_grid);
    if (by_ == ColorBy::lane) return lane_color(thread.lane);
    return theme(style_.theme).muted_text;
  }

  // Hollow squares, where cells are large enough to tell them apart.
  void paint_threads(const Part& seen) {
    constexpr double kSmallest = 4;
    if (layout_.cell < kSmallest) return;
    const auto first = [](double at) { return static_cast<std::uint64_t>(std::ceil(at)); };
    const auto end = [](double at) { return static_cast<std::uint64_t>(std::floor(at)); };
    for (std::uint64_t row = first(seen.row); row < end(seen.row_end); ++row) {
      for (std::uint64_t column = first(seen.column); column < end(seen.column_end); ++column) {
        paint_thread(row, column);
      }
    }
  }

  void paint_thread(std::uint64_t row, std::uint64_t column) {
    const auto thread = analysis::thread_at(threads_, row, column);
    if (!thread) return;
    const auto cell = static_cast<float>(layout_.cell);
    const float inset = cell * 0.28f;
    const Box box{static_cast<float>(layout_.x_of(static_cast<double>(column))) + inset,
                  static_cast<float>(layout_.y_of(static_cast<double>(row))) + inset,
                  cell - 2 * inset, cell - 2 * inset};
    list_.rectangles.push_back(
        {box.x,
         box.y,
         box.width,
         box.height,
         0,
         color_of(*thread),
         std::clamp(cell * 0.08f, 1.0f, 3.0f),
         0,
         {MarkId::Kind::row, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)}});
    if (by_ != ColorBy::lane) return;
    const Box within{box.x + box.width * 0.15f, box.y, box.width * 0.7f, box.height};
    add_text(list_, style_, within, {fmt::format("{}", thread->lane)},
             {.align = Text::Align::center, .color = theme(style_.theme).muted_text});
  }

  // Between the blocks in front of number `i` and it.
  void paint_edge(std::uint32_t i, bool is_upright) {
    const double at = static_cast<double>(i) * (is_upright ? threads_.block.x : threads_.block.y);
    const MatrixWindow& window = layout_.window;
    const double low = is_upright ? window.column : window.row;
    const double length = is_upright ? window.columns : window.rows;
    if (at < low || at > low + length) return;
    const double across_low = is_upright ? window.row : window.column;
    const double across_end = std::min(
        across_low + (is_upright ? window.rows : window.columns),
        static_cast<double>(is_upright ? threads_.rows_reached() : threads_.columns_reached()));
    if (across_end <= across_low) return;
    const Part edge =
        is_upright ? Part{across_low, at, across_end, at} : Part{at, across_low, at, across_end};
    const Box box = box_of(edge, layout_);
    list_.lines.push_back(
        {box.x, box.y, box.x + box.width, box.y + box.height, theme(style_.theme).text, 2});
  }

  DrawList& list_;
  const ThreadGrid& threads_;
  ColorBy by_;
  const MatrixLayout& layout_;
  const Style& style_;
};

}  // namespace

trace::Buffer with_threads(trace::Buffer buffer, const ThreadGrid& threads) {
  buffer.rows = std::max(buffer.rows, threads.rows_reached());
  buffer.columns = std::max(buffer.columns, threads.columns_reached());
  return buffer;
}

std::optional<Box> block_handle(const ThreadGrid& threads, const MatrixLayout& layout,
                                const Style& style) {
  const float half = style.text_size * 0.5f;
  const auto x = static_cast<float>(layout.x_of(threads.block.x));
  const auto y = static_cast<float>(layout.y_of(threads.block.y));
  const Box& area = layout.area;
  if (x < area.x || y < area.y || x > area.x + area.width + 1 || y > area.y + area.height + 1) {
    return std::nullopt;
  }
  return Box{std::min(x - half, area.x + area.width - 2 * half),
             std::min(y - half, area.y + area.height - 2 * half), 2 * half, 2 * half};
}

DrawList block_marks(const ThreadGrid& threads, ColorBy by, const MatrixLayout& layout, Size size,
                     const Style& style, bool has_handle) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  BlockPainter painter(list, threads, by, layout, style);
  painter.paint_idle();
  painter.paint_unreached();
  painter.paint_outlines();
  const auto handle = block_handle(threads, layout, style);
  if (!has_handle || !handle) return list;
  const Theme& colors = theme(style.theme);
  list.rectangles.push_back({handle->x,
                             handle->y,
                             handle->width,
                             handle->height,
                             colors.highlight,
                             colors.background,
                             2,
                             2,
                             {MarkId::Kind::mover, 0, 0}});
  return list;
}

}  // namespace warplens::scene
