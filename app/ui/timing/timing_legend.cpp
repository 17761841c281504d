// The legend of the timing view: which series are drawn, and how each looks.
#include <algorithm>

#include "app/ui/draw_list_imgui.h"
#include "app/ui/timing/timing_commands.h"
#include "app/ui/timing/timing_controls.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using scene::ChartSeries;

float legend_unit(const Ui& ui) { return ui.fonts.small->FontSize; }

float legend_gap(const Ui& ui) { return legend_unit(ui) * 0.5f; }

float mark_width(const Ui& ui) { return legend_unit(ui) * 1.6f; }

float legend_width(const Ui& ui, const ChartSeries& series) {
  return mark_width(ui) + text_width(series.name, ui.fonts.small) + legend_unit(ui) * 0.7f;
}

// As the chart draws it: a piece of its line with its mark.
void legend_mark(Ui& ui, const ChartSeries& series, ImVec2 at, float height) {
  scene::DrawList list;
  const float width = mark_width(ui), middle = height / 2;
  list.width = width;
  list.height = height;
  const scene::ThemeName theme = ui.look->theme;
  const Color color = scene::series_color(series, theme);
  scene::add_series_line(list, series,
                         {2, middle, width - 2, middle, color, std::max(1.0f, 1.4f * ui.scale)});
  if (series.kind == timing::EntryKind::variant) {
    scene::add_series_mark(list, series, width / 2, middle, legend_unit(ui) * 0.26f, theme);
  }
  draw(ui, "legend", list, at);
}

void legend_item(Ui& ui, const TimingModel& model, const ChartSeries& series) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = legend_unit(ui) * 1.3f;
  const std::string name = fmt::format("timing_view.series.{}", series.name);
  if (ImGui::InvisibleButton(name.c_str(), {legend_width(ui, series), height})) {
    ui.ask(toggle_series(series_key(model, series)));
  }
  mark(ui, name);
  tooltip(ui, ui.say(Str::timing_series_hint));
  const bool is_pointed_at = ImGui::IsItemHovered();
  if (!series.is_hidden) legend_mark(ui, series, at, height);
  const Color color = is_pointed_at        ? ui.look->accent
                      : series.is_hidden   ? scene::mix(ui.look->muted, ui.look->card, 0.4f)
                      : series.is_on_stage ? ui.look->text
                                           : ui.look->muted;
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 words =
      at + ImVec2{mark_width(ui) + legend_unit(ui) * 0.15f, (height - legend_unit(ui)) / 2};
  out.AddText(ui.fonts.small, legend_unit(ui), words, packed(color), series.name.c_str());
  keep_words(ui, series.name, words, ui.fonts.small, color);
}

// The lines that the legend takes in this width.
std::size_t legend_lines(const Ui& ui, const std::vector<const ChartSeries*>& legend, float room) {
  std::size_t lines = 1;
  float used = 0;
  for (const ChartSeries* series : legend) {
    const float width = legend_width(ui, *series);
    if (used > 0 && used + width > room) {
      ++lines;
      used = 0;
    }
    used += width + legend_gap(ui);
  }
  return lines;
}

void legend_list(Ui& ui, const TimingModel& model, const std::vector<const ChartSeries*>& legend) {
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextItemWidth(std::min(room, legend_unit(ui) * 12));
  const bool open = ImGui::BeginCombo("###legend", std::string(ui.say(Str::timing_series)).c_str(),
                                      ImGuiComboFlags_HeightLarge);
  mark(ui, "timing_view.legend");
  if (!open) return;
  for (const ChartSeries* series : legend) {
    bool shown = !series->is_hidden;
    if (ImGui::Checkbox(series->name.c_str(), &shown)) {
      ui.ask(toggle_series(series_key(model, *series)));
    }
    mark(ui, fmt::format("timing_view.series.{}", series->name));
  }
  ImGui::EndCombo();
}

}  // namespace

void timing_legend(Ui& ui, const TimingModel& model, float most) {
  const auto legend = legend_of(model);
  const float room = ImGui::GetContentRegionAvail().x;
  const float line = legend_unit(ui) * 1.3f + 2 * ui.scale;
  const float widest =
      legend.empty() ? 0
                     : legend_width(ui, *std::ranges::max(legend, {}, [&](const ChartSeries* each) {
                                      return legend_width(ui, *each);
                                    }));
  if (widest > room || line * static_cast<float>(legend_lines(ui, legend, room)) > most) {
    return legend_list(ui, model, legend);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {legend_gap(ui), 2 * ui.scale});
  float used = 0;
  for (const ChartSeries* series : legend) {
    const float width = legend_width(ui, *series);
    if (used > 0 && used + width <= room) {
      ImGui::SameLine(0, legend_gap(ui));
    } else {
      used = 0;
    }
    used += width + legend_gap(ui);
    legend_item(ui, model, *series);
  }
  ImGui::PopStyleVar();
}

}  // namespace warplens::ui
