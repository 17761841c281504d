// A two-dimensional buffer, from the whole matrix to one element.
//
// Below: who touched each element first (ElementColors), one cell an element, or one a pixel when
// elements are smaller than that. Above: the elements that the current event touches, lit, with
// their lane numbers once these fit, and outlines of the 32-byte sectors that it moves and of the
// 128-byte lines that these lie in. In motion the sectors arrive one after the other: elements are
// dim until theirs is there, and the one under way has a strong outline. The base changes only with
// the window, so the UI may keep it and draw the marks anew.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kernels/trace/trace.h"
#include "viz/scene/access/element_colors.h"
#include "viz/scene/access/elements.h"
#include "viz/scene/access/service.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// The part that is looked at, in elements; fractions while a person drags.
struct MatrixWindow {
  double row = 0, column = 0, rows = 1, columns = 1;
};

struct Element {
  std::uint64_t row = 0, column = 0;
};

// The positions of elements in the view: square cells in an area beside the labels.
struct MatrixLayout {
  MatrixWindow window;
  Box area;
  double cell = 1;  // pixels an element
  float label_size = 0;

  [[nodiscard]] double x_of(double column) const {
    return area.x + (column - window.column) * cell;
  }
  [[nodiscard]] double y_of(double row) const { return area.y + (row - window.row) * cell; }
};

[[nodiscard]] MatrixWindow whole(const trace::Buffer& buffer);
// Zooms by `factor` (above 1: nearer) about a point given in elements, and keeps the window inside
// the buffer and at least one element large.
[[nodiscard]] MatrixWindow zoomed(const MatrixWindow& window, const trace::Buffer& buffer,
                                  double row, double column, double factor);
[[nodiscard]] MatrixWindow panned(const MatrixWindow& window, const trace::Buffer& buffer,
                                  double rows, double columns);

[[nodiscard]] MatrixLayout matrix_layout(const trace::Buffer& buffer, const MatrixWindow& window,
                                         Size size, const Style& style);
[[nodiscard]] std::optional<Element> element_at(const MatrixLayout& layout,
                                                const trace::Buffer& buffer, float x, float y);

// The cells, and row and column numbers.
[[nodiscard]] DrawList matrix_base(const trace::Buffer& buffer, const ElementColors& colors,
                                   const MatrixLayout& layout, Size size, const Style& style);
// The current event. `sectors`: its ExplainedEvent::sectors; `motion` is of the event's
// global side, null: at rest. Ids: element (a: row, b: column) on each lit element, sector (a:
// sector within the buffer) and line (a: line within the buffer) on each outline, mover (a: sector
// within the buffer) on the one under way.
[[nodiscard]] DrawList matrix_marks(const trace::Buffer& buffer,
                                    std::span<const ElementTouch> touched,
                                    std::span<const std::uint64_t> sectors,
                                    const MatrixLayout& layout, Size size, const Style& style,
                                    const Motion* motion = nullptr);

}  // namespace warplens::scene
