#include "viz/scene/access/gemm_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/scene/access/gemm_names.h"
#include "viz/scene/access/gemm_phrases.h"

namespace warplens::scene {
namespace {

using analysis::Factor;
using analysis::GemmCell;
using analysis::GemmTouch;
using analysis::MatrixElement;

constexpr float kReadBefore = 0.22f;  // of the way from a cell to grey
constexpr float kAllTerms = 0.62f;
constexpr float kBroughtFor = 0.35f;  // of the way to the highlight
constexpr std::uint8_t kNeeded = 0x50;
constexpr float kLinedCell = 5;    // in pixels
constexpr float kNameSize = 1.6f;  // of names, in text sizes
constexpr float kFrame = 1.5f, kThreadOutline = 2;

class GemmPainter {
 public:
  GemmPainter(const GemmScene& scene, Size size, const Style& style, GemmMarks marks)
      : scene_(scene),
        flow_(scene.flow),
        style_(style),
        theme_(theme(style.theme)),
        layout_(gemm_layout(scene.flow, scene.event, scene.look, size, style)),
        window_(layout_.window),
        tells_(marks == GemmMarks::all) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    paint_factors();
    paint_result();
    paint_reads();
    paint_names();
    paint_lines(layout_.a, window_.steps, window_.rows);
    paint_lines(layout_.b, window_.columns, window_.steps);
    paint_lines(layout_.c, window_.columns, window_.rows);
    frame_steps();
    paint_picked();
    paint_phrase();
    return std::move(list_);
  }

 private:
  // Row-major colours of a matrix's cells in sight.
  CellGrid grid(const Box& box, std::uint32_t columns, std::uint32_t rows, Color color) const {
    return {box.x,
            box.y,
            box.width / static_cast<float>(std::max(columns, 1u)),
            box.height / static_cast<float>(std::max(rows, 1u)),
            columns,
            rows,
            std::vector<Color>(std::size_t{columns} * rows, color)};
  }

  // The place of an element of A or B in its grid; nothing out of sight.
  [[nodiscard]] std::optional<std::size_t> place(const GemmTouch& touch) const {
    if (!window_.has_step(touch.step())) return std::nullopt;
    const std::uint32_t step = touch.step() - window_.first_step;
    if (touch.factor == Factor::a) {
      const std::uint32_t row = touch.along() - window_.first_row;
      if (row >= window_.rows) return std::nullopt;
      return std::size_t{row} * window_.steps + step;
    }
    const std::uint32_t column = touch.along() - window_.first_column;
    if (column >= window_.columns) return std::nullopt;
    return std::size_t{step} * window_.columns + column;
  }

  [[nodiscard]] Box cell_box(const GemmTouch& touch) const {
    const auto step = static_cast<float>(touch.step() - window_.first_step);
    if (touch.factor == Factor::a) {
      const auto row = static_cast<float>(touch.along() - window_.first_row);
      return {layout_.a.x + step * layout_.step_width, layout_.a.y + row * layout_.row_height,
              layout_.step_width, layout_.row_height};
    }
    const auto column = static_cast<float>(touch.along() - window_.first_column);
    return {layout_.b.x + column * layout_.column_width, layout_.b.y + step * layout_.step_height,
            layout_.column_width, layout_.step_height};
  }

  void paint_factors() {
    CellGrid a = grid(layout_.a, window_.steps, window_.rows, theme_.cell);
    CellGrid b = grid(layout_.b, window_.columns, window_.steps, theme_.cell);
    const Color before = mix(theme_.cell, theme_.muted_text, kReadBefore);
    for (const GemmTouch& touch : flow_.touches) {
      if (touch.event >= scene_.event) break;
      if (const auto at = place(touch)) (touch.factor == Factor::a ? a : b).colors[*at] = before;
    }
    list_.grids.push_back(std::move(a));
    list_.grids.push_back(std::move(b));
  }

  [[nodiscard]] bool brings() const {
    const auto now = flow_.touches_of(scene_.event);
    return !now.empty() && now.front().is_brought;
  }

  void paint_result() {
    CellGrid c = grid(layout_.c, window_.columns, window_.rows, theme_.outside);
    const auto phase = static_cast<float>(std::clamp(scene_.phase, 0.0, 1.0));
    const bool is_brought = brings();
    for (std::size_t i = 0; i < flow_.cells.size(); ++i) {
      const GemmCell& cell = flow_.cells[i];
      if (!window_.has(cell.element)) continue;
      Color color = theme_.cell;
      if (tells_) {
        const float share = static_cast<float>(scene_.moment.terms[i]) /
                            static_cast<float>(std::max(flow_.shape.k, 1u));
        color = mix(theme_.cell, theme_.muted_text, share * kAllTerms);
        const bool is_stored_now = cell.event == scene_.event;
        if (scene_.moment.is_fed[i] && is_brought) {
          color = mix(color, theme_.highlight, kBroughtFor * phase);
        } else if (scene_.moment.is_fed[i] || is_stored_now) {
          color = mix(color, lane_color(cell.thread % kWarpSize), phase);
        }
      }
      const std::size_t row = cell.element.row - window_.first_row;
      c.colors[row * window_.columns + cell.element.column - window_.first_column] = color;
    }
    list_.grids.push_back(std::move(c));
    const Box& box = layout_.c;
    list_.rectangles.push_back({box.x, box.y, box.width, box.height, 0, theme_.grid, 1, 0, {}});
  }

