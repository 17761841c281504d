#include "app/ui/panels/cells.h"

#include <algorithm>

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/control_widgets.h"
#include "app/ui/idea_buttons.h"
#include "app/ui/widgets.h"
#include "kernels/run/run.h"

namespace warplens::ui {
namespace {

using session::Side;

// A parameter as its family calls it; its plain name when the catalogue has no such kernel.
std::string recorded_label(const AppState& app, const Ui& ui, const trace::Run& run,
                           const std::string& name) {
  const auto found = app.catalogue->look_up(run.kernel());
  if (!found.has_value()) return name;
  const catalog::Parameter* parameter = found->family->parameter_of(*found->variant, name);
  return parameter == nullptr ? name : ui.say(parameter->label);
}

std::vector<Cell> facts(const AppState& app, const Ui& ui, Side side) {
  const session::KernelResultPtr& result = app.session.result(side);
  if (!result || !result->is_recorded) return {};
  const trace::Run& run = *result->run;
  std::vector<Cell> cells;
  const auto add = [&](std::string words, std::string value) {
    cells.push_back({Cell::Kind::fact, {}, kNoControl, std::move(words), std::move(value)});
  };
  add(std::string(ui.say(Str::recorded_kernel)), std::string(run.kernel()));
  add(std::string(ui.say(Str::recorded_on)), run.created);
  add(std::string(ui.say(Str::recorded_device)), run.device);
  for (const auto& [name, value] : run.parameters) {
    add(recorded_label(app, ui, run, name), std::to_string(value));
  }
  return cells;
}

bool is_shared(const AppState& app, const Control& control) {
  if (control.kind == Control::Kind::launch) return true;
  const catalog::Parameter* parameter = parameter_of(app.session, control.side, control.name);
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

bool is_ideas(const Cell& cell) {
  return cell.kind == Cell::Kind::control && cell.control.kind == Control::Kind::ideas;
}

// In units of text.
float widget_units(const AppState& app, const Cell& cell) {
  if (cell.kind == Cell::Kind::commands) return 10;
  switch (cell.control.kind) {
    case Control::Kind::variant:
    case Control::Kind::ideas:
      return 11;
    case Control::Kind::compare:
      return 8;
    case Control::Kind::launch:
      return 7;
    case Control::Kind::entry:
      return 24;
    case Control::Kind::index:
      return 46;  // with what is wrong with it
    case Control::Kind::parameter:
      return control_value(app, cell.control).empty() ? 6.5f : 8;
  }
  return 8;
}

// How much is said beside the widgets themselves: each leaves out more than the one before.
// Tooltips say what is left out.
enum class Told { all, no_sizes, no_titles };

bool is_told(const AppState& app, const Cell& cell, Told told) {
  if (told == Told::all) return true;
  const catalog::Parameter* parameter =
      parameter_of(app.session, cell.control.side, cell.control.name);
  return parameter != nullptr && !parameter->is_problem_size;
}

Parts parts_of(const AppState& app, const Ui& ui, const Cell& cell, float room, Told told) {
  const float unit = ui.fonts.body->FontSize, gap = unit * 0.45f;
  const std::string words = phrase_before(app, ui, cell);
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
    if (cell.kind == Cell::Kind::control)
      parts.widget = std::max(parts.widget, choice_width(app, ui, cell.control));
  }
  if (is_ideas(cell)) {
    parts.widget = idea_buttons_width(app, ui, cell.control);
    parts.widget = std::min(parts.widget, room);
    const bool has_room = told != Told::no_titles && parts.words <= room - parts.widget;
    if (!has_room) parts.words = 0;
    return parts;
  }
  const bool is_index =
      cell.kind == Cell::Kind::control && cell.control.kind == Control::Kind::index;
  parts.widget = std::min(parts.widget, is_index ? room - parts.words : room * 0.6f);
  parts.words = std::min(parts.words, room - parts.value - parts.widget);
  if (cell.kind != Cell::Kind::control) return parts;
  const float meaning = meaning_width(app, ui, cell.control);
  if (is_told(app, cell, told) && meaning > 0 && parts.width() + gap + meaning <= room)
    parts.meaning = gap + meaning;
  return parts;
}

// `reserved`: at the right end of the first row.
struct Ribbon {
  float room = 0, reserved = 0;
  Told told = Told::all;
};

std::vector<CellPlace> laid_out(const AppState& app, const Ui& ui, const std::vector<Cell>& cells,
                                const Ribbon& ribbon) {
  const float gap = ui.fonts.body->FontSize * 1.1f;
  const float down = ribbon_row_height(ui) + 4 * ui.scale;
  std::vector<CellPlace> places;
  ImVec2 at{0, 0};
  for (const Cell& cell : cells) {
    const Parts parts = parts_of(app, ui, cell, ribbon.room, ribbon.told);
    const float end = at.y == 0 ? ribbon.room - ribbon.reserved : ribbon.room;
    if (at.x > 0 && at.x + parts.width() > end) at = {0, at.y + down};
    places.push_back({at, parts});
    at.x += parts.width() + gap;
  }
  return places;
}

}  // namespace

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

std::string phrase_before(const AppState& app, const Ui& ui, const Cell& cell) {
  if (cell.kind == Cell::Kind::fact) return cell.label;
  if (cell.kind != Cell::Kind::control) return {};
  if (cell.control.kind == Control::Kind::compare) {
    return std::string(app.session.previous() ? ui.say(Str::before_after) : "");
  }
  return control_label(app, ui, cell.control);
}

float ribbon_row_height(const Ui& ui) { return ui.fonts.body->FontSize + 2 * 4 * ui.scale; }

std::vector<CellPlace> places_of(const AppState& app, const Ui& ui, const std::vector<Cell>& cells,
                                 float room, float reserved) {
  std::vector<CellPlace> best;
  for (const Told told : {Told::all, Told::no_sizes, Told::no_titles}) {
    std::vector<CellPlace> places = laid_out(app, ui, cells, {room, reserved, told});
    const bool takes_fewer_rows = best.empty() || places.back().at.y < best.back().at.y;
    if (takes_fewer_rows) best = std::move(places);
    if (best.empty()) break;
  }
  return best;
}

}  // namespace warplens::ui
