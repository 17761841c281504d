#include <algorithm>

#include "app/ui/panels.h"
#include "app/ui/ui.h"

namespace warplens::ui {
namespace {

void follow_settings(const AppState& app, Ui& ui) {
  const bool dark = app.settings.theme == "dark";
  const Look& look = look_of(dark ? scene::ThemeName::dark : scene::ThemeName::light);
  if (ui.look != &look) apply_style(look, ui.scale);
  ui.look = &look;
  ui.language = app.language();
  if (!app.hides_costs()) ui.wants_answer = false;
  ui.highlight = app.mode == Mode::explore || app.step_done || ui.help_open
                     ? std::vector<std::string>{}
                     : app.current_step().highlight;
}

Layout layout_of(const AppState& app, const Ui& ui, ImVec2 size) {
  LayoutNeeds needs;
  needs.unit = ui.fonts.body->FontSize;
  needs.controls_height = controls_height(app, ui, controls_width(size, needs.unit));
  const session::LaunchResult* launch = app.session.launch();
  const std::size_t findings = launch == nullptr ? 0 : launch->trace->findings.size();
  needs.findings_lines = findings > 0 ? 3 : 1;
  return make_layout(size, needs);
}

void begin_root(const Ui& ui, ImVec2 size) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  push_font(ui.fonts.body);
  ImGui::Begin("root", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
}

void end_root() {
  ImGui::End();
  ImGui::PopFont();
}

void carry_out(std::vector<Command>& commands, AppState& app) {
  for (const Command& command : std::exchange(commands, {})) command(app);
}

}  // namespace

void recolor_all(Ui& ui, const AppState& app, scene::ColorBy by) {
  for (const session::Side side : session::kSides) recolor(ui.cache(side), app.session, side, by);
}

void frame(AppState& app, Ui& ui, ImVec2 size, double seconds) {
  carry_out(ui.commands, app);
  app.session.update(seconds);
  note_progress(app);
  for (const session::Side side : session::kSides) refresh(ui.cache(side), app.session, side);
  follow_settings(app, ui);
  ui.recorder.begin_frame();

  const Layout layout = layout_of(app, ui, size);
  begin_root(ui, size);
  title_bar(app, ui, layout.title_bar);
  lesson_panel(app, ui, layout.lesson);
  controls_panel(app, ui, layout.controls);
  stage(app, ui, layout.stage);
  metrics_panel(app, ui, layout.metrics);
  source_panel(app, ui, layout.source);
  findings_panel(app, ui, layout.findings);
  timeline_panel(app, ui, layout.timeline);
  status_bar(app, ui, layout.status_bar);
  overlays(app, ui, layout, size);
  end_root();
}

}  // namespace warplens::ui
