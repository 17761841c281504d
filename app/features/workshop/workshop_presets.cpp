// The list of layouts that people meet.
#include <array>

#include "app/features/workshop/workshop_controls.h"
#include "app/features/workshop/workshop_state.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/widgets.h"
#include "viz/swizzle/layout_map.h"

namespace warplens::ui {
namespace {

using swizzle::PatternCost;
using swizzle::PresetCosts;

constexpr std::array kCosts{std::pair{Str::workshop_preset_row_write, &PresetCosts::row_write},
                            std::pair{Str::workshop_preset_matrix_read, &PresetCosts::matrix_read},
                            std::pair{Str::workshop_preset_column_read, &PresetCosts::column_read}};

// Where each column of the list begins, and where the last one ends.
struct PresetColumns {
  float name = 0;
  std::array<float, kCosts.size()> costs{};
  float layout = 0, end = 0;
};

PresetColumns preset_columns(const Ui& ui, const std::vector<Result<PresetCosts>>& all) {
  const float gap = ui.fonts.small->FontSize * 1.5f;
  PresetColumns columns;
  float at = 0;
  for (const swizzle::Preset& each : swizzle::presets())
    at = std::max(at, text_width(each.name.in(ui.language), ui.fonts.small));
  for (std::size_t i = 0; i < kCosts.size(); ++i) {
    columns.costs[i] = at + gap;
    at = columns.costs[i] + text_width(ui.say(kCosts[i].first), ui.fonts.small);
  }
  columns.layout = at + gap;
  columns.end = columns.layout;
  for (const auto& each : all) {
    if (each.has_value())
      columns.end = std::max(columns.end, columns.layout + text_width(layout_phrase(each->spec.map),
                                                                      ui.fonts.mono_small));
  }
  return columns;
}

std::string cost_phrase(const Ui& ui, const PatternCost& cost) {
  if (cost.fault.has_value()) return std::string(ui.say(Str::workshop_preset_impossible));
  return ui.say(Str::workshop_preset_cost, cost.ways);
}

void put(Ui& ui, ImVec2 at, std::string_view words, Color color, ImFont* font) {
  ImGui::SetCursorScreenPos(at);
  label(ui, words, {color, font});
}

void preset_headings(Ui& ui, const PresetColumns& columns) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  for (std::size_t i = 0; i < kCosts.size(); ++i)
    put(ui, {at.x + columns.costs[i], at.y}, ui.say(kCosts[i].first), ui.theme->muted,
        ui.fonts.small);
}

void preset_row(const AppState& app, Ui& ui, std::size_t index, const PresetCosts& preset,
                const PresetColumns& columns) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ui.fonts.small->FontSize * 1.3f;
  const std::string name = fmt::format("workshop.preset.{}", index);
  const bool is_on = preset.spec == app.session.chosen<swizzle::SwizzleSpec>();
  if (ImGui::Selectable(("###" + name).c_str(), is_on, 0, {columns.end, height}))
    ask_swizzle(ui, preset.spec);
  mark(ui, name);
  put(ui, at, swizzle::presets()[index].name.in(ui.language), ui.theme->text, ui.fonts.small);
  for (std::size_t i = 0; i < kCosts.size(); ++i) {
    const PatternCost& cost = preset.*kCosts[i].second;
    const bool is_bad = cost.fault.has_value() || cost.ways > 1;
    const std::string words = cost_phrase(ui, cost);
    put(ui, {at.x + columns.costs[i], at.y}, words, is_bad ? ui.theme->bad : ui.theme->text,
        ui.fonts.small);
    ui.widget_log.shown(fmt::format("{}.{}", name, i), words);
  }
  put(ui, {at.x + columns.layout, at.y}, layout_phrase(preset.spec.map), ui.theme->muted,
      ui.fonts.mono_small);
  ImGui::SetCursorScreenPos({at.x, at.y + height});
}

void preset_list(const AppState& app, Ui& ui) {
  std::vector<Result<PresetCosts>>& all = ui.state<WorkshopState>().presets;
  if (all.empty()) {
    for (const swizzle::Preset& each : swizzle::presets()) all.push_back(swizzle::costs_of(each));
  }
  const PresetColumns columns = preset_columns(ui, all);
  preset_headings(ui, columns);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].has_value()) preset_row(app, ui, i, *all[i], columns);
  }
  ImGui::Spacing();
  label(ui, ui.say(Str::workshop_preset_note), {ui.theme->muted, ui.fonts.small});
}

}  // namespace

void workshop_presets(const AppState& app, Ui& ui) {
  if (button(ui, "workshop.presets", ui.say(Str::workshop_presets))) ImGui::OpenPopup("presets");
  tooltip(ui, ui.say(Str::workshop_presets_hint));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {panel_padding(ui), panel_padding(ui)});
  const bool is_open = ImGui::BeginPopup("presets");
  ImGui::PopStyleVar();
  if (!is_open) return;
  preset_list(app, ui);
  ImGui::EndPopup();
}

}  // namespace warplens::ui
