#include "app/ui/panels/part_buttons.h"

#include "app/state/app_state.h"
#include "app/state/control_list.h"
#include "app/ui/panels/cells.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

struct PartButton {
  const char* name;
  Str words, hint;
  bool is_open, is_offered;
  void (*press)(AppState&);
};

std::vector<PartButton> offered_parts(const AppState& app, bool has_tabs) {
  const session::Arrangement& open = app.arrangement();
  const bool has_more = hides_controls(app);
  std::vector<PartButton> buttons{
      {"open.controls", has_more ? Str::more_controls : Str::fewer_controls,
       Str::more_controls_hint, !has_more,
       app.mode == Mode::lesson && !app.is_about_host() && (has_more || app.all_controls),
       [](AppState& a) { a.all_controls = !a.all_controls; }},
      {"open.table", Str::open_table, Str::open_table_hint, open.table,
       !has_tabs && (open.table || !app.is_about_host()),
       [](AppState& a) { toggle_part(a, &session::Arrangement::table); }},
      {"open.drawer", Str::open_code, Str::open_code_hint, open.drawer, !has_tabs,
       [](AppState& a) { toggle_part(a, &session::Arrangement::drawer); }},
  };
  std::erase_if(buttons, [](const PartButton& each) { return !each.is_offered; });
  return buttons;
}

float part_width(const Ui& ui, Str words) {
  return text_width(ui.say(words), ui.fonts.small) + 2 * ImGui::GetStyle().FramePadding.x;
}

}  // namespace

float part_buttons_width(const AppState& app, const Ui& ui, bool has_tabs) {
  float width = 0;
  for (const PartButton& each : offered_parts(app, has_tabs)) {
    width += part_width(ui, each.words) + 4 * ui.scale;
  }
  return width + ui.fonts.body->FontSize * 0.5f;
}

void part_buttons(const AppState& app, Ui& ui, ImVec2 end, bool has_tabs) {
  ImVec2 at = end - ImVec2{part_buttons_width(app, ui, has_tabs), 0};
  push_font(ui.fonts.small);
  for (const PartButton& each : offered_parts(app, has_tabs)) {
    const float width = part_width(ui, each.words);
    ImGui::SetCursorScreenPos(at);
    const ButtonLook look = each.is_open ? ButtonLook::primary : ButtonLook::soft;
    if (button(ui, each.name, ui.say(each.words), look, {width, ribbon_row_height(ui)})) {
      ui.ask(each.press);
    }
    tooltip(ui, ui.say(each.hint));
    at.x += width + 4 * ui.scale;
  }
  ImGui::PopFont();
}

}  // namespace warplens::ui
