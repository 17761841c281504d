#include <algorithm>
#include <limits>

#include "app/features/limits/kernel_limits.h"
#include "app/features/limits/limits.h"
#include "app/features/limits/limits_data.h"
#include "app/features/limits/limits_table.h"
#include "app/features/limits/own_limits.h"
#include "app/session/live_timing.h"
#include "app/session/session.h"
#include "app/settings/timing_choice.h"
#include "app/state/app_state.h"
#include "app/state/own_kernel.h"
#include "app/ui/chosen_chip.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/wrapped_text.h"
#include "viz/analysis/limits/limits_text.h"
#include "viz/analysis/limits/roofline_text.h"
#include "viz/scene/charts/limits_view.h"

namespace warplens::ui {
namespace {

using limits::LimitsModel;
using limits::LimitsReport;
using scene::MarkId;

bool has_limits(const AppState& app, const session::Selection& selection) {
  if (!selection.capture.empty() || !selection.index.empty()) return false;
  const auto found = app.catalogue->look_up(selection.kernel);
  return found.has_value() && found->family->timed.has_value();
}

const timing::Entry* live_entry(const AppState& app, const LimitsModel& model,
                                const LimitsReport& report) {
  const session::TimingsPtr live = app.live->measured();
  const auto found = app.catalogue->look_up(model.kernel);
  if (live == nullptr || live->device.name != report.chip.name || !found.has_value())
    return nullptr;
  return live->find(found->family->name, found->variant->name, model.parameters,
                    app.recordings.image_of(*found->family, *found->variant));
}

// Live before recorded.
std::optional<scene::MeasuredTime> measured_time(const AppState& app, const LimitsModel& model,
                                                 const LimitsReport& report) {
  if (const timing::Entry* live = live_entry(app, model, report)) {
    return scene::MeasuredTime{live->seconds.median, true};
  }
  if (!report.measured.has_value()) return std::nullopt;
  return scene::MeasuredTime{*report.measured, shows_own_kernel(app)};
}

std::string settings_of(const LimitsModel& model) {
  std::string words;
  for (const auto& [name, value] : model.parameters) words += fmt::format(" {}={}", name, value);
  return words;
}

// The chip, a click away from the next, and the size beside it.
void chip_line(Ui& ui, const LimitsModel& model, const LimitsReport& report) {
  push_font(ui.fonts.small);
  if (button(ui, "limits_view.chip", report.chip.name)) ++ui.state<ChosenChip>().index;
  tooltip(ui, ui.say(Str::limits_chip_hint));
  ImGui::SameLine();
  const bool is_of_sass = limits::are_of_sass(report.launches);
  const std::string all =
      fmt::format("{}{} · {}", model.kernel, settings_of(model),
                  ui.say(is_of_sass ? Str::limits_of_sass : Str::limits_of_ptx));
  const std::string words = fitted(all, ImGui::GetContentRegionAvail().x, ui.fonts.small);
  label(ui, words, {ui.theme->muted, ui.fonts.small});
  ImGui::PopFont();
}

// The size that the chart on the stage stands at.
std::optional<std::int64_t> side_of_chart(const AppState& app) {
  if (std::ranges::find(app.views, session::StageView::timing_view) == app.views.end())
    return std::nullopt;
  const std::int64_t side = app.session.chosen<session::TimingChoice>().side;
  return side == 0 ? std::numeric_limits<std::int64_t>::max() : side;
}

const LimitsModel* shown_model(const AppState& app, ViewCache& cache, session::Side side) {
  return limits_model(cache, app.catalogue, app.session.selection(side), side_of_chart(app));
}

// Null: it is being counted.
const LimitsModel* model_to_save(const AppState& app, Ui& ui, session::Side side) {
  if (app.session.selection(side).capture.empty()) return shown_model(app, ui.cache(side), side);
  const auto count = own_count(app, ui);
  return count && count->demands != nullptr ? &own_limits(app, ui, *count) : nullptr;
}

void hover(Ui& ui, const LimitsReport& report, MarkId id) {
  if (id.kind != MarkId::Kind::row) return;
  const Language language = ui.language;
  const analysis::UnitLimit& limit = report.limits.of(static_cast<analysis::Unit>(id.a));
  const std::string_view name = analysis::name_of(limit.unit).in(language);
  const std::string time = limit.seconds ? analysis::time_phrase(*limit.seconds) : "–";
  const std::string amount = analysis::amount_phrase(limit).in(language);
  std::string words = ui.say(Str::limits_row_hint, name, amount, time);
  for (const analysis::ChipFigure& rate : limit.rates) {
    words += "\n" + ui.say(Str::limits_source, report.chip.name, rate.source);
    if (rate.probed)
      words += "\n" + ui.say(Str::limits_probed, analysis::scaled_phrase(*rate.probed));
  }
  tooltip(ui, words);
}

void bars(Ui& ui, const LimitsReport& report, std::optional<scene::MeasuredTime> measured) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::DrawList list =
      scene::limits_view(report.limits, measured, {room.x, room.y}, scene_style(ui));
  ImGui::InvisibleButton("bars", room);
  mark(ui, "limits_view.bars");
  ui.widget_log.shown("limits_view.limiting",
                      [&] { return analysis::id_of(report.limits.limiting); });
  draw_or_tell(ui, "limits", list, origin);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  hover(ui, report, list.pick(mouse.x, mouse.y));
}

// Where there is room for it beside the bars.
void reason(Ui& ui, const LimitsReport& report, std::optional<double> measured) {
  constexpr float kLowest = 12;  // of what is left, in text sizes
  if (ImGui::GetContentRegionAvail().y < ui.fonts.body->FontSize * kLowest) return;
  const Text why = analysis::why(report.limits, measured);
  wrapped_label(ui, why.in(ui.language), {ui.theme->text, ui.fonts.body});
}

void shown_limits(const AppState& app, Ui& ui, const LimitsModel& model) {
  if (model.error.has_value() || model.reports.empty()) {
    const Text none = model.error.value_or(Text());
    return wrapped_label(ui, none.in(ui.language), {ui.theme->muted, ui.fonts.small});
  }
  std::size_t& chip = ui.state<ChosenChip>().index;
  chip %= model.reports.size();
  const LimitsReport& report = model.reports[chip];
  const auto measured = measured_time(app, model, report);
  chip_line(ui, model, report);
  reason(ui, report, measured ? std::optional(measured->seconds) : std::nullopt);
  bars(ui, report, measured);
}

void shown_own_limits(const AppState& app, Ui& ui, const OwnCount& count) {
  if (count.demands == nullptr) return own_count_line(ui, count, "limits_view");
  shown_limits(app, ui, own_limits(app, ui, count));
}

}  // namespace

