#include "app/ui/panels/counters_table.h"

#include <algorithm>

#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

float counter_row_height(const Ui& ui) { return ui.fonts.mono->FontSize * 1.18f; }
float gap_of(const Ui& ui) { return ui.fonts.small->FontSize * 0.6f; }

// Where figures end. A name that has no room beside its figures stands above them.
struct CounterColumns {
  float rules = 0, measured = 0, sign = 0;  // widths
  float gap = 0, width = 0;

  [[nodiscard]] float figures() const { return rules + measured + sign + 2 * gap; }
  [[nodiscard]] bool stacks(std::string_view name, const Ui& ui) const {
    return text_width(name, ui.fonts.small) + figures() > width;
  }
};

CounterColumns counter_columns(const Ui& ui, const std::vector<CounterRow>& rows, float width) {
  CounterColumns columns;
  columns.width = width;
  columns.gap = gap_of(ui);
  columns.sign = text_width("≠", ui.fonts.mono) + columns.gap / 2;
  columns.rules = text_width(ui.say(Str::counted_rules), ui.fonts.small);
  columns.measured = text_width(ui.say(Str::counted_measured), ui.fonts.small);
  for (const CounterRow& row : rows) {
    columns.rules = std::max(columns.rules, text_width(row.rules, ui.fonts.mono));
    // What has no rule's figure beside it may reach into that column.
    const float least = row.rules.empty() ? columns.rules + columns.gap : 0;
    columns.measured = std::max(columns.measured, text_width(row.measured, ui.fonts.mono) - least);
  }
  return columns;
}

void at_right(Ui& ui, float right, float y, std::string_view words, TextLook look) {
  ImGui::SetCursorPos({right - text_width(words, look.font), y});
  label(ui, words, look);
}

void heading(Ui& ui, const CounterColumns& columns, float left) {
  const float y = ImGui::GetCursorPosY();
  const float right = left + columns.width - columns.sign;
  const std::string_view words = ui.say(Str::counted);
  const bool stacks = columns.stacks(words, ui);
  ImGui::SetCursorPosX(left);
  label(ui, words, {ui.theme->accent, ui.fonts.small});
  const float below = stacks ? y + counter_row_height(ui) : y;
  const TextLook look{ui.theme->muted, ui.fonts.small};
  at_right(ui, right, below, ui.say(Str::counted_measured), look);
  at_right(ui, right - columns.measured - columns.gap, below, ui.say(Str::counted_rules), look);
  ImGui::SetCursorPosY(below + counter_row_height(ui));
}

void figures(Ui& ui, const CounterColumns& columns, const CounterRow& row, float left, float y) {
  const float right = left + columns.width;
  const float end = right - columns.sign;
  const bool differs = row.is_equal.has_value() && !*row.is_equal;
  const Color color = differs        ? scene::theme(ui.theme->theme).conflict
                      : row.is_equal ? ui.theme->good
                                     : ui.theme->text;
  at_right(ui, end, y, row.measured, {color, ui.fonts.mono});
  at_right(ui, end - columns.measured - columns.gap, y, row.rules, {ui.theme->text, ui.fonts.mono});
  if (row.is_equal) at_right(ui, right, y, differs ? "≠" : "=", {color, ui.fonts.mono});
}

// The whole row explains itself under the pointer.
void hint(Ui& ui, const CounterRow& row, float left, float top, float width) {
  ImGui::SetCursorPos({left, top});
  ImGui::Dummy({width, counter_row_height(ui) - ImGui::GetStyle().ItemSpacing.y});
  mark(ui, "counter." + row.key);
  tooltip(ui, row.hint);
}

void counter_row(Ui& ui, const CounterColumns& columns, const CounterRow& row, float left) {
  ui.widget_log.shown({"counter.", row.key}, [&] { return signed_figure(row); });
  if (!row.rules.empty()) ui.widget_log.shown({"counter.", row.key, ".rules"}, row.rules);
  const float top = ImGui::GetCursorPosY();
  const bool stacks = columns.stacks(row.name, ui);
  ui.widget_log.text("metrics.counter." + row.key, text_width(row.name, ui.fonts.small),
                     columns.width);
  const float drop = (ui.fonts.mono->FontSize - ui.fonts.small->FontSize) / 2;
  ImGui::SetCursorPos({left, top + drop});
  label(ui, row.name, {ui.theme->muted, ui.fonts.small});
  const float y = stacks ? top + counter_row_height(ui) : top;
  figures(ui, columns, row, left, y);
  hint(ui, row, left, y, columns.width);
  ImGui::SetCursorPosY(y + counter_row_height(ui));
}

void note(Ui& ui, const std::string& words, float left, float width) {
  ImGui::SetCursorPosX(left);
  wrapped_label(ui, words, {ui.theme->muted, ui.fonts.small}, width);
  mark(ui, "counters.note");
  ui.widget_log.shown("counters.note", words);
}

float note_height(const Ui& ui, const std::string& words, float width) {
  if (words.empty()) return 0;
  const std::string lines = broken_into_lines(words, width, ui.fonts.small);
  return static_cast<float>(1 + std::ranges::count(lines, '\n')) * ui.fonts.small->FontSize +
         ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace

float counters_height(const AppState& app, const Ui& ui, float width) {
  const session::LaunchResult* launch = app.session.launch();
  if (launch == nullptr) return 0;
  const float note = note_height(ui, counter_note(ui, *app.session.result(), *launch), width);
  if (note == 0 && launch->counted.is_empty()) return 0;
  const std::vector<CounterRow> rows = counter_rows(ui, launch->counted);
  if (rows.empty()) return note + gap_of(ui);
  const CounterColumns columns = counter_columns(ui, rows, width);
  float lines = columns.stacks(ui.say(Str::counted), ui) ? 2 : 1;
  for (const CounterRow& row : rows) lines += columns.stacks(row.name, ui) ? 2 : 1;
  return lines * counter_row_height(ui) + note + gap_of(ui);
}

void counters_table(const AppState& app, Ui& ui, float left, float width) {
  const session::LaunchResult* launch = app.session.launch();
  if (launch == nullptr) return;
  const std::vector<CounterRow> rows = counter_rows(ui, launch->counted);
  const std::string words = counter_note(ui, *app.session.result(), *launch);
  if (rows.empty() && words.empty()) return;
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + gap_of(ui) / 2);
  if (!rows.empty()) {
    const CounterColumns columns = counter_columns(ui, rows, width);
    heading(ui, columns, left);
    for (const CounterRow& row : rows) counter_row(ui, columns, row, left);
  }
  if (!words.empty()) note(ui, words, left, width);
}

}  // namespace warplens::ui
