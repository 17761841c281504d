#include <algorithm>
#include <array>

#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/metric_names.h"
#include "app/texts/story_phrases.h"
#include "app/ui/panels/comparison_panel.h"
#include "app/ui/panels/counters_table.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/source_rows.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

float metric_row_height(const Ui& ui) { return ui.fonts.mono->FontSize * 1.18f; }

// A label on the left, its figure on the right, within `width` from `left`.
void row(Ui& ui, const std::string& name, float left, float width, std::string_view words,
         std::string_view value, bool costly) {
  ui.widget_log.shown(name, value);
  ui.widget_log.text("metrics." + name,
                     text_width(words, ui.fonts.small) + text_width(value, ui.fonts.mono) +
                         ui.fonts.small->FontSize * 0.4f,
                     width);
  const float y = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({left, y + (ui.fonts.mono->FontSize - ui.fonts.small->FontSize) / 2});
  label(ui, words, {ui.theme->muted, ui.fonts.small});
  ImGui::SetCursorPos({left + width - text_width(value, ui.fonts.mono), y});
  const Color color = costly ? scene::theme(ui.theme->theme).conflict : ui.theme->text;
  label(ui, value, {color, ui.fonts.mono});
  ImGui::SetCursorPosY(y + metric_row_height(ui));
}

void heading(Ui& ui, float left, std::string_view words) {
  ImGui::SetCursorPosX(left);
  label(ui, words, {ui.theme->accent, ui.fonts.small});
}

// Two rows side by side where there is room, so that the kernel's table has room below.
int rows_across(const Ui& ui, float width) { return width < ui.fonts.body->FontSize * 19 ? 1 : 2; }

constexpr float kEventFigures = 6;  // room for so many, so that what is below stands still

void this_access(Ui& ui, const ExplainedEvent& current, float left, float width) {
  heading(ui, left, ui.say(Str::this_access));
  const auto rows = scene::event_metrics(current);
  const auto across = static_cast<std::size_t>(rows_across(ui, width));
  const float gap = ui.fonts.body->FontSize;
  const float cell = (width - gap * static_cast<float>(across - 1)) / static_cast<float>(across);
  const float top = ImGui::GetCursorPosY();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ImGui::SetCursorPosY(top + static_cast<float>(i / across) * metric_row_height(ui));
    const float x = left + static_cast<float>(i % across) * (cell + gap);
    const bool is_alone = across > 1 && i % across == 0 && i + 1 == rows.size();
    row(ui, fmt::format("event.{}", key_of(rows[i].label)), x, is_alone ? cell + gap : cell,
        ui.say(name_of(rows[i].label)), rows[i].value, rows[i].costly);
  }
  const std::size_t needed = (rows.size() + across - 1) / across;
  const float lines =
      std::max(kEventFigures / static_cast<float>(across), static_cast<float>(needed));
  ImGui::SetCursorPosY(top + lines * metric_row_height(ui) + gap * 0.3f);
}

struct TotalsColumn {
  scene::MetricLabel metric;
  Str title;
};
constexpr std::array<TotalsColumn, 3> kTotalsColumns{{
    {scene::MetricLabel::sectors_per_request, Str::cost_global},
    {scene::MetricLabel::wavefronts, Str::column_wavefronts},
    {scene::MetricLabel::conflicts, Str::column_conflicts},
}};

float column_right(float left, float width, std::size_t column) {
  constexpr std::array<float, 3> kEnds{0.55f, 0.78f, 1.0f};  // of the width; names come first
  return left + width * kEnds[column];
}

