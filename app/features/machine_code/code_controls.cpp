#include "app/features/machine_code/code_controls.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/features/workshop/workshop_change_code.h"
#include "app/state/app_state.h"
#include "app/state/choose_text.h"
#include "app/ui/widget_flow.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using code::CodeColumn;
using code::CodeMark;
using code::CodeModel;

float code_button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

bool code_button(Ui& ui, WidgetFlow& flow, const char* name, Str words, Str hint) {
  flow.next(code_button_width(ui.say(words)));
  const bool is_pressed = button(ui, name, ui.say(words));
  tooltip(ui, ui.say(hint));
  return is_pressed;
}

// The match behind the marked row, around at the end.
std::size_t next_match(const std::vector<CodeMark>& all, const std::optional<CodeMark>& mark,
                       bool goes_back) {
  const auto is_behind = [&](const CodeMark& each) {
    return !mark || each.column > mark->column ||
           (each.column == mark->column && each.row > mark->row);
  };
  const auto behind = static_cast<std::size_t>(std::ranges::find_if(all, is_behind) - all.begin());
  if (!goes_back) return behind == all.size() ? 0 : behind;
  const bool is_at = behind > 0 && mark && all[behind - 1] == *mark;
  const std::size_t before = is_at ? behind - 1 : behind;
  return (before + all.size() - 1) % all.size();
}

void find_field(Ui& ui, const CodeModel& model, const std::optional<CodeMark>& mark,
                WidgetFlow& flow) {
  std::string& words = ui.state<CodeState>().words;
  const float width = ImGui::GetFontSize() * 11;
  flow.next(width);
  ImGui::SetNextItemWidth(width);
  const bool is_entered =
      ImGui::InputTextWithHint("###find", std::string(ui.say(Str::code_find)).c_str(), &words,
                               ImGuiInputTextFlags_EnterReturnsTrue);
  ui::mark(ui, "machine_code.find");
  tooltip(ui, ui.say(Str::code_find_hint));
  if (words.empty()) return;
  const std::vector<CodeMark> all = code::found(model, words);
  if (is_entered && !all.empty()) {
    ask_code_line(ui, model, all[next_match(all, mark, ImGui::GetIO().KeyShift)]);
    ImGui::SetKeyboardFocusHere(-1);
  }
  const auto at = mark ? std::ranges::find(all, *mark) : all.end();
  const std::string count =
      all.empty() ? std::string(ui.say(Str::code_no_match))
                  : ui.say(Str::code_match, at == all.end() ? 0 : at - all.begin() + 1, all.size());
  flow.next(text_width(count));
  label(ui, count, {ui.theme->muted, ui.fonts.small}, "machine_code.matches");
}

void jumps(Ui& ui, const CodeModel& model, const std::optional<CodeMark>& mark, WidgetFlow& flow) {
  if (model.pressure.is_known &&
      code_button(ui, flow, "machine_code.peak", Str::code_peak, Str::code_peak_hint)) {
    ask_code_line(ui, model,
                  CodeMark{CodeColumn::sass, static_cast<std::uint32_t>(model.pressure.peak_at)});
  }
  const auto& spills = model.pressure.spills;
  if (spills.empty()) return;
  if (!code_button(ui, flow, "machine_code.spill", Str::code_spill, Str::code_spill_hint)) return;
  const std::size_t now = mark && mark->column == CodeColumn::sass ? mark->row + 1 : 0;
  const auto next = std::ranges::lower_bound(spills, now, {}, &code::Spill::instruction);
  const std::size_t row = next == spills.end() ? spills.front().instruction : next->instruction;
  ask_code_line(ui, model, CodeMark{CodeColumn::sass, static_cast<std::uint32_t>(row)});
}

void copy(Ui& ui, const CodeModel& model, const std::optional<CodeMark>& mark, WidgetFlow& flow) {
  if (!mark) return;
  if (!code_button(ui, flow, "machine_code.copy", Str::code_copy, Str::code_copy_hint)) return;
  ImGui::SetClipboardText(code::copied_text(model, code::lit(model, mark)).c_str());
}

}  // namespace

void code_controls(const AppState& app, Ui& ui, const CodeModel& model,
                   const std::optional<CodeMark>& mark) {
  push_font(ui.fonts.small);
  WidgetFlow flow(ui, ImGui::GetFrameHeight());
  find_field(ui, model, mark, flow);
  jumps(ui, model, mark, flow);
  copy(ui, model, mark, flow);
  if (app.session.chosen<code::CodeChoice>().line &&
      code_button(ui, flow, "machine_code.follow", Str::code_follow, Str::code_follow_hint)) {
    ask_code_line(ui, model, std::nullopt);
  }
  flow.end();
  ImGui::PopFont();
}

void code_help(const AppState& app, Ui& ui, const CodeModel& model,
               const std::optional<CodeMark>& mark) {
  if (app.hides_costs() || !mark || model.helps.empty()) return;
  const code::CodeHelp* help = code::help_at(model, code::lit(model, mark));
  if (help == nullptr) return;
  label(ui, ui.say(help->gain), {ui.theme->good, ui.fonts.bold}, "machine_code.help");
  if (help->question.empty()) return;
  ImGui::SameLine();
  push_font(ui.fonts.small);
  if (text_button(ui, "machine_code.before_after", ui.say(Str::helps_show))) {
    ui.ask([question = help->question](AppState& state) {
      if (choose_text(state, "swizzle", question))
        show_large(state, session::StageView::swizzle_workshop);
    });
  }
  tooltip(ui, ui.say(Str::helps_show_hint));
  if (can_change_code(app, help->file)) {
    ImGui::SameLine();
    change_code_button(app, ui, help->line);
  }
  ImGui::PopFont();
}

}  // namespace warplens::ui
