#include "app/ui/index_field.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/session/choosing.h"
#include "app/session/edits.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Side;

constexpr float kFieldShare = 0.55f;  // of the width, beside what is wrong

const OwnIndex* index_of(const AppState& app, Side side) {
  const catalog::Variant* variant = app.session.variant(side);
  return variant == nullptr || !variant->index ? nullptr : &*variant->index;
}

std::string names_of(const OwnIndex& index) {
  std::string names;
  for (const OwnIndex::Argument& argument : index.arguments) {
    names +=
        fmt::format("{}{}: 0–{}", names.empty() ? "" : ", ", argument.name, argument.count - 1);
  }
  for (const auto& [name, value] : index.constants) names += fmt::format(", {} = {}", name, value);
  return names;
}

void take(const AppState& app, Ui& ui, IndexDraft& draft, const std::string& now) {
  const auto chosen = session::chosen_index(*app.session.variant(ui.side), draft.text);
  draft.instead_of = now;
  draft.error = chosen.has_value() ? Text{} : chosen.error().message;
  if (!chosen.has_value() || *chosen == app.session.selection(ui.side).index) return;
  ui.ask([text = *chosen, continues = std::exchange(draft.types, true),
          side = ui.side](AppState& a) { (void)set_index(a.session, text, continues, side); });
  draft.instead_of.clear();
}

void wrong_phrase(Ui& ui, const IndexDraft& draft, ImVec2 at, float width) {
  const std::string words = ui.say(draft.error);
  const float down = (ImGui::GetFrameHeight() - ui.fonts.small->FontSize) / 2;
  ImGui::SetCursorScreenPos(at + ImVec2{0, down});
  const std::string fitting = fitted(words, width, ui.fonts.small);
  label(ui, fitting, {ui.theme->bad, ui.fonts.small});
  if (fitting != words) tooltip(ui, words);
  ui.widget_log.shown("control.index.error", words);
}

}  // namespace

std::string index_text(const Ui& ui) {
  std::string all;
  for (const IndexDraft& draft : ui.state<IndexDrafts>().sides) all += ui.say(draft.error);
  return all;
}

std::string index_label(const AppState& app, const Control& control) {
  const OwnIndex* index = index_of(app, control.side);
  if (index == nullptr) return {};
  std::string names;
  for (const OwnIndex::Argument& argument : index->arguments) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", argument.name);
  }
  return fmt::format("{}({}) =", index->function, names);
}

void index_field(const AppState& app, Ui& ui, const Control& control) {
  const OwnIndex* index = index_of(app, control.side);
  if (index == nullptr) return;
  IndexDraft& draft = ui.state<IndexDrafts>().sides[static_cast<std::size_t>(ui.side)];
  const std::string& chosen = app.session.selection(ui.side).index;
  const std::string& now = chosen.empty() ? index->written : chosen;
  std::string text = draft.is_there ? draft.text : now;
  const bool is_wrong = draft.is_there && !draft.error.empty();
  const float width = ImGui::CalcItemWidth();
  const ImVec2 beside = ImGui::GetCursorScreenPos() +
                        ImVec2{width * kFieldShare + ui.fonts.small->FontSize * 0.5f, 0};
  push_font(ui.fonts.mono_small);
  if (is_wrong) ImGui::PushStyleColor(ImGuiCol_Text, channels(ui.theme->bad));
  ImGui::SetNextItemWidth(width * kFieldShare);
  const bool is_edited = ImGui::InputText("###index", &text, ImGuiInputTextFlags_AutoSelectAll);
  if (is_wrong) ImGui::PopStyleColor();
  ImGui::PopFont();
  mark(ui, "control.index");
  ui.widget_log.shown("control.index", text);
  const bool is_active = ImGui::IsItemActive(), is_left = ImGui::IsItemDeactivated();
  if (!is_active) tooltip(ui, ui.say(Str::index_hint, names_of(*index), index->places - 1));
  if (is_edited) {
    draft.text = text;
    draft.is_there = true;
    take(app, ui, draft, now);
  }
  if (is_wrong) wrong_phrase(ui, draft, beside, width * (1 - kFieldShare));
  if (is_edited || is_active) return;
  if (is_left) draft.types = false;
  // What was taken stands there by itself; what could not be stays until something else is chosen.
  if (draft.error.empty() || draft.instead_of != now) draft = {};
}

}  // namespace warplens::ui