  // A cell that several lanes read has the first one's colour and number.
  void paint_reads() {
    std::vector<std::size_t> painted[2];
    for (const GemmTouch& touch : flow_.touches_of(scene_.event)) {
      const auto at = place(touch);
      std::vector<std::size_t>& mine = painted[static_cast<std::size_t>(touch.factor)];
      if (!at || std::ranges::find(mine, *at) != mine.end()) continue;
      mine.push_back(*at);
      const std::uint32_t lane = touch.thread % kWarpSize;
      const Box box = cell_box(touch);
      list_.rectangles.push_back({box.x,
                                  box.y,
                                  box.width,
                                  box.height,
                                  lane_color(lane),
                                  0,
                                  1,
                                  0,
                                  {MarkId::Kind::lane, lane, touch.step()}});
      const std::string text = has_names(flow_.shape)
                                   ? name_of(touch.factor, touch.element, flow_.shape)
                                   : fmt::format("{}", lane);
      write(box, text, text_on(lane_color(lane)));
    }
  }

  void write(const Box& box, std::string text, Color color) {
    Style style = style_;
    if (has_names(flow_.shape)) style.text_size *= kNameSize;
    add_text(list_, style, {box.x + 1, box.y, std::max(box.width - 2, 0.0f), box.height},
             {std::move(text)}, {.align = Text::Align::center, .color = color});
  }

  // Of a product that is small enough: what is not read now, and what each sum is made of so far.
  void paint_names() {
    if (!has_names(flow_.shape)) return;
    const auto now = flow_.touches_of(scene_.event);
    const auto name = [&](Factor factor, MatrixElement element) {
      const GemmTouch touch{.factor = factor, .element = element};
      const bool is_read = std::ranges::any_of(now, [&](const GemmTouch& one) {
        return one.factor == factor && one.element == element;
      });
      if (place(touch) && !is_read)
        write(cell_box(touch), name_of(factor, element, flow_.shape), theme_.text);
    };
    for (std::uint32_t step = 0; step < flow_.shape.k; ++step) {
      for (std::uint32_t row = 0; row < flow_.shape.m; ++row) name(Factor::a, {row, step});
      for (std::uint32_t column = 0; column < flow_.shape.n; ++column)
        name(Factor::b, {step, column});
    }
    if (tells_) paint_sums();
  }

  void paint_sums() {
    for (std::size_t i = 0; i < flow_.cells.size(); ++i) {
      const GemmCell& cell = flow_.cells[i];
      if (!window_.has(cell.element)) continue;
      const bool is_lane = scene_.moment.is_fed[i] || cell.event == scene_.event;
      write(result_box(cell.element), sum_of(cell.element, scene_.moment.steps[i], flow_.shape),
            is_lane ? text_on(lane_color(cell.thread % kWarpSize)) : theme_.text);
    }
  }

  // Between cells, where they are wide enough to have room for it.
  void paint_lines(const Box& box, std::uint32_t columns, std::uint32_t rows) {
    const float width = box.width / static_cast<float>(std::max(columns, 1u));
    const float height = box.height / static_cast<float>(std::max(rows, 1u));
    if (std::min(width, height) < kLinedCell) return;
    for (std::uint32_t i = 0; i <= columns; ++i) {
      const float x = box.x + width * static_cast<float>(i);
      list_.lines.push_back({x, box.y, x, box.y + box.height, theme_.grid, 1});
    }
    for (std::uint32_t i = 0; i <= rows; ++i) {
      const float y = box.y + height * static_cast<float>(i);
      list_.lines.push_back({box.x, y, box.x + box.width, y, theme_.grid, 1});
    }
  }

  // The slice of k that is read now: columns of A, rows of B.
  void frame_steps() {
    const auto now = flow_.touches_of(scene_.event);
    std::uint32_t first = trace::kNone, last = 0;
    for (const GemmTouch& touch : now) {
      if (!window_.has_step(touch.step())) continue;
      first = std::min(first, touch.step() - window_.first_step);
      last = std::max(last, touch.step() - window_.first_step);
    }
    if (first > last) return;
    const auto from = static_cast<float>(first), count = static_cast<float>(last - first + 1);
    const Box& a = layout_.a;
    const Box& b = layout_.b;
    frame({a.x + from * layout_.step_width, a.y, count * layout_.step_width, a.height});
    frame({b.x, b.y + from * layout_.step_height, b.width, count * layout_.step_height});
  }

