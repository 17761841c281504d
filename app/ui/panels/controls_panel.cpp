// Controls made from the family's descriptor: nothing here knows a kernel by name.
#include <algorithm>

#include "app/ui/control_widgets.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Side;

// A place in the ribbon: a control, the kernel's name, what a capture says about itself, or the
// commands that end and turn a comparison.
struct Cell {
  enum class Kind : std::uint8_t { control, title, fact, commands };
  Kind kind = Kind::control;
  Control control;
  std::size_t number = kNoControl;  // of a control, as Tab counts them
  std::string label, value;         // of a fact; a title's value is the name
};

// A parameter as its family calls it; its plain name when the catalogue has no such kernel.
std::string recorded_label(const AppState& app, const Ui& ui, const session::Recorded& recorded,
                           const std::string& name) {
  const auto found = app.catalogue->find(recorded.kernel);
  if (!found.has_value()) return name;
  const auto parameters = found->family->parameters_of(*found->variant);
  const catalog::Parameter* parameter = find(parameters, name);
  return parameter == nullptr ? name : ui.say(parameter->label);
}

std::vector<Cell> facts(const AppState& app, const Ui& ui, Side side) {
  const session::KernelResultPtr& result = app.session.result(side);
  if (!result || !result->recorded) return {};
  const session::Recorded& recorded = *result->recorded;
  std::vector<Cell> cells;
  const auto add = [&](std::string words, std::string value) {
    cells.push_back({Cell::Kind::fact, {}, kNoControl, std::move(words), std::move(value)});
  };
  add(std::string(ui.say(Str::recorded_kernel)), recorded.kernel);
  add(std::string(ui.say(Str::recorded_on)), recorded.created);
  add(std::string(ui.say(Str::recorded_device)), recorded.device);
  for (const auto& [name, value] : recorded.parameters) {
    add(recorded_label(app, ui, recorded, name), std::to_string(value));
  }
  return cells;
}

bool is_shared(const AppState& app, const Control& control) {
  if (control.kind == Control::Kind::launch) return true;
  const auto parameters = parameters_of(app.session, control.side);
  const catalog::Parameter* parameter = find(parameters, control.name);
  return parameter != nullptr && parameter->is_problem_size;
}

Cell title_of(const AppState& app, const Ui& ui, Side side) {
  const session::Selection& selection = app.session.selection(side);
  return {Cell::Kind::title,
          {},
          kNoControl,
          {},
          selection.capture.empty() ? selection.kernel : side_name(app, ui, side)};
}

bool has_variant(const std::vector<Control>& controls) {
  return std::ranges::any_of(controls, [](const Control& each) {
    return each.kind == Control::Kind::variant || each.kind == Control::Kind::entry;
  });
}

// Of one kernel: everything. Of two: what they share, and the comparison's commands.
std::vector<Cell> common_cells(const AppState& app, const Ui& ui) {
  const std::vector<Control> controls = shown_controls(app);
  const bool is_comparing = app.session.is_comparing();
  std::vector<Cell> cells;
  if (!is_comparing && !has_variant(controls)) {
    cells.push_back(title_of(app, ui, Side::left));
  }
  for (std::size_t i = 0; i < controls.size(); ++i) {
    if (is_comparing && !is_shared(app, controls[i])) continue;
    cells.push_back({Cell::Kind::control, controls[i], i, {}, {}});
  }
  if (is_comparing) {
    cells.push_back({Cell::Kind::commands, {}, kNoControl, {}, {}});
  } else {
    std::ranges::move(facts(app, ui, Side::left), std::back_inserter(cells));
  }
  return cells;
}

// What one of two kernels has of its own.
std::vector<Cell> own_cells(const AppState& app, const Ui& ui, Side side) {
  const std::vector<Control> controls = shown_controls(app);
  std::vector<Cell> cells;
  cells.push_back(title_of(app, ui, side));
  cells.back().control.side = side;
  for (std::size_t i = 0; i < controls.size(); ++i) {
    if (controls[i].side != side || is_shared(app, controls[i])) continue;
    cells.push_back({Cell::Kind::control, controls[i], i, {}, {}});
  }
  std::ranges::move(facts(app, ui, side), std::back_inserter(cells));
  return cells;
}

