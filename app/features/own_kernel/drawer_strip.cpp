// What the drawer may hold of an own kernel, as a row of buttons.
#include "app/features/own_kernel/own_panels.h"
#include "app/state/edited_source.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using lessons::DrawerPart;

struct Choice {
  DrawerPart part;
  const char* name;
  Str words, hint;
};

// A lesson's card has its text, so the form stands here.
std::vector<Choice> choices_of(const AppState& app) {
  std::vector<Choice> choices{
      {DrawerPart::code, "drawer.code", Str::source, Str::drawer_code_hint}};
  if (!editable_file(app).empty())
    choices.push_back({DrawerPart::editor, "drawer.editor", Str::editor, Str::drawer_editor_hint});
  if (app.mode == Mode::lesson)
    choices.push_back({DrawerPart::form, "drawer.form", Str::form_launch, Str::drawer_form_hint});
  return choices;
}

bool is_shown(const AppState& app, DrawerPart part) {
  if (part == DrawerPart::editor) return shows_editor(app);
  if (part == DrawerPart::form) return shows_form_in_drawer(app);
  return !shows_editor(app) && !shows_form_in_drawer(app);
}

}  // namespace

Area drawer_strip(const AppState& app, Ui& ui, const Area& area) {
  if (!shows_own_kernel(app)) return area;
  const std::vector<Choice> choices = choices_of(app);
  if (choices.size() < 2) return area;
  const float height = ui.fonts.body->FontSize * 1.7f, gap = 2 * ui.scale;
  const float width = (area.width - gap * static_cast<float>(choices.size() - 1)) /
                      static_cast<float>(choices.size());
  push_font(ui.fonts.small);
  ImGui::SetCursorScreenPos(area.position());
  for (const Choice& choice : choices) {
    const bool is_on = is_shown(app, choice.part);
    const EditedText* edited = choice.part == DrawerPart::editor ? edited_text(app) : nullptr;
    const std::string words =
        (edited != nullptr && edited->is_unsaved() ? "* " : "") + std::string(ui.say(choice.words));
    if (button(ui, choice.name, words, is_on ? ButtonLook::primary : ButtonLook::soft,
               {width, height}))
      ui.ask([part = choice.part](AppState& a) { show_in_drawer(a, part); });
    tooltip(ui, ui.say(choice.hint));
    ImGui::SameLine(0, gap);
  }
  ImGui::NewLine();
  ImGui::PopFont();
  const float used = height + gap;
  return {area.x, area.y + used, area.width, area.height - used};
}

}  // namespace warplens::ui
