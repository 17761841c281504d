#include "viz/scene/access/gemm_layout.h"

#include <algorithm>
#include <bit>

#include "viz/scene/access/gemm_names.h"

namespace warplens::scene {
namespace {

using analysis::Factor;
using analysis::GemmFlow;
using analysis::GemmTouch;

constexpr float kThinnestCell = 2;  // in pixels; a thinner one cannot be told from the next
constexpr float kWidestGemmCell = 3, kHighestGemmCell = 3;    // in text sizes
constexpr float kWidestNamedCell = 9, kHighestNamedCell = 6;  // where a sum is written in a cell
constexpr float kTitleHeight = 1.5f;                          // likewise
constexpr float kStepsAcross = 0.26f;                         // of the width, for the slice of A
constexpr float kStepsDown = 0.36f;                           // of the height, for the slice of B
constexpr std::uint32_t kMostSteps = 16;
constexpr float kEdge = 2;  // in pixels, for frames of what lies at the right

// So many cells of `all` as have `room`, `wanted` among them: the part of them that holds it.
struct CellRange {
  std::uint32_t first = 0, count = 0;
};
CellRange part_of(CellRange all, float room, std::uint32_t wanted) {
  const auto most = static_cast<std::uint32_t>(std::max(room / kThinnestCell, 1.0f));
  if (all.count <= most) return all;
  const std::uint32_t offset = wanted < all.first ? 0 : wanted - all.first;
  const std::uint32_t first = std::min(offset / most * most, all.count - most);
  return {all.first + first, most};
}

// The first row, column and step that the event touches; else the latest that was touched.
struct Wanted {
  std::uint32_t row = 0, column = 0, step = 0;
};
Wanted wanted_at(const GemmFlow& flow, std::size_t event) {
  Wanted wanted{flow.first_row, flow.first_column, 0};
  const auto last = std::ranges::upper_bound(flow.touches, static_cast<std::uint32_t>(event), {},
                                             &GemmTouch::event);
  if (last == flow.touches.begin()) return wanted;
  const std::uint32_t latest = std::prev(last)->event;
  for (const GemmTouch& touch : flow.touches_of(latest)) {
    (touch.factor == Factor::a ? wanted.row : wanted.column) = touch.along();
    wanted.step = touch.step();
    break;
  }
  for (const analysis::GemmCell& cell : flow.cells) {
    if (cell.event == event) return {cell.element.row, cell.element.column, wanted.step};
  }
  return wanted;
}

float cell_size(float room, std::uint32_t count, float most) {
  return std::min(room / static_cast<float>(std::max(count, 1u)), most);
}

}  // namespace

GemmLayout gemm_layout(const GemmFlow& flow, std::size_t event, const GemmLook& look, Size size,
                       const Style& style) {
  GemmLayout layout;
  const float unit = style.text_size;
  const float line = size.height > unit * 12 ? unit * kTitleHeight : 0;
  const float gap = std::min(unit * 0.6f, size.width * 0.02f);
  const float title = size.height > unit * 8 ? unit * kTitleHeight : 0;  // above B
  const float width = std::max(size.width - gap - kEdge, 1.0f);
  const float height = std::max(size.height - 2 * line - gap - title, 1.0f);

  const Wanted wanted = wanted_at(flow, event);
  const CellRange all_rows =
      look.is_whole ? CellRange{0, flow.shape.m} : CellRange{flow.first_row, flow.rows};
  const CellRange all_columns =
      look.is_whole ? CellRange{0, flow.shape.n} : CellRange{flow.first_column, flow.columns};
  const CellRange rows = part_of(all_rows, height * (1 - kStepsDown), wanted.row);
  const CellRange columns = part_of(all_columns, width * (1 - kStepsAcross), wanted.column);
  GemmWindow& window = layout.window;
  window.first_row = rows.first, window.rows = rows.count;
  window.first_column = columns.first, window.columns = columns.count;
  const float room = std::min(width * kStepsAcross, height * kStepsDown);
  const auto most = static_cast<std::uint32_t>(std::max(room / kThinnestCell, 1.0f));
  window.steps = std::min(flow.shape.k, std::bit_floor(std::min(kMostSteps, most)));
  window.first_step = std::min(wanted.step / std::max(window.steps, 1u) * window.steps,
                               flow.shape.k - window.steps);

  const bool is_named = has_names(flow.shape);
  const float widest = unit * (is_named ? kWidestNamedCell : kWidestGemmCell);
  const float highest = unit * (is_named ? kHighestNamedCell : kHighestGemmCell);
  layout.step_width = cell_size(width * kStepsAcross, window.steps, widest);
  layout.row_height = cell_size(height * (1 - kStepsDown), window.rows, highest);
  const float across = layout.step_width * static_cast<float>(window.steps);
  layout.column_width = cell_size(width - across, window.columns, widest);
  const float down = layout.row_height * static_cast<float>(window.rows);
  layout.step_height = cell_size(height - down, window.steps, highest);
  const float above = layout.step_height * static_cast<float>(window.steps);
  const float right = across + gap, below = title + above + gap;
  const float of_c = layout.column_width * static_cast<float>(window.columns);
  layout.a = {0, below, across, down};
  layout.b = {right, title, of_c, above};
  layout.c = {right, below, of_c, down};
  layout.corner = {0, 0, across, below};
  layout.access = {0, size.height - 2 * line, size.width, line};
  layout.loads = {0, size.height - line, size.width, line};
  return layout;
}

std::optional<analysis::MatrixElement> gemm_cell_at(const GemmLayout& layout, float x, float y) {
  const Box& c = layout.c;
  if (x < c.x || y < c.y || x >= c.x + c.width || y >= c.y + c.height) return std::nullopt;
  const auto row = static_cast<std::uint32_t>((y - c.y) / layout.row_height);
  const auto column = static_cast<std::uint32_t>((x - c.x) / layout.column_width);
  if (row >= layout.window.rows || column >= layout.window.columns) return std::nullopt;
  return analysis::MatrixElement{layout.window.first_row + row,
                                 layout.window.first_column + column};
}

}  // namespace warplens::scene