void before_after(const AppState& app, Ui& ui) {
  const bool possible = app.session.previous() != nullptr;
  push_font(ui.fonts.small);
  ImGui::BeginDisabled(!possible);
  if (text_button(ui, "compare.previous", ui.say(Str::before_after))) {
    ui.ask([](AppState& a) { a.session.compare_with_previous(); });
  }
  ImGui::EndDisabled();
  ImGui::PopFont();
  tooltip(ui, ui.say(Str::before_after_hint));
}

void commands(Ui& ui, float width) {
  const float half = (width - ImGui::GetStyle().ItemSpacing.x) / 2;
  for (const Str id : {Str::swap_sides, Str::end_compare}) {
    ui.recorder.text("controls.commands", text_width(ui.say(id)), half);
  }
  if (button(ui, "compare.swap", ui.say(Str::swap_sides), ButtonLook::soft, {half, 0})) {
    ui.ask([](AppState& a) { a.session.swap_sides(); });
  }
  ImGui::SameLine();
  if (button(ui, "compare.end", ui.say(Str::end_compare), ButtonLook::soft, {half, 0})) {
    ui.ask([](AppState& a) { a.session.end_compare(); });
  }
  tooltip(ui, ui.say(Str::end_compare_hint));
}

// What stands before the widget.
std::string words_before(const AppState& app, const Ui& ui, const Cell& cell) {
  if (cell.kind == Cell::Kind::fact) return cell.label;
  if (cell.kind != Cell::Kind::control) return {};
  if (cell.control.kind == Control::Kind::compare) return std::string(ui.say(Str::before_after));
  return control_label(app, ui, cell.control);
}

// In units of text.
float widget_units(const AppState& app, const Cell& cell) {
  if (cell.kind == Cell::Kind::commands) return 10;
  switch (cell.control.kind) {
    case Control::Kind::variant:
      return 11;
    case Control::Kind::compare:
      return 8;
    case Control::Kind::launch:
      return 7;
    case Control::Kind::entry:
      return 24;
    case Control::Kind::parameter:
      return control_value(app, cell.control).empty() ? 6.5f : 8;
  }
  return 8;
}

// A cell's parts, from its left end: words, a slider's value, the widget.
struct Parts {
  float words = 0, value = 0, widget = 0;
  [[nodiscard]] float width() const { return words + value + widget; }
};

Parts parts_of(const AppState& app, const Ui& ui, const Cell& cell, float room) {
  const float unit = ui.fonts.body->FontSize, gap = unit * 0.45f;
  const std::string words = words_before(app, ui, cell);
  Parts parts;
  if (!words.empty()) parts.words = text_width(words, ui.fonts.small) + gap;
  if (cell.kind == Cell::Kind::fact || cell.kind == Cell::Kind::title) {
    ImFont* font = cell.kind == Cell::Kind::fact ? ui.fonts.mono : ui.fonts.bold;
    parts.widget = text_width(cell.value, font);
  } else {
    if (cell.kind == Cell::Kind::control && !control_value(app, cell.control).empty()) {
      parts.value = text_width("0,000", ui.fonts.mono) + gap;
    }
    parts.widget = unit * widget_units(app, cell);
  }
  parts.widget = std::min(parts.widget, room * 0.6f);
  parts.words = std::min(parts.words, room - parts.value - parts.widget);
  return parts;
}

constexpr float kEdge = 0.3f;  // of a panel's padding, above and below

// Where each cell stands, row below row.
struct Place {
  ImVec2 at{0, 0};
  Parts parts;
};

float row_height(const Ui& ui) { return ui.fonts.body->FontSize + 2 * 4 * ui.scale; }

