#include "app/features/own_kernel/form_widgets.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using session::FormField;

// Takes the text when it is one that the form can hold.
void take_text(Ui& ui, const FormView& view, const FormField& field, const std::string& text,
               bool continues = false) {
  auto form = session::with_field(view.launch.form, field, text, view.folder);
  if (!form.has_value()) return;
  ui.state<FormState>().drafts.erase(session::field_name(view.launch.form, field));
  if (text == session::field_text(view.launch.form, field)) return;
  ui.ask([form = std::move(*form), continues](AppState& a) { correct_launch(a, form, continues); });
}

std::string field_mark(const FormView& view, const FormField& field) {
  return "own." + session::field_name(view.launch.form, field);
}

// Larger ones are typed: a trace of many threads fills memory without showing more.
int largest_size(const FormView& view, std::int64_t now) {
  const bool is_alone = view.launch.form.sizes.size() == 1;
  return static_cast<int>(std::clamp<std::int64_t>(now, is_alone ? 65536 : 1024, 1 << 30));
}

}  // namespace

std::string field_error(const Ui& ui, const FormView& view, const FormField& field) {
  const auto& drafts = ui.state<FormState>().drafts;
  const auto draft = drafts.find(session::field_name(view.launch.form, field));
  if (draft == drafts.end()) return {};
  const auto form = session::with_field(view.launch.form, field, draft->second, view.folder);
  return form.has_value() ? std::string() : ui.say(form.error());
}

void error_below(Ui& ui, const FormView& view, const FormField& field) {
  const std::string error = field_error(ui, view, field);
  if (error.empty()) return;
  wrapped_label(ui, error, {ui.theme->bad, ui.fonts.small});
  ui.widget_log.shown({field_mark(view, field), ".error"}, error);
}

void typed_field(Ui& ui, const FormView& view, const FormField& field, float width) {
  FormState& state = ui.state<FormState>();
  const std::string name = session::field_name(view.launch.form, field);
  const std::string now = session::field_text(view.launch.form, field);
  const auto draft = state.drafts.find(name);
  std::string text = draft == state.drafts.end() ? now : draft->second;
  const bool is_wrong = !field_error(ui, view, field).empty();
  push_font(ui.fonts.mono_small);
  if (is_wrong) ImGui::PushStyleColor(ImGuiCol_Text, channels(ui.theme->bad));
  ImGui::SetNextItemWidth(width);
  ImGui::InputText(("###" + name).c_str(), &text, ImGuiInputTextFlags_AutoSelectAll);
  if (is_wrong) ImGui::PopStyleColor();
  ImGui::PopFont();
  mark(ui, field_mark(view, field));
  ui.widget_log.shown(field_mark(view, field), text);
  const bool is_left = ImGui::IsItemDeactivated();
  if (text != now) {
    state.drafts[name] = text;
  } else {
    state.drafts.erase(name);
  }
  if (is_left && text != now) take_text(ui, view, field, text);
}

void choice_field(Ui& ui, const FormView& view, const FormField& field, float width,
                  std::span<const std::string_view> choices) {
  auto& drafts = ui.state<FormState>().drafts;
  const std::string name = session::field_name(view.launch.form, field);
  // A choice that was refused stands until what it breaks is mended elsewhere.
  if (drafts.contains(name) && field_error(ui, view, field).empty())
    take_text(ui, view, field, std::string(drafts.at(name)));
  const auto draft = drafts.find(name);
  const std::string now =
      draft == drafts.end() ? session::field_text(view.launch.form, field) : draft->second;
  const std::string mark_name = field_mark(view, field);
  push_font(ui.fonts.mono_small);
  ImGui::SetNextItemWidth(width);
  const bool is_open =
      ImGui::BeginCombo(("###" + mark_name).c_str(),
                        now.empty() ? ui.say(Str::form_none_of_them).data() : now.c_str(),
                        ImGuiComboFlags_HeightLarge);
  mark(ui, mark_name);
  if (is_open) {
    for (const std::string_view choice : choices) {
      const std::string words(choice);
      const std::string shown = words.empty() ? std::string(ui.say(Str::form_none_of_them)) : words;
      if (ImGui::Selectable((shown + "###" + words).c_str(), words == now)) {
        drafts[name] = words;
        take_text(ui, view, field, words);
      }
      mark(ui, mark_name + "." + words);
    }
    ImGui::EndCombo();
  }
  ImGui::PopFont();
}

void size_slider(Ui& ui, const FormView& view, const FormField& field, float width) {
  FormState& state = ui.state<FormState>();
  const std::string name = session::field_name(view.launch.form, field);
  const std::int64_t now = view.launch.form.sizes[field.index].value;
  auto value = static_cast<int>(std::clamp<std::int64_t>(now, 1, 1 << 30));
  ImGui::SetNextItemWidth(width);
  const bool is_moved = ImGui::SliderInt(
      ("###slider." + name).c_str(), &value, 1, largest_size(view, now), "",
      ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoInput);
  mark(ui, field_mark(view, field) + ".slider");
  if (is_moved) {
    take_text(ui, view, field, std::to_string(value), state.dragged == name);
    state.dragged = name;
  } else if (state.dragged == name && !ImGui::IsItemActive()) {
    state.dragged.clear();
  }
}

}  // namespace warplens::ui
