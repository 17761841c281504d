#include "app/features/matrix/matrix_answer.h"

#include <algorithm>
#include <cmath>

#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "app/ui/matrix_navigation.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {
namespace {

const trace::Buffer& shown_matrix(const Ui& ui) {
  return ui.cache().views->buffers[ui.cache().buffer].buffer;
}

// The buffer on screen as it is in the trace, when a cell of it is asked about.
bool shows_asked_buffer(const AppState& app, const Ui& ui) {
  if (app.mode != Mode::lesson || !app.current_step().prediction) return false;
  const trace::Buffer* asked = lessons::asked_buffer(*app.current_step().prediction, app.session);
  return asked != nullptr && asked->address == shown_matrix(ui).address;
}

void outline_cell(const Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin, std::int64_t cell,
                  Color color) {
  const trace::Buffer& buffer = shown_matrix(ui);
  const auto columns = static_cast<std::int64_t>(std::max<std::uint64_t>(buffer.columns, 1));
  const double row = static_cast<double>(cell / columns);
  const double column = static_cast<double>(cell % columns);
  const auto at = [&](double r, double c) {
    return origin + ImVec2{static_cast<float>(layout.x_of(c)), static_cast<float>(layout.y_of(r))};
  };
  const ImVec2 grown{2 * ui.scale, 2 * ui.scale};
  ImGui::GetWindowDrawList()->AddRect(at(row, column) - grown, at(row + 1, column + 1) + grown,
                                      packed(color), 0, 0, 3 * ui.scale);
}

// Of a buffer that is a row, folded or not: a cell's place in it cannot be read off its two
// numbers.
void element_numbers(Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin) {
  const trace::Buffer& buffer = shown_matrix(ui);
  ImFont* const font = ui.fonts.small;
  const std::uint64_t count = buffer.element_bytes == 0 ? 0 : buffer.bytes / buffer.element_bytes;
  if (text_width(fmt::format("{}", count), font) > layout.cell * 0.9) return;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string number = fmt::format("{}", i);
    const double x = layout.x_of(static_cast<double>(i % buffer.columns) + 0.5);
    const double y = layout.y_of(static_cast<double>(i / buffer.columns) + 0.5);
    const ImVec2 at = origin + ImVec2{static_cast<float>(x) - text_width(number, font) / 2,
                                      static_cast<float>(y) - font->FontSize / 2};
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, packed(ui.theme->muted),
                                        number.c_str());
  }
  ui.widget_log.shown("matrix_view.numbers", [&] { return std::to_string(count); });
}

bool is_alike(const trace::EventView& a, const trace::EventView& b) {
  return a.site == b.site && a.block == b.block && a.warp == b.warp;
}

}  // namespace

std::vector<scene::ElementTouch> told_elements(const AppState& app, const Ui& ui,
                                               const ExplainedEvent& current) {
  std::vector<scene::ElementTouch> told;
  std::uint32_t left = told_lanes(app);
  const auto& events = current.trace->events;
  for (std::size_t event = app.session.cursor(ui.side).event + 1; event-- > 0 && left != 0;) {
    const trace::EventView view = events.view(event);
    if (!is_alike(view, current.view)) continue;
    for (const scene::ElementTouch& touch :
         scene::touched_elements(*current.site, view, shown_matrix(ui))) {
      if ((left >> touch.lane & 1) != 0) told.push_back(touch);
    }
    left &= ~view.mask;
  }
  return told;
}

void look_near_the_question(const AppState& app, Ui& ui) {
  constexpr double kRows = 20, kColumns = 40, kBefore = 3;
  const lessons::Prediction* asked = open_question(app);
  if (asked == nullptr || ui.side != session::Side::left || !shows_asked_buffer(app, ui)) return;
  AskState& state = ui.state<AskState>();
  const ExplainedEvent* current = app.session.event();
  if (state.has_looked || current == nullptr || told_lanes(app) == 0) return;
  state.has_looked = true;
  const trace::Buffer& buffer = shown_matrix(ui);
  for (const scene::ElementTouch& touch : told_elements(app, ui, *current)) {
    if (touch.lane != 0) continue;
    const double rows = std::min(kRows, static_cast<double>(buffer.rows));
    const double columns = std::min(kColumns, static_cast<double>(buffer.columns));
    // From the matrix's edge where that is near: the answer may lie there.
    const auto from = [](std::uint64_t at, double seen, std::uint64_t all) {
      const double first =
          static_cast<double>(at) < seen / 2 ? 0 : static_cast<double>(at) - kBefore;
      return std::clamp(first, 0.0, static_cast<double>(all) - seen);
    };
    look_at(ui, ui.cache().buffer,
            {from(touch.row, rows, buffer.rows), from(touch.column, columns, buffer.columns), rows,
             columns});
  }
}

