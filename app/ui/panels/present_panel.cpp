// Presenting: the hero and its caption fill the screen. A spot follows the pointer, and what is
// drawn with the mouse stays until the next step.
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/feature_panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/quiz.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// What drawings belong to: another step or kernel begins without any.
std::string subject_of(const AppState& app) {
  if (app.mode == Mode::explore) return app.session.selection().kernel;
  return fmt::format("{}/{}", app.current_lesson().id, app.current_step().id);
}

std::string title_of(const AppState& app, const Ui& ui) {
  if (app.mode == Mode::explore && app.is_at_workshop()) {
    return std::string(ui.say(panel_of(ui, app.views.front()).title));
  }
  if (app.mode == Mode::explore) return app.session.selection().kernel;
  return fmt::format("{} · {}", app.current_lesson().title.in(ui.language),
                     app.current_step().text[ui.language].title);
}

void title(const AppState& app, Ui& ui, const Area& area) {
  ui.widget_log.panel("present_title", area.position(), area.size());
  const float margin = ui.fonts.body->FontSize * 0.5f;
  ImGui::SetCursorScreenPos(area.position() + ImVec2{margin, 0});
  const bool asks = app.mode == Mode::lesson && app.current_step().prediction.has_value();
  std::string hint(ui.say(Str::present_hint));
  if (asks) hint += fmt::format(" · {}", ui.say(Str::present_quiz));
  const float hint_width = text_width(hint, ui.fonts.small);
  const float room = area.width - 2 * margin - hint_width - margin;
  label(ui, fitted(title_of(app, ui), room, ui.fonts.bold), {ui.theme->muted, ui.fonts.bold});
  ImGui::SetCursorScreenPos(area.position() + ImVec2{area.width - hint_width - margin, 0});
  label(ui, hint, {ui.theme->muted, ui.fonts.small});
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

}  // namespace

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
  PresentState& state = ui.state<PresentState>();
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
