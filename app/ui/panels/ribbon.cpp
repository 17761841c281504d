#include "app/ui/panels/ribbon.h"

#include <algorithm>

#include "app/session/edits.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/control_widgets.h"
#include "app/ui/panels/cells.h"
#include "app/ui/panels/part_buttons.h"
#include "app/ui/panels/ribbon_states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Side;

void before_after(const AppState& app, Ui& ui) {
  if (app.session.previous() == nullptr) return;
  push_font(ui.fonts.small);
  if (text_button(ui, "compare.previous", ui.say(Str::before_after))) {
    ui.ask([](AppState& a) { compare_with_previous(a.session); });
  }
  ImGui::PopFont();
  tooltip(ui, ui.say(Str::before_after_hint));
}

void commands(Ui& ui, float width) {
  const float half = (width - ImGui::GetStyle().ItemSpacing.x) / 2;
  for (const Str id : {Str::swap_sides, Str::end_compare}) {
    ui.widget_log.text("controls.commands", text_width(ui.say(id)), half);
  }
  if (button(ui, "compare.swap", ui.say(Str::swap_sides), ButtonLook::soft, {half, 0})) {
    ui.ask([](AppState& a) { swap_sides(a.session); });
  }
  ImGui::SameLine();
  if (button(ui, "compare.end", ui.say(Str::end_compare), ButtonLook::soft, {half, 0})) {
    ui.ask([](AppState& a) { end_compare(a.session); });
  }
  tooltip(ui, ui.say(Str::end_compare_hint));
}

constexpr float kEdge = 0.3f;  // of a panel's padding, above and below

float height_of(const Ui& ui, const std::vector<CellPlace>& places) {
  const float last = places.empty() ? 0 : places.back().at.y;
  return last + ribbon_row_height(ui) + 2 * panel_padding(ui) * kEdge;
}

// The buttons stand for the variant where its list is not there: what a step calls by that name.
void mark_ideas(const AppState& app, Ui& ui, ImVec2 at, const Parts& parts) {
  const std::vector<Control> controls = shown_controls(app);
  const bool has_list =
      std::ranges::find(controls, Control::Kind::variant, &Control::kind) != controls.end();
  if (has_list) return;
  const float beside = 2 * ui.scale;  // without a title, a place just before the buttons
  ImGui::SetCursorScreenPos(parts.words > 0 ? at : at - ImVec2{beside, 0});
  ImGui::Dummy({std::max(parts.words, 1.0f), ribbon_row_height(ui)});
  ui.widget_log.widget("control.variant");
  outline_pointed(ui, "control.variant", at, at + ImVec2{parts.width(), ribbon_row_height(ui)});
}

