// Presenting: what the step wants changed stands in the title line, each with its value, large.
// Tab goes from one to the next, the arrows change what is chosen; clicks do, too.
#include "app/session/edits.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/control_widgets.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/ribbon_states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

struct Shown {
  std::string name, value;
};

Shown shown(const AppState& app, const Ui& ui, const Control& control) {
  const bool is_named = control.kind == Control::Kind::parameter ||
                        control.kind == Control::Kind::index ||
                        control.kind == Control::Kind::launch;
  return {is_named ? control_label(app, ui, control) : std::string(),
          chosen_phrase(app, ui, control)};
}

float width_of(const Ui& ui, const Shown& words) {
  const float unit = ui.fonts.body->FontSize;
  const float name = words.name.empty() ? 0 : text_width(words.name, ui.fonts.small) + unit * 0.3f;
  return name + text_width(words.value, ui.fonts.title) + unit;
}

void paint(const Ui& ui, const Shown& words, ImVec2 at, ImVec2 size) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const float unit = ui.fonts.body->FontSize;
  out.AddRectFilled(at, at + size, packed(ui.theme->soft), unit * 0.25f);
  const auto middle = [&](const ImFont* font) { return at.y + (size.y - font->FontSize) / 2; };
  float x = at.x + unit * 0.5f;
  if (!words.name.empty()) {
    out.AddText(ui.fonts.small, ui.fonts.small->FontSize, {x, middle(ui.fonts.small)},
                packed(ui.theme->muted), words.name.c_str());
    x += text_width(words.name, ui.fonts.small) + unit * 0.3f;
  }
  out.AddText(ui.fonts.title, ui.fonts.title->FontSize, {x, middle(ui.fonts.title)},
              packed(ui.theme->text), words.value.c_str());
}

// A click goes on, with Shift back.
void change(Ui& ui, const Control& control, int by) {
  ui.ask([control, by](AppState& app) { change_control(app.session, control, by); });
}

void chip(Ui& ui, const Control& control, const Shown& words, std::size_t place, ImVec2 at,
          ImVec2 size) {
  ImGui::SetCursorScreenPos(at);
  const std::string name = fmt::format("present.control{}", place + 1);
  if (ImGui::InvisibleButton(name.c_str(), size)) {
    ui.state<ControlsState>().chosen = place;
    change(ui, control, ImGui::GetIO().KeyShift ? -1 : 1);
  }
  mark(ui, name);
  ui.widget_log.shown({"present.value.", control.name},
                      [&] { return fmt::format("{} {}", words.name, words.value); });
  paint(ui, words, at, size);
  if (ui.state<ControlsState>().chosen == place) focus_ring(ui, at, at + size);
}

}  // namespace

float present_controls(const AppState& app, Ui& ui, const Area& area, float left) {
  const float gap = ui.fonts.body->FontSize * 0.4f;
  float right = area.x + area.width - gap;
  if (app.is_at_workshop() || app.is_about_host()) return right;
  const std::vector<Control> controls = shown_controls(app);
  for (std::size_t i = controls.size(); i-- > 0;) {
    const Shown words = shown(app, ui, controls[i]);
    const float width = width_of(ui, words);
    if (words.value.empty() || right - width < left) continue;
    right -= width;
    chip(ui, controls[i], words, i, {right, area.y}, {width, area.height});
    right -= gap;
  }
  return right;
}

}  // namespace warplens::ui