  // Draws a frame of lines, which lie above those between cells.
  void frame(const Box& box) {
    const float right = box.x + box.width, bottom = box.y + box.height;
    const auto side = [&](float x0, float y0, float x1, float y1) {
      list_.lines.push_back({x0, y0, x1, y1, theme_.highlight, kFrame});
    };
    side(box.x, box.y, right, box.y);
    side(box.x, bottom, right, bottom);
    side(box.x, box.y, box.x, bottom);
    side(right, box.y, right, bottom);
  }

  [[nodiscard]] Box result_box(MatrixElement element) const {
    const auto row = static_cast<float>(element.row - window_.first_row);
    const auto column = static_cast<float>(element.column - window_.first_column);
    return {layout_.c.x + column * layout_.column_width, layout_.c.y + row * layout_.row_height,
            layout_.column_width, layout_.row_height};
  }

  // The element of C that a person points at: its row of A, its column of B, and what else its
  // thread keeps in registers.
  void paint_picked() {
    if (!scene_.look.picked || !window_.has(*scene_.look.picked)) return outline_of_reader();
    const MatrixElement picked = *scene_.look.picked;
    const Box here = result_box(picked);
    const Color needed = with_alpha(theme_.highlight, kNeeded);
    const Box& a = layout_.a;
    const Box& b = layout_.b;
    list_.rectangles.push_back({a.x, here.y, a.width, here.height, needed, 0, 1, 0, {}});
    list_.rectangles.push_back({here.x, b.y, here.width, b.height, needed, 0, 1, 0, {}});
    if (const GemmCell* owner = flow_.cell(picked)) outline(owner->thread);
    list_.rectangles.push_back({here.x,
                                here.y,
                                here.width,
                                here.height,
                                needed,
                                0,
                                1,
                                0,
                                {MarkId::Kind::word, picked.row, picked.column}});
    frame(here);
  }

  // While nobody points at an element: what the first lane that reads now keeps.
  void outline_of_reader() {
    const auto now = flow_.touches_of(scene_.event);
    if (tells_ && !now.empty() && !now.front().is_brought) outline(now.front().thread);
  }

  // Outlines what a thread keeps in registers: lines where its elements meet another's.
  void outline(std::uint32_t thread) {
    const auto is_its = [&](std::uint32_t row, std::uint32_t column) {
      const GemmCell* cell = flow_.cell({row, column});
      return cell != nullptr && cell->thread == thread;
    };
    for (const GemmCell& cell : flow_.cells) {
      if (cell.thread != thread || !window_.has(cell.element)) continue;
      const auto [row, column] = cell.element;
      const Box box = result_box(cell.element);
      const float right = box.x + box.width, bottom = box.y + box.height;
      const auto side = [&](float x0, float y0, float x1, float y1) {
        list_.lines.push_back({x0, y0, x1, y1, theme_.highlight, kThreadOutline});
      };
      if (!is_its(row - 1, column)) side(box.x, box.y, right, box.y);
      if (!is_its(row + 1, column)) side(box.x, bottom, right, bottom);
      if (!is_its(row, column - 1)) side(box.x, box.y, box.x, bottom);
      if (!is_its(row, column + 1)) side(right, box.y, right, bottom);
    }
  }

  void paint_phrase() {
    const Language language = style_.language;
    const float title = layout_.b.y;
    if (title > 0) {
      const float gap = style_.text_size * 0.4f;
      const TextAttributes name{.color = theme_.muted_text};
      add_text(list_, style_, {layout_.b.x, 0, list_.width - layout_.b.x, title},
               {factor_b_phrase(language, window_), "B"}, name);
      const Box left{0, layout_.a.y - title, std::max(layout_.a.width - gap, 0.0f), title};
      if (left.y >= 0)
        add_text(list_, style_, left,
                 {factor_a_phrase(language, window_), factor_a_phrase_short(window_), "A"}, name);
      const float beside = layout_.c.x + layout_.c.width + gap;
      add_text(list_, style_, {beside, layout_.c.y, std::max(list_.width - beside, 0.0f), title},
               {result_phrase(language, window_), "C"}, name);
    }
    if (!tells_ || layout_.loads.height <= 0) return;
    add_text(list_, style_, layout_.access,
             {access_phrase(language, flow_, scene_.moment, scene_.event),
              access_phrase_short(language, scene_.moment)},
             {.color = theme_.text});
    add_text(list_, style_, layout_.loads,
             {loads_phrase(language, scene_.counts), loads_phrase_short(language, scene_.counts)},
             {.color = theme_.muted_text});
  }

  const GemmScene& scene_;
  const analysis::GemmFlow& flow_;
  const Style& style_;
  const Theme& theme_;
  GemmLayout layout_;
  const GemmWindow& window_;
  bool tells_;
  DrawList list_;
};

}  // namespace

DrawList gemm_view(const GemmScene& scene, Size size, const Style& style, GemmMarks marks) {
  return GemmPainter(scene, size, style, marks).paint();
}

}  // namespace warplens::scene