void phrase_part(const AppState& app, Ui& ui, const Cell& cell, ImVec2 at, const Parts& parts) {
  const float down = (ribbon_row_height(ui) - ui.fonts.small->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  if (cell.control.kind == Control::Kind::compare && cell.kind == Cell::Kind::control) {
    return before_after(app, ui);
  }
  const bool is_ideas =
      cell.kind == Cell::Kind::control && cell.control.kind == Control::Kind::ideas;
  if (is_ideas) mark_ideas(app, ui, at, parts);
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  const std::string words = phrase_before(app, ui, cell);
  const std::string fitting = fitted(words, parts.words, ui.fonts.small);
  label(ui, fitting, {ui.theme->muted, ui.fonts.small});
  if (fitting != words) tooltip(ui, words);
}

// What the value says, behind the slider.
void meaning_part(const AppState& app, Ui& ui, const Cell& cell, ImVec2 at) {
  if (cell.kind != Cell::Kind::control) return;
  const std::string words = control_meaning(app, ui, cell.control);
  if (words.empty()) return;
  ui.widget_log.shown({"meaning.", cell.control.name}, words);
  const ImVec2 inner{ui.fonts.body->FontSize * 0.45f,
                     (ribbon_row_height(ui) - ui.fonts.small->FontSize) / 2};
  ImGui::SetCursorScreenPos(at + inner);
  label(ui, words, {ui.theme->muted, ui.fonts.small});
}

void value_part(const AppState& app, Ui& ui, const Cell& cell, ImVec2 at) {
  const std::string value =
      cell.kind == Cell::Kind::control ? control_value(app, cell.control) : std::string();
  if (value.empty()) return;
  ui.widget_log.shown({"control.", cell.control.name}, value);
  const float down = (ribbon_row_height(ui) - ui.fonts.mono->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  label(ui, value, {ui.theme->text, ui.fonts.mono});
}

// Of two kernels, the one whose source is shown is lit; the other one can be chosen.
void kernel_title(const AppState& app, Ui& ui, const std::string& name, ImVec2 at, float width) {
  const float down = (ribbon_row_height(ui) - ui.fonts.bold->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  const std::string words = fitted(name, width, ui.fonts.bold);
  if (!app.session.is_comparing()) return label(ui, words, {ui.theme->text, ui.fonts.bold});
  session::Side& read = ui.state<ReadSide>().side;
  const bool is_read = read == ui.side;
  push_font(ui.fonts.bold);
  if (text_button(ui, "side", words, is_read ? ui.theme->accent : ui.theme->text)) {
    read = ui.side;
  }
  ImGui::PopFont();
  tooltip(ui, ui.say(Str::side_hint));
}

void widget_part(const AppState& app, Ui& ui, const Cell& cell, ImVec2 at, float width) {
  ImGui::SetCursorScreenPos(at);
  if (cell.kind == Cell::Kind::fact) {
    ui.widget_log.shown({"recorded.", cell.label}, cell.value);
    const float down = (ribbon_row_height(ui) - ui.fonts.mono->FontSize) / 2;
    ImGui::SetCursorScreenPos(at + ImVec2{0, down});
    const std::string fitting = fitted(cell.value, width, ui.fonts.mono);
    label(ui, fitting, {ui.theme->text, ui.fonts.mono});
    if (fitting != cell.value) tooltip(ui, cell.value);
  } else if (cell.kind == Cell::Kind::title) {
    kernel_title(app, ui, cell.value, at, width);
  } else if (cell.kind == Cell::Kind::commands) {
    commands(ui, width);
  } else {
    ImGui::PushItemWidth(width);
    control_widget(app, ui, cell.control);
    ImGui::PopItemWidth();
  }
}

bool is_chosen(const Ui& ui, const Cell& cell) {
  return cell.number != kNoControl && cell.number == ui.state<ControlsState>().chosen;
}

// The control that the keyboard changes comes into sight once.
void scroll_to_chosen(Ui& ui, const Cell& cell) {
  if (!is_chosen(ui, cell)) return;
  ControlsState& state = ui.state<ControlsState>();
  if (std::exchange(state.scrolled_to, state.chosen) != state.chosen) ImGui::SetScrollHereY(1);
}

// A control that the step points at comes into sight once.
void scroll_to_highlight(const AppState& app, Ui& ui, const Cell& cell) {
  const std::string name =
      "control." + (cell.control.kind == Control::Kind::variant ? "variant" : cell.control.name);
  if (std::ranges::find(ui.highlight, name) == ui.highlight.end()) return;
  const std::string step = app.current_lesson().id + "/" + app.current_step().id;
  std::string& scrolled_to = ui.state<ControlsState>().scrolled_to_step;
  if (std::exchange(scrolled_to, step) != step) ImGui::SetScrollHereY(1);
}

void draw_cells(const AppState& app, Ui& ui, const std::vector<Cell>& cells, ImVec2 origin,
                float room, float reserved, bool scrolls) {
  const std::vector<CellPlace> places = places_of(app, ui, cells, room, reserved);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Parts& parts = places[i].parts;
    const ImVec2 at = origin + places[i].at;
    const ImVec2 widget = at + ImVec2{parts.words + parts.value, 0};
    const Side side = std::exchange(ui.side, cells[i].control.side);
    ImGui::PushID(static_cast<int>(ui.side));
    phrase_part(app, ui, cells[i], at, parts);
    value_part(app, ui, cells[i], at + ImVec2{parts.words, 0});
    widget_part(app, ui, cells[i], widget, parts.widget);
    if (parts.meaning > 0) {
      meaning_part(app, ui, cells[i], widget + ImVec2{parts.widget, 0});
    }
    if (is_chosen(ui, cells[i])) {
      focus_ring(ui, widget, widget + ImVec2{parts.widget, ImGui::GetFrameHeight()});
    }
    if (scrolls) {
      scroll_to_chosen(ui, cells[i]);
      scroll_to_highlight(app, ui, cells[i]);
    }
    ImGui::PopID();
    ui.side = side;
  }
}

// Room between a ribbon's edges.
float inner_width(const Ui& ui, float width) {
  return width - 2 * panel_padding(ui) - ImGui::GetStyle().ScrollbarSize;
}

ImVec2 first_cell(const Ui& ui, const Area& area) {
  return {area.x + panel_padding(ui), area.y + panel_padding(ui) * kEdge - ImGui::GetScrollY()};
}

}  // namespace

float controls_height(const AppState& app, const Ui& ui, float width, bool has_tabs) {
  return height_of(ui, places_of(app, ui, common_cells(app, ui), inner_width(ui, width),
                                 part_buttons_width(app, ui, has_tabs)));
}

void controls_panel(const AppState& app, Ui& ui, const Area& area, bool has_tabs) {
  const float needed = controls_height(app, ui, area.width, has_tabs);
  const bool scrolls = needed > area.height + 1;
  begin_panel(ui, "controls", area, {}, scrolls);
  const float room = inner_width(ui, area.width);
  const ImVec2 origin = first_cell(ui, area);
  draw_cells(app, ui, common_cells(app, ui), origin, room, part_buttons_width(app, ui, has_tabs),
             scrolls);
  part_buttons(app, ui, origin + ImVec2{area.width - 2 * panel_padding(ui), 0}, has_tabs);
  end_panel();
}

float side_controls_height(const AppState& app, const Ui& ui, float width, Side side) {
  const std::vector<Cell> cells = own_cells(app, ui, side);
  return height_of(ui, places_of(app, ui, cells, inner_width(ui, width), 0));
}

void side_controls(const AppState& app, Ui& ui, const Area& area) {
  const float needed = side_controls_height(app, ui, area.width, ui.side);
  const bool scrolls = needed > area.height + 1;
  begin_panel(ui, "side", area, {}, scrolls);
  const std::vector<Cell> cells = own_cells(app, ui, ui.side);
  draw_cells(app, ui, cells, first_cell(ui, area), inner_width(ui, area.width), 0, scrolls);
  end_panel();
}

}  // namespace warplens::ui
