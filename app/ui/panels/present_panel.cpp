// Presenting: the hero and its caption fill the screen, the step's controls in the title line, the
// code beside it where it is wanted. A spot follows the pointer, and what is drawn with the mouse
// stays until the next step.
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/feature_panels.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/quiz.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// What drawings belong to: another step or kernel begins without any.
std::string subject_of(const AppState& app) {
  if (app.mode == Mode::explore) return app.session.selection().kernel;
  return lessons::name_of(app.lessons, {app.lesson, app.step});
}

std::string title_of(const AppState& app, const Ui& ui) {
  if (app.mode == Mode::explore && app.is_at_workshop()) {
    return std::string(ui.say(panel_of(ui, app.views.front()).title));
  }
  if (app.mode == Mode::explore) return app.session.selection().kernel;
  return fmt::format("{}.{} · {}", app.current_lesson().number, app.step + 1,
                     app.current_step().text[ui.language].title);
}

std::string keys_phrase(const AppState& app, const Ui& ui) {
  const PresentState& state = ui.state<PresentState>();
  if (state.draws) return std::string(ui.say(Str::present_draws));
  if (state.hides_keys) return {};
  const bool asks = app.mode == Mode::lesson && app.current_step().prediction.has_value();
  if (!asks) return std::string(ui.say(Str::present_hint));
  return fmt::format("{} · {}", ui.say(Str::present_hint), ui.say(Str::present_quiz));
}

// From the left the title, from the right the controls; between them, where there is room, keys.
void title(const AppState& app, Ui& ui, const Area& area) {
  ui.widget_log.panel("present_title", area.position(), area.size());
  const float margin = ui.fonts.body->FontSize * 0.5f;
  const std::string words = title_of(app, ui);
  const float least = area.x + margin + std::min(text_width(words, ui.fonts.bold), area.width / 3);
  const float controls = present_controls(app, ui, area, least + margin);
  const float middle = area.y + (area.height - ui.fonts.bold->FontSize) / 2;
  ImGui::SetCursorScreenPos({area.x + margin, middle});
  const std::string shown = fitted(words, controls - area.x - 2 * margin, ui.fonts.bold);
  ui.widget_log.shown("present.title", words);
  label(ui, shown, {ui.theme->muted, ui.fonts.bold});
  const float end = area.x + margin + text_width(shown, ui.fonts.bold) + 2 * margin;
  const std::string keys = keys_phrase(app, ui);
  const float width = text_width(keys, ui.fonts.small);
  if (keys.empty() || end + width > controls) return;
  const Color color = ui.state<PresentState>().draws ? ui.theme->bad : ui.theme->muted;
  ImGui::SetCursorScreenPos({controls - width - margin, middle});
  label(ui, keys, {color, ui.fonts.small}, "present.keys");
}

// While the button is held down a line follows the pointer.
void draw_along(PresentState& state) {
  const ImVec2 at = ImGui::GetMousePos();
  if (ImGui::IsMouseClicked(0)) state.lines.emplace_back();
  if (!ImGui::IsMouseDown(0) || state.lines.empty()) return;
  std::vector<ImVec2>& line = state.lines.back();
  if (line.empty() || line.back().x != at.x || line.back().y != at.y) line.push_back(at);
}

void paint_lines(const Ui& ui, const PresentState& state) {
  ImDrawList& out = *ImGui::GetForegroundDrawList();
  for (const std::vector<ImVec2>& line : state.lines) {
    out.AddPolyline(line.data(), static_cast<int>(line.size()), packed(ui.theme->bad), 0,
                    4 * ui.scale);
  }
}

void paint_spot(const Ui& ui) {
  constexpr Color kOpacity = 0x50;
  const float radius = ui.fonts.body->FontSize * 0.9f;
  ImGui::GetForegroundDrawList()->AddCircleFilled(
      ImGui::GetMousePos(), radius, packed(scene::with_alpha(ui.theme->accent, kOpacity)));
}

void blank(Ui& ui, ImVec2 window) {
  constexpr Color kBlack = 0x000000ff;
  ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, window, packed(kBlack));
  ui.widget_log.panel("present.blank", {0, 0}, window);
}

}  // namespace

PresentNeeds present_needs(const AppState& app, const Ui& ui) {
  const bool is_of_code = !app.is_about_host() && !app.is_at_workshop();
  const bool wants_code = ui.state<PresentState>().has_code || app.step_opens_drawer;
  return {.unit = ui.fonts.body->FontSize,
          .has_caption = is_of_code && app.has_transport(),
          .has_two_lines = app.session.is_comparing(),
          .has_code = is_of_code && wants_code && !shows_quiz(app, ui)};
}

void present(const AppState& app, Ui& ui, const Layout& layout) {
  title(app, ui, layout.title_bar);
  Area views = layout.stage;
  if (shows_quiz(app, ui)) {
    constexpr float kShare = 0.38f;  // of the width: options are read from the last row
    const float width = views.width * kShare;
    views.width -= width;
    quiz_panel(app, ui, {views.x + views.width, views.y, width, views.height});
  }
  stage(app, ui, views);
  if (!layout.caption.is_empty()) caption_panel(app, ui, layout.caption);
}

void present_marks(const AppState& app, Ui& ui, ImVec2 window) {
  PresentState& state = ui.state<PresentState>();
  if (state.is_blank) return blank(ui, window);
  if (std::string subject = subject_of(app); subject != state.subject) {
    state.subject = std::move(subject);
    state.lines.clear();
  }
  if (state.draws) draw_along(state);
  ui.widget_log.shown("present.lines", [&] { return std::to_string(state.lines.size()); });
  paint_lines(ui, state);
  if (ui.exports.picture.empty()) paint_spot(ui);
}

}  // namespace warplens::ui
