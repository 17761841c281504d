// Controls made from the family's descriptor: nothing here knows a kernel by name.
#include <algorithm>

#include "app/ui/control_widgets.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Side;

// A place in the grid: a control, a line of what a capture says about itself, or the commands that
// end and turn a comparison.
struct Cell {
  enum class Kind : std::uint8_t { control, fact, commands };
  Kind kind = Kind::control;
  Control control;
  std::size_t number = kNoControl;  // of a control, as Tab counts them
  std::string label, value;         // of a fact
};

struct Grid {
  int columns = 1;
  float cell_width = 0, cell_height = 0;
};

Grid grid_of(const Ui& ui, float width, std::size_t cells) {
  const float unit = ui.fonts.body->FontSize;
  const float inner = width - unit * 1.1f;
  const int most = std::max(1, static_cast<int>(cells));
  Grid grid;
  grid.columns = std::clamp(static_cast<int>(inner / (unit * 8.8f)), 1, std::max(most, 2));
  grid.cell_width = inner / static_cast<float>(grid.columns);
  grid.cell_height = ui.fonts.small->FontSize + unit + 2 * 4 * ui.scale + 9 * ui.scale;
  return grid;
}

float height_of(const Ui& ui, const Grid& grid, std::size_t cells) {
  const int rows = (static_cast<int>(cells) + grid.columns - 1) / grid.columns;
  return static_cast<float>(rows) * grid.cell_height + ui.fonts.body->FontSize * 0.8f;
}

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

// Of one kernel: everything. Of two: what they share, and the comparison's commands.
std::vector<Cell> common_cells(const AppState& app, const Ui& ui) {
  const std::vector<Control> controls = controls_of(app.session);
  const bool is_comparing = app.session.is_comparing();
  std::vector<Cell> cells;
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
  const std::vector<Control> controls = controls_of(app.session);
  std::vector<Cell> cells;
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

// The line above the widget: what it is, and a slider's value at its right end.
void label_line(const AppState& app, Ui& ui, const Cell& cell, ImVec2 at, float width) {
  const std::string words = cell.kind == Cell::Kind::fact ? cell.label
                            : cell.kind == Cell::Kind::control
                                ? control_label(app, ui, cell.control)
                                : std::string();
  const std::string value =
      cell.kind == Cell::Kind::control ? control_value(app, cell.control) : std::string();
  const float value_width = value.empty() ? 0 : text_width(value + " ", ui.fonts.mono);
  const std::string fitting = fitted(words, width - value_width, ui.fonts.small);
  label(ui, fitting, {ui.look->muted, ui.fonts.small});
  if (fitting != words) tooltip(ui, words);
  if (value.empty()) return;
  ui.recorder.shown("control." + cell.control.name, value);
  const float left = width - text_width(value, ui.fonts.mono);
  const float down = (ui.fonts.small->FontSize - ui.fonts.mono->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{left, down});
  label(ui, value, {ui.look->text, ui.fonts.mono});
}

void widget_line(const AppState& app, Ui& ui, const Cell& cell, ImVec2 at, float width) {
  ImGui::SetCursorScreenPos(at);
  if (cell.kind == Cell::Kind::fact) {
    ui.recorder.shown("recorded." + cell.label, cell.value);
    ImGui::SetCursorScreenPos(at + ImVec2{0, ImGui::GetStyle().FramePadding.y});
    const std::string fitting = fitted(cell.value, width, ui.fonts.mono);
    label(ui, fitting, {ui.look->text, ui.fonts.mono});
    if (fitting != cell.value) tooltip(ui, cell.value);
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

void draw_cells(const AppState& app, Ui& ui, const std::vector<Cell>& cells, const Grid& grid) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = grid.cell_width - ui.fonts.body->FontSize * 0.7f;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto column = static_cast<float>(i % static_cast<std::size_t>(grid.columns));
    const auto row = static_cast<float>(i / static_cast<std::size_t>(grid.columns));
    const ImVec2 at = origin + ImVec2{column * grid.cell_width, row * grid.cell_height};
    const ImVec2 below = at + ImVec2{0, ui.fonts.small->FontSize + 3 * ui.scale};
    const Side side = std::exchange(ui.side, cells[i].control.side);
    ImGui::PushID(static_cast<int>(ui.side));
    ImGui::SetCursorScreenPos(at);
    const bool compares = cells[i].control.kind == Control::Kind::compare;
    compares ? before_after(app, ui) : label_line(app, ui, cells[i], at, width);
    widget_line(app, ui, cells[i], below, width);
    keyboard_mark(ui, cells[i], below, width);
    scroll_to_highlight(app, ui, cells[i]);
    ImGui::PopID();
    ui.side = side;
  }
}

// Whose source is shown is lit; the other one can be chosen.
void side_title(const AppState& app, Ui& ui) {
  const session::Selection& selection = app.session.selection(ui.side);
  SourceState& source = ui.state<SourceState>();
  const bool is_read = source.side == ui.side;
  const std::string name = selection.capture.empty() ? selection.kernel : short_name(selection);
  const std::string words = fitted(name, ImGui::GetContentRegionAvail().x, ui.fonts.bold);
  push_font(ui.fonts.bold);
  if (text_button(ui, "side", words, is_read ? ui.look->accent : ui.look->text)) {
    source.side = ui.side;
    source.scrolled_to_row = ~std::size_t{0};
  }
  ImGui::PopFont();
  tooltip(ui, ui.say(Str::side_hint));
}

}  // namespace

float controls_height(const AppState& app, const Ui& ui, float width) {
  const std::size_t cells = common_cells(app, ui).size();
  return height_of(ui, grid_of(ui, width, cells), cells);
}

void controls_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "controls", area, {}, true);
  const std::vector<Cell> cells = common_cells(app, ui);
  draw_cells(app, ui, cells, grid_of(ui, area.width, cells.size()));
  end_panel();
}

float side_controls_height(const AppState& app, const Ui& ui, float width, Side side) {
  const std::size_t cells = own_cells(app, ui, side).size();
  return height_of(ui, grid_of(ui, width, cells), cells) + ui.fonts.body->FontSize * 1.4f;
}

void side_controls(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "side", area, {}, true);
  side_title(app, ui);
  const std::vector<Cell> cells = own_cells(app, ui, ui.side);
  draw_cells(app, ui, cells, grid_of(ui, area.width, cells.size()));
  end_panel();
}

}  // namespace warplens::ui