// The row's name with its mark, whose story is told where the pointer is.
void totals_name(const AppState& app, Ui& ui, const scene::MetricTable& table, float width) {
  const session::LaunchResult& launch = *app.session.launch(ui.side);
  const std::string_view sign = mark_of(launch, table.of);
  const std::string name(ui.say(name_of(table.of)));
  label(ui, sign.empty() ? name : fmt::format("{} {}", name, sign),
        {ui.theme->muted, ui.fonts.small});
  if (sign.empty()) return;
  const std::string key = fmt::format("{}.mark", key_of(table.of));
  ui.widget_log.shown(key, sign);
  mark(ui, key);
  const ImVec2 low = ImGui::GetItemRectMin();
  hint(ui, low, low + ImVec2{width, metric_row_height(ui)}, story_phrase(ui, launch, table.of));
}

void totals_row(const AppState& app, Ui& ui, const scene::MetricTable& table, float left,
                float width) {
  const float y = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({left, y + (ui.fonts.mono->FontSize - ui.fonts.small->FontSize) / 2});
  totals_name(app, ui, table, width);
  const std::string_view of = key_of(table.of);
  for (std::size_t i = 0; i < kTotalsColumns.size(); ++i) {
    for (const scene::MetricRow& metric : table.rows) {
      if (metric.label != kTotalsColumns[i].metric) continue;
      ui.widget_log.shown({of, ".", key_of(metric.label)}, metric.value);
      right_label(ui, column_right(left, width, i), y, metric.value, ui.fonts.mono,
                  metric.costly ? scene::theme(ui.theme->theme).conflict : ui.theme->text);
    }
  }
  ImGui::SetCursorPosY(y + metric_row_height(ui));
}

void whole_kernel(const AppState& app, Ui& ui, float left, float width) {
  const float y = ImGui::GetCursorPosY();
  heading(ui, left, ui.say(Str::whole_kernel));
  for (std::size_t i = 0; i < kTotalsColumns.size(); ++i) {
    right_label(ui, column_right(left, width, i), y, ui.say(kTotalsColumns[i].title),
                ui.fonts.small, ui.theme->muted);
  }
  ImGui::SetCursorPosY(y + metric_row_height(ui));
  for (const scene::MetricTable& table : ui.cache().views->totals)
    totals_row(app, ui, table, left, width);
  const trace::TracedLaunch& launch = app.session.launch()->trace->launch;
  const std::uint64_t bytes = launch.static_shared_bytes + launch.dynamic_shared_bytes;
  row(ui, "shared_bytes", left, width, ui.say(Str::shared_memory),
      ui.say(Str::bytes, scene::with_separators(bytes)), false);
}

}  // namespace

float metrics_height(const AppState& app, const Ui& ui, float width) {
  if (app.session.is_comparing() && !app.hides_costs()) return comparison_height(app, ui);
  // The title and the heading below it, the access's figures, the kernel's table with its own
  // heading and the line of shared memory. Most kernels have four classes of access.
  const std::size_t classes = std::max<std::size_t>(ui.caches->front().views->totals.size(), 4);
  const float rows =
      kEventFigures / static_cast<float>(rows_across(ui, width)) + static_cast<float>(classes) + 2;
  const float spacing = 2 * ImGui::GetStyle().ItemSpacing.y;
  return ui.fonts.bold->FontSize + ui.fonts.small->FontSize + spacing +
         rows * metric_row_height(ui) + ui.fonts.body->FontSize * 1.6f +
         (app.hides_costs() ? 0 : counters_height(app, ui, width - 2 * panel_padding(ui)));
}

void metrics_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "metrics", area, ui.say(Str::metrics), true);
  const ExplainedEvent* current = app.session.event(ui.side);
  if (app.hides_costs()) {
    ImGui::PushTextWrapPos(0);
    label(ui, ui.say(Str::hidden_until_answer), {ui.theme->muted, ui.fonts.body});
    ImGui::PopTextWrapPos();
  } else if (app.session.is_comparing()) {
    comparison(app, ui);
  } else if (current != nullptr) {
    const float left = ImGui::GetCursorPosX();
    const float width = ImGui::GetContentRegionAvail().x;
    this_access(ui, *current, left, width);
    whole_kernel(app, ui, left, width);
    counters_table(app, ui, left, width);
  }
  end_panel();
}

}  // namespace warplens::ui
