#include "app/features/fragments/fragment_keys.h"

#include <algorithm>
#include <array>

#include "app/features/fragments/fragment_moment.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"

namespace warplens::ui {
namespace {

using fragments::FragmentChoice;
using machine::FragmentElement;

// What stands there, if it is there.
std::optional<FragmentMoment> moment_now(Ui& ui, const AppState& app) {
  if (app.session.launch(ui.side) == nullptr) return std::nullopt;
  const FragmentSource source = fragment_source(app, ui, fragment_block(app, ui.side));
  if (source.run == nullptr || source.run->instructions.empty()) return std::nullopt;
  return fragment_moment(app, ui, *source.run);
}

void next_operand(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto moment = moment_now(ui, app);
  if (!moment) return;
  const auto& operands = moment->at().form.operands;
  FragmentChoice choice = app.session.chosen<FragmentChoice>();
  const std::size_t by = press.shift ? operands.size() - 1 : 1;
  choice.operand =
      operands[(shown_operand(moment->at().form, choice) + by) % operands.size()].letter;
  choice.element.reset();
  ask_fragments(ui, choice);
}

// Around at the ends; the rows of the next matrix follow those of the one before.
FragmentElement moved(const machine::FragmentMap& map, FragmentElement element, Key key) {
  const std::uint32_t span = fragments::span_of(map);
  const auto around = [](std::uint32_t at, std::uint32_t count, bool goes_back) {
    return (at + (goes_back ? count - 1 : 1)) % count;
  };
  if (key == Key::left || key == Key::right) {
    element.column = around(element.column / span, map.columns / span, key == Key::left) * span;
    return element;
  }
  const std::uint32_t row =
      around(element.matrix * map.rows + element.row, map.matrices * map.rows, key == Key::up);
  element.matrix = row / map.rows;
  element.row = row % map.rows;
  return element;
}

void step_element(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto moment = moment_now(ui, app);
  if (!moment) return;
  const machine::MatrixForm& form = moment->at().form;
  FragmentChoice choice = app.session.chosen<FragmentChoice>();
  const auto& operand = form.operands[shown_operand(form, choice)];
  const bool is_there = choice.element && operand.letter == choice.operand &&
                        !operand.map.holders(*choice.element).empty();
  choice.element = is_there ? moved(operand.map, *choice.element, press.key) : FragmentElement{};
  choice.operand = operand.letter;
  ask_fragments(ui, choice, true);
}

void change_cells(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  FragmentChoice choice = app.session.chosen<FragmentChoice>();
  choice.shows_values = !choice.shows_values;
  ask_fragments(ui, choice);
}

void step_execution(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto moment = moment_now(ui, app);
  if (!moment || moment->executions.empty()) return;
  const bool goes_back = press.key == Key::left_bracket;
  const bool is_at_end =
      goes_back ? moment->execution == 0 : moment->execution + 1 == moment->executions.size();
  if (is_at_end) return;
  FragmentChoice choice = app.session.chosen<FragmentChoice>();
  choice.at = moment->chosen();
  choice.at->execution += goes_back ? ~0u : 1u;
  ask_fragments(ui, choice, true);
}

constexpr std::array kFragmentKeys{
    KeyRow{Key::tab, kShiftOrNot, next_operand, "Tab  Shift + Tab", Str::keys_fragment_operand},
    KeyRow{{Key::left, Key::right, Key::up, Key::down},
           kShift,
           step_element,
           "Shift + ↑  ↓  ←  →",
           Str::keys_fragment_element},
    KeyRow{Key::c, kShift, change_cells, "Shift + C", Str::keys_fragment_cells},
    KeyRow{{Key::left_bracket, Key::right_bracket},
           kShift,
           step_execution,
           "Shift + [  Shift + ]",
           Str::keys_fragment_execution},
};

}  // namespace

std::span<const KeyRow> fragment_keys() { return kFragmentKeys; }

bool has_fragment_keys(const AppState& app) {
  return !app.views.empty() && app.views.front() == session::StageView::fragments_view &&
         !hides_lanes(app);
}

std::size_t shown_operand(const machine::MatrixForm& form, const FragmentChoice& choice) {
  auto found = std::ranges::find(form.operands, choice.operand, &machine::FormOperand::letter);
  if (found == form.operands.end()) {
    found = std::ranges::find_if(form.operands, [](const machine::FormOperand& operand) {
      return !operand.map.is_in_memory();
    });
  }
  return found == form.operands.end() ? 0 : static_cast<std::size_t>(found - form.operands.begin());
}

}  // namespace warplens::ui