void asked_box(Ui& ui, std::span<const scene::ElementTouch> touched,
               const scene::MatrixLayout& layout, ImVec2 origin) {
  if (touched.empty()) return;
  const auto [top, low] = std::ranges::minmax(touched, {}, &scene::ElementTouch::row);
  const auto [left, right] = std::ranges::minmax(touched, {}, &scene::ElementTouch::column);
  const auto at = [&](std::uint64_t row, std::uint64_t column) {
    return origin + ImVec2{static_cast<float>(layout.x_of(static_cast<double>(column))),
                           static_cast<float>(layout.y_of(static_cast<double>(row)))};
  };
  const ImVec2 from = at(top.row, left.column), to = at(low.row + 1, right.column + 1);
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.AddRectFilled(from, to, packed(scene::theme(ui.theme->theme).grid));
  out.AddRect(from, to, packed(ui.theme->accent), 0, 0, 4 * ui.scale);
  ui.widget_log.shown("matrix_view.box", [&] {
    return fmt::format("{} {} {} {}", top.row, left.column, low.row + 1 - top.row,
                       right.column + 1 - left.column);
  });
}

void empty_cells(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin) {
  constexpr double kFinest = 4;  // pixels between two lines
  const trace::Buffer& buffer = shown_matrix(ui);
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const scene::MatrixWindow& window = layout.window;
  const double right = std::min(window.column + layout.area.width / layout.cell,
                                static_cast<double>(buffer.columns));
  const double low =
      std::min(window.row + layout.area.height / layout.cell, static_cast<double>(buffer.rows));
  const auto at = [&](double row, double column) {
    return origin +
           ImVec2{static_cast<float>(layout.x_of(column)), static_cast<float>(layout.y_of(row))};
  };
  const scene::Theme& colors = scene::theme(ui.theme->theme);
  out.AddRectFilled(at(window.row, window.column), at(low, right), packed(colors.cell));
  if (layout.cell < kFinest) return;
  for (double row = std::ceil(window.row); row <= low; ++row) {
    out.AddLine(at(row, window.column), at(row, right), packed(colors.grid));
  }
  for (double column = std::ceil(window.column); column <= right; ++column) {
    out.AddLine(at(window.row, column), at(low, column), packed(colors.grid));
  }
  if (app.session.launch(ui.side)->trace->buffers[ui.cache().buffer].rows == 1) {
    element_numbers(ui, layout, origin);
  }
}

void answer_by_click(const AppState& app, Ui& ui, const ExplainedEvent* current,
                     const scene::MatrixLayout& layout, ImVec2 origin) {
  const lessons::Prediction* asked = open_question(app);
  if (asked == nullptr || current == nullptr || !was_clicked()) return;
  const trace::Buffer& buffer = shown_matrix(ui);
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto element = scene::element_at(layout, buffer, mouse.x, mouse.y);
  if (!element) return;
  if (shows_asked_buffer(app, ui)) {
    return pick_cell(ui,
                     static_cast<std::int64_t>(element->row * buffer.columns + element->column));
  }
  if (asked->kind != lessons::Prediction::Kind::lanes || hides_lanes(app)) return;
  for (const scene::ElementTouch& touch :
       scene::touched_elements(*current->site, current->view, buffer)) {
    if (touch.row == element->row && touch.column == element->column) pick(ui, app, touch.lane);
  }
}

void answer_cells(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin) {
  if (ui.side != session::Side::left || !shows_asked_buffer(app, ui)) return;
  const ImVec2 first =
      origin + ImVec2{static_cast<float>(layout.x_of(0)), static_cast<float>(layout.y_of(0))};
  ui.widget_log.shown("matrix_view.cells", [&] {
    return fmt::format("{:.2f} {:.2f} {:.4f} {}", first.x, first.y, layout.cell,
                       shown_matrix(ui).columns);
  });
  const session::Activity& activity = app.session.activity();
  if (!activity.answer) {
    const auto& picked = ui.state<AskState>().picked;
    if (picked) outline_cell(ui, layout, origin, *picked, ui.theme->accent);
    return;
  }
  if (activity.answer != activity.expected) {
    outline_cell(ui, layout, origin, *activity.answer, ui.theme->bad);
  }
  outline_cell(ui, layout, origin, *activity.expected, ui.theme->good);
}

}  // namespace warplens::ui
