// What the kernels of the family on the stage take on a GPU, by size: recorded ones, and those that
// are measured here as they arrive; in a tab of their own those that documents print.
//
//   Timing   Timed on NVIDIA H200, recorded 2026-11-22
//   [Measured][Ladder][Cited]  [bandwidth][time][share]  Side 16,384 ──●── - +  Options
//   ┌ plot over all sizes ──────────────────────┬ table of one size ┐
#include "app/features/timing_chart/timing_panel.h"

#include "app/features/timing_chart/timing_chart.h"
#include "app/features/timing_chart/timing_charts.h"
#include "app/features/timing_chart/timing_cited.h"
#include "app/features/timing_chart/timing_commands.h"
#include "app/features/timing_chart/timing_controls.h"
#include "app/features/timing_chart/timing_keys.h"
#include "app/features/timing_chart/timing_ladder.h"
#include "app/features/timing_chart/timing_missing.h"
#include "app/features/timing_chart/timing_source.h"
#include "app/features/timing_chart/timing_table.h"
#include "app/state/app_state.h"
#include "app/ui/feature_panels.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

// The rows above the plot that the panel's height has room for, the most needed first.
void filled(const AppState& app, Ui& ui, const TimingModel& model) {
  const float height = ImGui::GetContentRegionAvail().y / ui.fonts.small->FontSize;
  const bool has_controls = height > 10 && !ui.small_view;
  const bool is_measured = !shows_cited(app, model);
  if (height > 7 && is_measured) timing_source(app, ui, model);
  push_font(ui.fonts.small);
  if (has_controls) timing_controls(app, ui, model);
  if (has_controls && is_measured) missing_line(app, ui, model);
  ImGui::PopFont();
  if (!is_measured) return cited_timings(app, ui, model);
  if (shows_ladder(app, model)) return timing_ladder(app, ui, model);
  timing_charts(app, ui, model, ImGui::GetContentRegionAvail());
}

void nothing(const AppState& app, Ui& ui, const TimingModel& model) {
  no_timings(app, ui, model);
  push_font(ui.fonts.small);
  timing_measure(app, ui);
  ImGui::PopFont();
  if (is_cited(app, model)) cited_timings(app, ui, model);
}

void content(const AppState& app, Ui& ui) {
  static const std::vector<std::string> kNothing;
  const auto& quoted = app.mode == Mode::lesson ? app.current_step().quoted : kNothing;
  const TimingModel& model = ui.cache().kept.of<KeptTiming>().get(
      app.session, app.recordings, app.live->measured(), ui.side, quoted);
  const TextLook muted{ui.theme->muted, ui.fonts.small};
  if (model.family == nullptr) return wrapped_label(ui, ui.say(Str::timing_capture), muted);
  if (!model.family->timed) {
    return wrapped_label(ui, ui.say(Str::timing_not_timed, ui.say(model.family->title)), muted);
  }
  model.is_empty() ? nothing(app, ui, model) : filled(app, ui, model);
}

}  // namespace

void timing_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "timing_view", area, ui.say(Str::timing_view));
  // Times may be what is asked for.
  app.hides_costs() ? muted_note(ui, Str::hidden_until_answer) : content(app, ui);
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::timing_chart {
namespace {

// Why something was not timed, or cannot be here.
std::string reasons(const ui::AppState& app, const ui::Ui& /*ui*/) {
  std::string text;
  for (const auto* error : {&app.live->why_not(), &app.live->error()}) {
    if (*error) text += (*error)->message.in(app.language());
  }
  const auto add = [&](const session::TimingsPtr& timings) {
    for (const Both& absent : timings->absent) text += absent.in(app.language());
  };
  for (const session::TimingsPtr& timings : app.recordings.all()) add(timings);
  if (app.live->measured()) add(app.live->measured());
  return text;
}

Result<ui::MakeTable> table_to_save(const ui::AppState& app, ui::Ui& /*ui*/,
                                    session::Side /*side*/) {
  return ui::MakeTable(
      [table = ui::timing_table(ui::left_timing(app), app.cited)] { return table; });
}

}  // namespace

ui::FeaturePanels panels() {
  using session::StageView;
  static constexpr ui::Panel kPanel{StageView::timing_view, ui::Str::timing_view, ui::timing_panel};
  static const ui::FeatureKeys kKeys{
      ui::timing_keys(), [](const ui::AppState& app) {
        return std::ranges::find(app.views, StageView::timing_view) != app.views.end();
      }};
  static constexpr ui::PanelTable kTable{
      StageView::timing_view, {ui::kTimingTable, ui::Str::timing_view}, table_to_save, true};
  return {.panels = {&kPanel, 1},
          .keys = {&kKeys, 1},
          .tables = {&kTable, 1},
          .text = reasons,
          .update = [](ui::AppState& app) { app.live->update(); },
          .remember = ui::note_timing};
}

}  // namespace warplens::timing_chart