void limits_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "limits_view", area, ui.say(Str::limits_view));
  const session::Selection& selection = app.session.selection(ui.side);
  if (app.hides_costs()) {
    muted_note(ui, Str::hidden_until_answer);
  } else if (const auto count = own_count(app, ui)) {
    shown_own_limits(app, ui, *count);
  } else if (!has_limits(app, selection)) {
    muted_note(ui, Str::limits_not_here);
  } else if (const auto* model = shown_model(app, ui.cache(), ui.side)) {
    shown_limits(app, ui, *model);
  } else {
    muted_note(ui, Str::limits_counting);
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::limits {
namespace {

// Of the chip that the view shows.
Result<ui::MakeTable> table_to_save(const ui::AppState& app, ui::Ui& ui, session::Side side) {
  const limits::LimitsModel* model = ui::model_to_save(app, ui, side);
  if (model == nullptr || model->reports.empty()) {
    return fail(tr("there are no limits to save yet"));
  }
  const std::size_t chip = ui.state<ui::ChosenChip>().index % model->reports.size();
  return ui::MakeTable(
      [table = limits::limits_table(model->kernel, model->reports[chip])] { return table; });
}

}  // namespace

ui::FeaturePanels panels() {
  using enum session::StageView;
  static constexpr ui::Panel kPanel{limits_view, ui::Str::limits_view, ui::limits_panel};
  static constexpr ui::PanelTable kTable{
      limits_view, {"limits", ui::Str::limits_view}, table_to_save};
  return {.panels = {&kPanel, 1}, .tables = {&kTable, 1}};
}

}  // namespace warplens::limits