// `reserved`: what stands at the right end of the first row.
std::vector<Place> places_of(const AppState& app, const Ui& ui, const std::vector<Cell>& cells,
                             float room, float reserved) {
  const float gap = ui.fonts.body->FontSize * 1.1f;
  const float down = row_height(ui) + 4 * ui.scale;
  std::vector<Place> places;
  ImVec2 at{0, 0};
  for (const Cell& cell : cells) {
    const Parts parts = parts_of(app, ui, cell, room);
    const float end = at.y == 0 ? room - reserved : room;
    if (at.x > 0 && at.x + parts.width() > end) at = {0, at.y + down};
    places.push_back({at, parts});
    at.x += parts.width() + gap;
  }
  return places;
}

float height_of(const Ui& ui, const std::vector<Place>& places) {
  const float last = places.empty() ? 0 : places.back().at.y;
  return last + row_height(ui) + 2 * panel_padding(ui) * kEdge;
}

void words_part(const AppState& app, Ui& ui, const Cell& cell, ImVec2 at, const Parts& parts) {
  const float down = (row_height(ui) - ui.fonts.small->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  if (cell.control.kind == Control::Kind::compare && cell.kind == Cell::Kind::control) {
    return before_after(app, ui);
  }
  const std::string words = words_before(app, ui, cell);
  const std::string fitting = fitted(words, parts.words, ui.fonts.small);
  label(ui, fitting, {ui.look->muted, ui.fonts.small});
  if (fitting != words) tooltip(ui, words);
}

void value_part(const AppState& app, Ui& ui, const Cell& cell, ImVec2 at) {
  const std::string value =
      cell.kind == Cell::Kind::control ? control_value(app, cell.control) : std::string();
  if (value.empty()) return;
  ui.recorder.shown("control." + cell.control.name, value);
  const float down = (row_height(ui) - ui.fonts.mono->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  label(ui, value, {ui.look->text, ui.fonts.mono});
}

// Of two kernels, the one whose source is shown is lit; the other one can be chosen.
void kernel_title(const AppState& app, Ui& ui, const std::string& name, ImVec2 at, float width) {
  const float down = (row_height(ui) - ui.fonts.bold->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  const std::string words = fitted(name, width, ui.fonts.bold);
  if (!app.session.is_comparing()) return label(ui, words, {ui.look->text, ui.fonts.bold});
  SourceState& source = ui.state<SourceState>();
  const bool is_read = source.side == ui.side;
  push_font(ui.fonts.bold);
  if (text_button(ui, "side", words, is_read ? ui.look->accent : ui.look->text)) {
    source.side = ui.side;
    source.scrolled_to_row = ~std::size_t{0};
  }
  ImGui::PopFont();
  tooltip(ui, ui.say(Str::side_hint));
}

void widget_part(const AppState& app, Ui& ui, const Cell& cell, ImVec2 at, float width) {
  ImGui::SetCursorScreenPos(at);
  if (cell.kind == Cell::Kind::fact) {
    ui.recorder.shown("recorded." + cell.label, cell.value);
    const float down = (row_height(ui) - ui.fonts.mono->FontSize) / 2;
    ImGui::SetCursorScreenPos(at + ImVec2{0, down});
    const std::string fitting = fitted(cell.value, width, ui.fonts.mono);
    label(ui, fitting, {ui.look->text, ui.fonts.mono});
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

// The control that the keyboard changes is ringed, and scrolled to when it is out of sight.
void keyboard_mark(Ui& ui, const Cell& cell, ImVec2 at, float width) {
  ControlsState& state = ui.state<ControlsState>();
  if (cell.number == kNoControl || cell.number != state.chosen) return;
  focus_ring(ui, at, at + ImVec2{width, ImGui::GetFrameHeight()});
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
                float room, float reserved) {
  const std::vector<Place> places = places_of(app, ui, cells, room, reserved);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Parts& parts = places[i].parts;
    const ImVec2 at = origin + places[i].at;
    const ImVec2 widget = at + ImVec2{parts.words + parts.value, 0};
    const Side side = std::exchange(ui.side, cells[i].control.side);
    ImGui::PushID(static_cast<int>(ui.side));
    words_part(app, ui, cells[i], at, parts);
    value_part(app, ui, cells[i], at + ImVec2{parts.words, 0});
    widget_part(app, ui, cells[i], widget, parts.widget);
    keyboard_mark(ui, cells[i], widget, parts.widget);
    scroll_to_highlight(app, ui, cells[i]);
    ImGui::PopID();
    ui.side = side;
  }
}

// At the right end of the ribbon: what opens and closes the parts of the window.
struct PartButton {
  const char* name;
  Str words, hint;
  bool is_open, is_offered;
  void (*press)(AppState&);
};

std::vector<PartButton> part_buttons(const AppState& app, bool has_tabs) {
  const session::Arrangement& open = app.arrangement();
  const bool has_more = hides_controls(app);
  std::vector<PartButton> buttons{
      {"open.controls", has_more ? Str::more_controls : Str::fewer_controls,
       Str::more_controls_hint, !has_more,
       app.mode == Mode::lesson && (has_more || app.all_controls),
       [](AppState& a) { a.all_controls = !a.all_controls; }},
      {"open.table", Str::open_table, Str::open_table_hint, open.table, !has_tabs,
       [](AppState& a) { toggle_part(a, &session::Arrangement::table); }},
      {"open.drawer", Str::open_code, Str::open_code_hint, open.drawer, !has_tabs,
       [](AppState& a) { toggle_part(a, &session::Arrangement::drawer); }},
  };
  std::erase_if(buttons, [](const PartButton& each) { return !each.is_offered; });
  return buttons;
}

float button_width(const Ui& ui, Str words) {
  return text_width(ui.say(words), ui.fonts.small) + 2 * ImGui::GetStyle().FramePadding.x;
}

float buttons_width(const AppState& app, const Ui& ui, bool has_tabs) {
  float width = 0;
  for (const PartButton& each : part_buttons(app, has_tabs)) {
    width += button_width(ui, each.words) + 4 * ui.scale;
  }
  return width + ui.fonts.body->FontSize * 0.5f;
}

void draw_part_buttons(const AppState& app, Ui& ui, ImVec2 end, bool has_tabs) {
  ImVec2 at = end - ImVec2{buttons_width(app, ui, has_tabs), 0};
  push_font(ui.fonts.small);
  for (const PartButton& each : part_buttons(app, has_tabs)) {
    const float width = button_width(ui, each.words);
    ImGui::SetCursorScreenPos(at);
    const ButtonLook look = each.is_open ? ButtonLook::primary : ButtonLook::soft;
    if (button(ui, each.name, ui.say(each.words), look, {width, row_height(ui)})) {
      ui.ask(each.press);
    }
    tooltip(ui, ui.say(each.hint));
    at.x += width + 4 * ui.scale;
  }
  ImGui::PopFont();
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
                                 buttons_width(app, ui, has_tabs)));
}

void controls_panel(const AppState& app, Ui& ui, const Area& area, bool has_tabs) {
  const float needed = controls_height(app, ui, area.width, has_tabs);
  begin_panel(ui, "controls", area, {}, needed > area.height + 1);
  const float room = inner_width(ui, area.width);
  const ImVec2 origin = first_cell(ui, area);
  draw_cells(app, ui, common_cells(app, ui), origin, room, buttons_width(app, ui, has_tabs));
  draw_part_buttons(app, ui, origin + ImVec2{area.width - 2 * panel_padding(ui), 0}, has_tabs);
  end_panel();
}

float side_controls_height(const AppState& app, const Ui& ui, float width, Side side) {
  const std::vector<Cell> cells = own_cells(app, ui, side);
  return height_of(ui, places_of(app, ui, cells, inner_width(ui, width), 0));
}

void side_controls(const AppState& app, Ui& ui, const Area& area) {
  const float needed = side_controls_height(app, ui, area.width, ui.side);
  begin_panel(ui, "side", area, {}, needed > area.height + 1);
  const std::vector<Cell> cells = own_cells(app, ui, ui.side);
  draw_cells(app, ui, cells, first_cell(ui, area), inner_width(ui, area.width), 0);
  end_panel();
}

}  // namespace warplens::ui
