#include "viz/scene/access/image_view.h"

#include <algorithm>

#include "viz/scene/access/matrix_cells.h"

namespace warplens::scene {
namespace {

constexpr float kTint = 0.45f;
// The least size of a pixel at which each lane has an outline; below it the outline would hide the
// pixel, and the whole run of lanes has one.
constexpr double kOutlinedPixel = 6;

// Neighbouring pixels of one row.
struct PixelRun {
  std::uint64_t row = 0, column = 0, count = 0;
  std::uint32_t lane = 0;  // the first
};

// The runs of pixels of each lane, or of lanes side by side.
std::vector<PixelRun> runs_of_pixels(std::span<const ElementTouch> touched, bool joins_lanes) {
  std::vector<ElementTouch> sorted(touched.begin(), touched.end());
  std::ranges::stable_sort(
      sorted, {}, [](const ElementTouch& touch) { return std::pair(touch.row, touch.column); });
  std::vector<PixelRun> runs;
  for (const ElementTouch& touch : sorted) {
    const bool continues = !runs.empty() && runs.back().row == touch.row &&
                           runs.back().column + runs.back().count == touch.column &&
                           (joins_lanes || runs.back().lane == touch.lane);
    if (continues) {
      ++runs.back().count;
    } else {
      runs.push_back({touch.row, touch.column, 1, touch.lane});
    }
  }
  return runs;
}

// The visible box of the run, at least two pixels of the screen; empty if none is visible.
Box box_of(const MatrixLayout& layout, const PixelRun& run) {
  const auto column = static_cast<double>(run.column), row = static_cast<double>(run.row);
  const double left = std::max<double>(layout.x_of(column), layout.area.x);
  const double top = std::max<double>(layout.y_of(row), layout.area.y);
  const double right = std::min<double>(layout.x_of(column + static_cast<double>(run.count)),
                                        layout.area.x + layout.area.width);
  const double bottom = std::min<double>(layout.y_of(row + 1), layout.area.y + layout.area.height);
  if (right <= left || bottom <= top) return {};
  return {static_cast<float>(left), static_cast<float>(top),
          static_cast<float>(std::max(right - left, 2.0)),
          static_cast<float>(std::max(bottom - top, 2.0))};
}

// Dark around light, so that it stands out from any picture.
void outline(DrawList& list, const Box& box, Color color, const MarkId& id, const Style& style) {
  const float left = std::max(box.x - 1, 0.0f), top = std::max(box.y - 1, 0.0f);
  const float right = std::min(box.x + box.width + 1, list.width);
  const float bottom = std::min(box.y + box.height + 1, list.height);
  const Color ground = with_alpha(theme(style.theme).background, 0xc0);
  list.rectangles.push_back({left, top, right - left, bottom - top, 0, ground, 1, 0, {}});
  list.rectangles.push_back({box.x, box.y, box.width, box.height, 0, color, 2, 0, id});
}

void add_numbers(DrawList& list, const Picture& picture, std::size_t moment,
                 const trace::Buffer& shape, std::span<const ElementTouch> touched,
                 const MatrixLayout& layout, const Style& style) {
  const auto room = static_cast<float>(layout.cell * 0.8);
  const float size = fitting_mark(style, "31", {room, room});
  if (size == 0) return;
  for (const ElementTouch& touch : touched) {
    const PixelRun pixel{touch.row, touch.column, 1, touch.lane};
    const Box box = box_of(layout, pixel);
    if (box.width < static_cast<float>(layout.cell * 0.99)) continue;
    if (box.height < static_cast<float>(layout.cell * 0.99)) continue;
    const Color under = picture.color(touch.row * shape.columns + touch.column, moment);
    put_text(list, box, fmt::format("{}", touch.lane), size,
             {.align = Text::Align::center,
              .color = text_on(under),
              .id = {MarkId::Kind::element, static_cast<std::uint32_t>(touch.row),
                     static_cast<std::uint32_t>(touch.column)},
              .in_cell = true});
  }
}

}  // namespace

DrawList image_base(const Picture& picture, std::size_t moment, const trace::Buffer& shape,
                    const ElementColors* tint, const MatrixLayout& layout, Size size,
                    const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const Color outside = theme(style.theme).cell;
  const std::span<const std::uint32_t> before = picture.pixels->before;
  const std::span<const std::uint32_t> after = picture.pixels->after;
  list.grids.push_back(
      matrix_cells(layout, shape.rows, shape.columns, [&](std::uint64_t row, std::uint64_t column) {
        const std::uint64_t pixel = row * shape.columns + column;
        if (pixel >= before.size()) return outside;
        // One of the two is read: together they are larger than a cache.
        const std::span<const std::uint32_t>& now =
            picture.is_stored(pixel, moment) ? after : before;
        const Color own = color_of(now[pixel]);
        const Color toucher = tint == nullptr ? 0 : tint->at(row, column);
        return toucher == 0 ? own : mix(own, toucher, kTint);
      }));
  add_matrix_labels(list, layout, style);
  return list;
}

DrawList image_marks(const Picture& picture, std::size_t moment, const trace::Buffer& shape,
                     std::span<const ElementTouch> touched, const MatrixLayout& layout, Size size,
                     const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const bool is_close = layout.cell >= kOutlinedPixel;
  for (const PixelRun& run : runs_of_pixels(touched, !is_close)) {
    const Box box = box_of(layout, run);
    if (box.width == 0) continue;
    const Color color = is_close ? lane_color(run.lane) : theme(style.theme).highlight;
    outline(list, box, color, {MarkId::Kind::lane, run.lane, 0}, style);
  }
  add_numbers(list, picture, moment, shape, touched, layout, style);
  return list;
}

}  // namespace warplens::scene
