#include "app/features/machine_code/code_keys.h"

#include <algorithm>
#include <array>

#include "app/features/machine_code/code_moment.h"
#include "app/state/app_state.h"

namespace warplens::ui {
namespace {

using code::CodeColumn;
using code::CodeMark;

// What stands there, if it is there.
session::CodeModelPtr code_now(Ui& ui, const AppState& app) {
  return app.session.launch(ui.side) == nullptr ? nullptr : code_source(app, ui).model;
}

CodeMark first_mark(const code::CodeModel& model) {
  return {model.sass.empty() ? CodeColumn::ptx : CodeColumn::sass, 0};
}

void step_line(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto model = code_now(ui, app);
  if (!model) return;
  const auto mark = code_mark(app, ui, *model);
  if (!mark) return ask_code_line(ui, *model, first_mark(*model));
  const std::size_t rows = model->rows(mark->column);
  CodeMark next = *mark;
  const bool goes_back = press.key == Key::up;
  // A heading of a file is no line.
  for (std::size_t i = 0; i < rows; ++i) {
    if (goes_back ? next.row == 0 : next.row + 1 >= rows) return;
    next.row += goes_back ? ~0u : 1u;
    if (code::line_of(*model, next)) break;
  }
  ask_code_line(ui, *model, next, true);
}

// The first lit row of the next column that has one.
void next_column(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto model = code_now(ui, app);
  if (!model) return;
  const auto mark = code_mark(app, ui, *model);
  if (!mark) return ask_code_line(ui, *model, first_mark(*model));
  const code::LitRows rows = code::lit(*model, mark);
  const bool goes_back = press.key == Key::left;
  for (std::size_t step = 1; step < code::kCodeColumns; ++step) {
    const std::size_t by = goes_back ? code::kCodeColumns - step : step;
    const std::size_t index = (static_cast<std::size_t>(mark->column) + by) % code::kCodeColumns;
    const auto found =
        std::ranges::find_if(rows[index], [](code::Lit how) { return how != code::Lit::no; });
    if (found == rows[index].end()) continue;
    return ask_code_line(ui, *model,
                         CodeMark{static_cast<CodeColumn>(index),
                                  static_cast<std::uint32_t>(found - rows[index].begin())});
  }
}

constexpr std::array kCodeKeys{
    KeyRow{{Key::up, Key::down}, kShift, step_line, "Shift + ↑  Shift + ↓", Str::keys_code_line},
    KeyRow{{Key::left, Key::right},
           kShift,
           next_column,
           "Shift + ←  Shift + →",
           Str::keys_code_column},
};

}  // namespace

std::span<const KeyRow> code_keys() { return kCodeKeys; }

bool has_code_keys(const AppState& app) {
  return !app.views.empty() && app.views.front() == session::StageView::machine_code;
}

}  // namespace warplens::ui
