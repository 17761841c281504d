#include <array>

#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// Names of figures for tests, in the order of the enumerators.
constexpr std::array<std::string_view, 10> kMetricKeys{
    "active_lanes",     "requests",  "sectors", "sectors_per_request", "efficiency", "wavefronts",
    "ideal_wavefronts", "conflicts", "max_way", "not_modelled"};
constexpr std::array<std::string_view, 7> kClassKeys{"global_load", "global_store", "global_atomic",
                                                     "shared_load", "shared_store", "shared_atomic",
                                                     "async_copy"};

std::string_view key_of(scene::MetricLabel metric) {
  return kMetricKeys[static_cast<std::size_t>(metric)];
}

Str name_of(scene::MetricLabel metric) {
  using enum scene::MetricLabel;
  switch (metric) {
    case active_lanes:
      return Str::active_lanes;
    case requests:
      return Str::requests;
    case sectors:
      return Str::sectors;
    case sectors_per_request:
      return Str::sectors_per_request;
    case efficiency:
      return Str::efficiency;
    case wavefronts:
      return Str::wavefronts;
    case ideal_wavefronts:
      return Str::ideal_wavefronts;
    case conflicts:
      return Str::conflicts;
    case n_way:
      return Str::n_way;
    case not_modelled:
      return Str::not_modelled;
  }
  return Str::requests;
}

Str name_of(scene::MetricClass of) {
  using enum scene::MetricClass;
  switch (of) {
    case global_load:
      return Str::global_load;
    case global_store:
      return Str::global_store;
    case global_atomic:
      return Str::global_atomic;
    case shared_load:
      return Str::shared_load;
    case shared_store:
      return Str::shared_store;
    case shared_atomic:
      return Str::shared_atomic;
    case async_copy:
      return Str::async_copy;
  }
  return Str::global_load;
}

float row_height(const Ui& ui) { return ui.fonts.mono->FontSize * 1.18f; }

// A label on the left, its figure on the right, within `width` from `left`.
void row(Ui& ui, const std::string& name, float left, float width, std::string_view words,
         std::string_view value, bool costly) {
  ui.recorder.shown(name, std::string(value));
  ui.recorder.text("metrics." + name,
                   text_width(words, ui.fonts.small) + text_width(value, ui.fonts.mono) +
                       ui.fonts.small->FontSize * 0.4f,
                   width);
  const float y = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({left, y + (ui.fonts.mono->FontSize - ui.fonts.small->FontSize) / 2});
  label(ui, words, {ui.look->muted, ui.fonts.small});
  ImGui::SetCursorPos({left + width - text_width(value, ui.fonts.mono), y});
  const Color color = costly ? scene::theme(ui.look->theme).conflict : ui.look->text;
  label(ui, value, {color, ui.fonts.mono});
  ImGui::SetCursorPosY(y + row_height(ui));
}

void heading(Ui& ui, float left, std::string_view words) {
  ImGui::SetCursorPosX(left);
  label(ui, words, {ui.look->accent, ui.fonts.small});
}

// Two rows side by side, so that the kernel's table has room below.
void this_access(Ui& ui, const CurrentEvent& current, float left, float width) {
  heading(ui, left, ui.say(Str::this_access));
  const auto rows = scene::event_metrics(*current.site, current.view.mask, *current.cost);
  const float gap = ui.fonts.body->FontSize;
  const float half = (width - gap) / 2;
  const float top = ImGui::GetCursorPosY();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto line = static_cast<float>(i / 2);
    ImGui::SetCursorPosY(top + line * row_height(ui));
    const float x = i % 2 == 0 ? left : left + half + gap;
    row(ui, fmt::format("event.{}", key_of(rows[i].label)), x, half, ui.say(name_of(rows[i].label)),
        rows[i].value, rows[i].costly);
  }
  constexpr float kLines = 3;  // room for six figures, so that what is below stands still
  ImGui::SetCursorPosY(top + kLines * row_height(ui) + gap * 0.3f);
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

// Text that ends at `right`.
void right_label(Ui& ui, float right, float y, std::string_view words, ImFont* font, Color color) {
  ImGui::SetCursorPos({right - text_width(words, font), y});
  label(ui, words, {color, font});
}

float column_right(float left, float width, std::size_t column) {
  constexpr std::array<float, 3> kEnds{0.55f, 0.78f, 1.0f};  // of the width; names come first
  return left + width * kEnds[column];
}

void totals_row(Ui& ui, const scene::MetricTable& table, float left, float width) {
  const float y = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({left, y + (ui.fonts.mono->FontSize - ui.fonts.small->FontSize) / 2});
  label(ui, ui.say(name_of(table.of)), {ui.look->muted, ui.fonts.small});
  const std::string_view of = kClassKeys[static_cast<std::size_t>(table.of)];
  for (std::size_t i = 0; i < kTotalsColumns.size(); ++i) {
    for (const scene::MetricRow& metric : table.rows) {
      if (metric.label != kTotalsColumns[i].metric) continue;
      ui.recorder.shown(fmt::format("{}.{}", of, key_of(metric.label)), metric.value);
      right_label(ui, column_right(left, width, i), y, metric.value, ui.fonts.mono,
                  metric.costly ? scene::theme(ui.look->theme).conflict : ui.look->text);
    }
  }
  ImGui::SetCursorPosY(y + row_height(ui));
}

void whole_kernel(const AppState& app, Ui& ui, float left, float width) {
  const float y = ImGui::GetCursorPosY();
  heading(ui, left, ui.say(Str::whole_kernel));
  for (std::size_t i = 0; i < kTotalsColumns.size(); ++i) {
    right_label(ui, column_right(left, width, i), y, ui.say(kTotalsColumns[i].title),
                ui.fonts.small, ui.look->muted);
  }
  ImGui::SetCursorPosY(y + row_height(ui));
  for (const scene::MetricTable& table : ui.cache().totals) totals_row(ui, table, left, width);
  const trace::Launch& launch = app.session.launch()->trace->launch;
  const std::uint64_t bytes = launch.static_shared_bytes + launch.dynamic_shared_bytes;
  row(ui, "shared_bytes", left, width, ui.say(Str::shared_memory),
      ui.say(Str::bytes, scene::with_separators(bytes)), false);
}

}  // namespace

void metrics_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "metrics", area, ui.say(Str::metrics));
  const CurrentEvent current = current_event(app.session, ui.side);
  if (app.hides_costs()) {
    ImGui::PushTextWrapPos(0);
    label(ui, ui.say(Str::hidden_until_answer), {ui.look->muted, ui.fonts.body});
    ImGui::PopTextWrapPos();
  } else if (current.site != nullptr) {
    const float left = ImGui::GetCursorPosX();
    const float width = ImGui::GetContentRegionAvail().x;
    this_access(ui, current, left, width);
    whole_kernel(app, ui, left, width);
  }
  end_panel();
}

}  // namespace warplens::ui
