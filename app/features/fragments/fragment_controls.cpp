#include "app/features/fragments/fragment_controls.h"

#include <algorithm>

#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "app/ui/stepper.h"
#include "app/ui/widget_flow.h"
#include "app/ui/widgets.h"
#include "viz/fragments/fragment_words.h"

namespace warplens::ui {
namespace {

using fragments::ChosenExecution;
using fragments::FragmentChoice;

float fragment_button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

void choose_execution(const AppState& app, Ui& ui, const ChosenExecution& at) {
  FragmentChoice choice = app.session.chosen<FragmentChoice>();
  choice.at = at;
  ask_fragments(ui, choice);
}

// "line 57 · mma.m16n8k16.f32.f16.f16.f32"
std::string instruction_words(const Ui& ui, const machine::MatrixInstruction& at) {
  const std::string place = at.line != 0
                                ? ui.say(Str::fragments_line, at.line)
                                : ui.say(Str::fragments_ptx_line, at.instruction->ptx_line);
  return fmt::format("{} · {}", place, fragments::short_name(at.form));
}

void instruction_combo(const AppState& app, Ui& ui, const FragmentMoment& moment,
                       WidgetFlow& flow) {
  const auto& all = moment.run->instructions;
  float widest = 0;
  for (const auto& each : all) widest = std::max(widest, text_width(instruction_words(ui, each)));
  const float arrow = ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
  const float width = std::min(widest + arrow, ImGui::GetContentRegionAvail().x);
  flow.next(width);
  ImGui::SetNextItemWidth(width);
  const std::string shown = instruction_words(ui, moment.at());
  const bool is_open =
      ImGui::BeginCombo("###instruction", fitted(shown, width - arrow, ui.fonts.small).c_str());
  mark(ui, "fragments_view.instruction");
  ui.widget_log.shown("fragments_view.instruction", shown);
  if (!is_open) return tooltip(ui, ui.say(Str::fragments_instruction_hint));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string words = fmt::format("{}###{}", instruction_words(ui, all[i]), i);
    if (ImGui::Selectable(words.c_str(), i == moment.instruction)) {
      choose_execution(app, ui, {all[i].instruction->ptx_line, moment.block, moment.warp, 0});
    }
    mark(ui, fmt::format("fragments_view.instruction.{}", i + 1));
  }
  ImGui::EndCombo();
}

struct ExecutionStepper {
  const char* name;
  std::string words;
  std::size_t now = 0, count = 0;
  std::uint32_t ChosenExecution::*field;
  Str hint;
};

void execution_stepper(const AppState& app, Ui& ui, const FragmentMoment& moment,
                       const ExecutionStepper& what, WidgetFlow& flow) {
  const int by = stepper(ui,
                         {fmt::format("fragments_view.{}", what.name), what.words, what.now > 0,
                          what.now + 1 < what.count, what.hint},
                         flow);
  if (by == 0) return;
  ChosenExecution at = moment.chosen();
  at.*what.field = static_cast<std::uint32_t>(what.now) + static_cast<std::uint32_t>(by);
  choose_execution(app, ui, at);
}

void steppers(const AppState& app, Ui& ui, const FragmentMoment& moment, WidgetFlow& flow) {
  const trace::TracedLaunch& launch = app.session.launch(ui.side)->trace->launch;
  execution_stepper(app, ui, moment,
                    {"block", ui.say(Str::fragments_block, moment.block), moment.block,
                     static_cast<std::size_t>(launch.grid.count()), &ChosenExecution::block,
                     Str::fragments_block_hint},
                    flow);
  execution_stepper(app, ui, moment,
                    {"warp", ui.say(Str::fragments_warp, moment.warp), moment.warp,
                     launch.warps_per_block(), &ChosenExecution::warp, Str::fragments_warp_hint},
                    flow);
  if (moment.executions.empty()) return;
  execution_stepper(
      app, ui, moment,
      {"execution",
       ui.say(Str::fragments_execution, moment.execution + 1, moment.executions.size()),
       moment.execution, moment.executions.size(), &ChosenExecution::execution,
       Str::fragments_execution_hint},
      flow);
}

void follow_button(const AppState& app, Ui& ui, WidgetFlow& flow) {
  FragmentChoice choice = app.session.chosen<FragmentChoice>();
  if (!choice.at) return;
  const std::string words(ui.say(Str::fragments_follow));
  flow.next(fragment_button_width(words));
  if (button(ui, "fragments_view.follow", words)) {
    choice.at.reset();
    ask_fragments(ui, choice);
  }
  tooltip(ui, ui.say(Str::fragments_follow_hint));
}

void operands(const AppState& app, Ui& ui, const FragmentMoment& moment, std::size_t operand,
              WidgetFlow& flow) {
  const auto& all = moment.at().form.operands;
  if (all.size() < 2) return;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string words = fragments::operand_name(all[i]);
    if (i == 0) {
      float width = 0;
      for (const auto& each : all) {
        width += fragment_button_width(fragments::operand_name(each)) + 3 * ui.scale;
      }
      flow.next(width);
    } else {
      ImGui::SameLine(0, 3 * ui.scale);
    }
    const auto look = i == operand ? ButtonLook::primary : ButtonLook::soft;
    if (button(ui, fmt::format("fragments_view.operand.{}", all[i].letter).c_str(), words, look)) {
      FragmentChoice choice = app.session.chosen<FragmentChoice>();
      choice.operand = all[i].letter;
      choice.element.reset();
      ask_fragments(ui, choice);
    }
    tooltip(ui, ui.say(Str::fragments_operand_hint));
  }
}

void cell_buttons(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const FragmentChoice& now = app.session.chosen<FragmentChoice>();
  const auto choose = [&](const char* name, Str words, Str hint, bool shows_values) {
    const auto look = now.shows_values == shows_values ? ButtonLook::primary : ButtonLook::soft;
    if (button(ui, name, ui.say(words), look)) {
      FragmentChoice choice = now;
      choice.shows_values = shows_values;
      ask_fragments(ui, choice);
    }
    tooltip(ui, ui.say(hint));
  };
  flow.next(fragment_button_width(ui.say(Str::fragments_lanes)) +
            fragment_button_width(ui.say(Str::fragments_values)) + 3 * ui.scale);
  choose("fragments_view.lanes", Str::fragments_lanes, Str::fragments_lanes_hint, false);
  ImGui::SameLine(0, 3 * ui.scale);
  choose("fragments_view.values", Str::fragments_values, Str::fragments_values_hint, true);
}

}  // namespace

void fragment_controls(const AppState& app, Ui& ui, const FragmentMoment& moment,
                       std::size_t operand) {
  push_font(ui.fonts.small);
  WidgetFlow flow(ui, ImGui::GetFrameHeight());
  instruction_combo(app, ui, moment, flow);
  steppers(app, ui, moment, flow);
  follow_button(app, ui, flow);
  operands(app, ui, moment, operand, flow);
  if (moment.record() != nullptr) cell_buttons(app, ui, flow);
  flow.end();
  ImGui::PopFont();
}

}  // namespace warplens::ui
