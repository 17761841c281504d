#include "app/ui/window/frame.h"

#include <algorithm>

#include "app/features/panels.h"
#include "app/state/edited_source.h"
#include "app/state/exploring.h"
#include "app/state/jumps.h"
#include "app/state/kernel_views.h"
#include "app/state/linked.h"
#include "app/ui/asking.h"
#include "app/ui/control_widgets.h"
#include "app/ui/feature_panels.h"
#include "app/ui/matrix_navigation.h"
#include "app/ui/panels/backend.h"
#include "app/ui/panels/copy_figures.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/panels/overlays.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "app/ui/window/keys.h"

namespace warplens::ui {
namespace {

void follow_settings(const AppState& app, Ui& ui) {
  const bool dark = app.settings.theme == "dark";
  const WindowTheme& colors = window_theme(dark ? scene::ThemeName::dark : scene::ThemeName::light);
  if (ui.theme != &colors) apply_style(colors, ui.scale);
  ui.theme = &colors;
  ui.language = app.language();
  if (!app.hides_costs()) ui.state<AskState>() = {};
  ui.glossary = &app.glossary;
  ui.features = &features::panels();
  ui.chosen_lane = chosen_lane(app);
  ui.hides_tools = app.settings.presentation;
  const bool is_covered = ui.state<Overlay>().kind != Overlay::Kind::none;
  ui.highlight =
      app.mode == Mode::explore || app.step_done || is_covered || !ui.exports.picture.empty()
          ? std::vector<std::string>{}
          : lessons::highlights(app.current_step(), app.session);
}

// 80 columns of code, with numbers and costs before them.
float code_width(const Ui& ui) {
  constexpr float kColumns = 94;
  return text_width("0", ui.fonts.mono_small) * kColumns;
}

// The workshop stands beside the card alone: what else is open is of the kernel.
session::Arrangement arrangement_of(const AppState& app) {
  session::Arrangement open = app.arrangement();
  open.drawer = open.drawer || app.step_opens_drawer;
  if (!app.is_at_workshop()) return open;
  return {open.card, false, false, false, false, open.shares};
}

Layout layout_of(const AppState& app, const Ui& ui, ImVec2 size) {
  LayoutNeeds needs;
  needs.unit = ui.fonts.body->FontSize;
  needs.arrangement = arrangement_of(app);
  needs.has_transport = app.has_transport();
  needs.has_access = app.is_about_accesses();
  needs.has_small_views = app.views.size() > 1 && !app.session.is_comparing();
  needs.wants_whole_pictures = app.mode == Mode::lesson;
  needs.drawer_width = code_width(ui);
  const bool tabs = has_tabs(size, needs.unit);
  const float width = controls_width(size, needs);
  if (app.is_at_workshop()) return make_layout(size, needs);
  needs.controls_height = controls_height(app, ui, width, tabs);
  if (app.session.is_comparing()) {
    const float half = halves({0, 0, width, 0}, needs.unit).front().width;
    needs.side_height = stage_controls_height(app, ui, half) + gap_of(needs.unit);
  }
  needs.findings_lines = findings_lines(app, ui);
  needs.metrics_height = metrics_height(app, ui, metrics_width(size, needs));
  return make_layout(size, needs);
}

Area below_strips(Replacement FeaturePanels::*place, const AppState& app, Ui& ui, Area area) {
  for (const FeaturePanels& feature : features::panels()) {
    if (const auto above = (feature.*place).above) area = above(app, ui, area);
  }
  return area;
}

// By the first that has something to show there.
bool is_drawn_by_feature(Replacement FeaturePanels::*place, const AppState& app, Ui& ui,
                         const Area& area) {
  return std::ranges::any_of(features::panels(), [&](const FeaturePanels& feature) {
    const auto draw = (feature.*place).draw;
    return draw != nullptr && draw(app, ui, area);
  });
}

void source_of_a_side(const AppState& app, Ui& ui, const Area& area) {
  if (!app.session.is_comparing()) ui.state<ReadSide>().side = session::Side::left;
  ui.side = ui.state<ReadSide>().side;
  if (!is_drawn_by_feature(&FeaturePanels::drawer, app, ui, area)) source_panel(app, ui, area);
  ui.side = session::Side::left;
}

void card(const AppState& app, Ui& ui, const Area& area) {
  if (area.is_empty()) return;
  if (app.mode == Mode::lesson) return lesson_panel(app, ui, area);
  const Area rest = below_strips(&FeaturePanels::card, app, ui, area);
  if (!is_drawn_by_feature(&FeaturePanels::card, app, ui, rest)) explore_panel(app, ui, rest);
}

// The card, and what the drawer holds; behind tabs only one of them stands.
void reading_panels(const AppState& app, Ui& ui, const Layout& layout) {
  if (layout.has_tabs && !layout.tabs.is_empty()) reading_tabs(app, ui, layout.tabs);
  const auto stands = [&](ReadingTab tab, const Area& area) {
    return !area.is_empty() && (!layout.has_tabs || ui.state<ReadingState>().tab == tab);
  };
  if (stands(ReadingTab::lesson, layout.lesson)) card(app, ui, layout.lesson);
  if (stands(ReadingTab::metrics, layout.metrics)) metrics_panel(app, ui, layout.metrics);
  if (stands(ReadingTab::source, layout.source))
    source_of_a_side(app, ui, below_strips(&FeaturePanels::drawer, app, ui, layout.source));
  if (stands(ReadingTab::findings, layout.findings)) findings_panel(app, ui, layout.findings);
}

void row(const AppState& app, Ui& ui, const Layout& layout) {
  const float unit = ui.fonts.body->FontSize;
  const bool titles_alone = app.session.is_comparing() ||
                            (app.mode == Mode::lesson && !shows_whole_pictures(layout.row, unit));
  const RowAreas areas =
      split_row(layout.row, app.views.empty() ? 0 : app.views.size() - 1, unit, titles_alone);
  small_views(app, ui, areas);
  figures_panel(app, ui, areas.figures);
}

// The hero has the whole window.
Layout hero_alone(ImVec2 size) {
  Layout layout;
  layout.stage = {0, 0, size.x, size.y};
  return layout;
}

Layout current_layout(const AppState& app, const Ui& ui, ImVec2 size) {
  if (app.is_alone) return hero_alone(size);
  if (app.settings.presentation) {
    return make_present_layout(size, present_needs(app, ui));
  }
  return layout_of(app, ui, size);
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

// What a lesson step wants the matrices coloured by; afterwards the person may choose.
void apply_coloring(AppState& app, Ui& ui) {
  const std::string wanted = std::exchange(app.coloring, {});
  const auto it = std::ranges::find(lessons::kColorings, wanted);
  if (it == lessons::kColorings.end()) return;
  recolor_all(ui, static_cast<scene::ColorBy>(it - lessons::kColorings.begin()));
}

void copy_what_is_wanted(const AppState& app, Ui& ui) {
  if (ui.exports.copy_wanted.empty()) return;
  const std::string words = figures_text(app, ui, std::exchange(ui.exports.copy_wanted, {}));
  if (words.empty()) return;
  ImGui::SetClipboardText(words.c_str());
  ui.state<Message>() = {std::string(ui.say(Str::figures_copied)), {}, false};
}

// What has arrived from the threads that read recordings and measure.
void take_timings(AppState& app) {
  if (app.recordings.update() && !app.recordings.damage().empty()) {
    app.notice = app.recordings.damage();
  }
  for (const FeaturePanels& feature : features::panels()) {
    if (feature.update != nullptr) feature.update(app);
  }
}

void all_panels(const AppState& app, Ui& ui, const Layout& layout, ImVec2 size) {
  title_bar(app, ui, layout.title_bar);
  if (!layout.controls.is_empty()) controls_panel(app, ui, layout.controls, layout.has_tabs);
  stage(app, ui, layout.stage);
  if (!layout.caption.is_empty()) caption_panel(app, ui, layout.caption);
  if (!layout.row.is_empty()) row(app, ui, layout);
  reading_panels(app, ui, layout);
  if (!layout.timeline.is_empty()) timeline_panel(app, ui, layout.timeline);
  borders(ui, layout, size);
  status_bar(app, ui, layout.status_bar);
}

// While the introduction points at them they take no clicks: its buttons move from card to card.
void panels(const AppState& app, Ui& ui, const Layout& layout, ImVec2 size) {
  constexpr float kDimmed = 0.85f;
  const bool introduced = ui.state<Overlay>().kind == Overlay::Kind::introduction;
  ImGui::PushStyleVar(ImGuiStyleVar_DisabledAlpha, kDimmed);
  ImGui::BeginDisabled(introduced);
  if (app.is_alone) {
    stage(app, ui, layout.stage);
  } else if (app.settings.presentation) {
    present(app, ui, layout);
    if (!layout.source.is_empty())
      source_of_a_side(app, ui, below_strips(&FeaturePanels::drawer, app, ui, layout.source));
    present_marks(app, ui, size);
  } else {
    all_panels(app, ui, layout, size);
  }
  ImGui::EndDisabled();
  ImGui::PopStyleVar();
}

}  // namespace

void frame(AppState& app, Ui& ui, ImVec2 size, double seconds) {
  carry_out(ui.commands, app);
  app.session.update(seconds);
  follow_kernel(app);
  follow_edited(app);
  reach_wanted_place(app);
  follow_gpu(app);
  take_timings(app);
  note_progress(app);
  if (ui.state<DraggedControl>().name.empty()) {
    note_exploring(app);
    for (const FeaturePanels& feature : features::panels()) {
      if (feature.remember != nullptr) feature.remember(app);
    }
  }
  for (const session::Side side : session::kSides) refresh(ui.cache(side), app.session, side);
  apply_coloring(app, ui);
  draw_window(app, ui, size);
}

void draw_window(const AppState& app, Ui& ui, ImVec2 size) {
  for (const session::Side side : session::kSides) {
    refresh(ui.cache(side), app.session, side);
    show_blocks(ui.cache(side), app.shows_blocks);
  }
  ui.exports.picture = std::exchange(ui.exports.picture_wanted, {});
  follow_settings(app, ui);
  copy_what_is_wanted(app, ui);
  ui.widget_log.begin_frame();
  ui.makes_more = false;
  ui.exports.lists.clear();

  close_lists(ui);
  const Layout layout = current_layout(app, ui, size);
  begin_root(ui, size);
  panels(app, ui, layout, size);
  overlays(app, ui, layout, key_help(), size);
  for (const FeaturePanels& feature : features::panels()) {
    if (feature.overlay != nullptr) feature.overlay(app, ui, size);
  }
  end_root();
}

}  // namespace warplens::ui
