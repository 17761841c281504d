#include "app/features/workshop/workshop_find_layout.h"

#include <algorithm>
#include <array>

#include "app/features/workshop/workshop_change_code.h"
#include "app/features/workshop/workshop_state.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/widgets.h"
#include "viz/swizzle/traced/from_line.h"

namespace warplens::ui {
namespace {

bool has_conflicts(const AppState& app, const Ui& ui) {
  const ExplainedEvent* current = app.session.event(ui.side);
  return app.mode == Mode::explore && !app.hides_costs() && current != nullptr &&
         current->cost.conflicts != 0 && current->site->line != 0;
}

float gap_of(const Ui& ui) { return 4 * ui.scale; }

bool can_change(const AppState& app, const Ui& ui) {
  return can_change_code(app, app.session.event(ui.side)->site->file);
}

// Both buttons, or the one that has room.
float width_of_buttons(const AppState& app, const Ui& ui, const Area& area) {
  const float find = text_width(ui.say(Str::workshop_from_access), ui.fonts.small) +
                     2 * ImGui::GetStyle().FramePadding.x + gap_of(ui);
  const float both = find + change_code_width(ui) + ImGui::GetStyle().ItemSpacing.x;
  constexpr float kMostOfTheLine = 0.3f, kMostOfBoth = 0.5f;
  if (can_change(app, ui) && both < area.width * kMostOfBoth) return both;
  return find < area.width * kMostOfTheLine ? find : 0;
}

Result<swizzle::SwizzleSpec> question_of(const AppState& app, const Ui& ui) {
  const ExplainedEvent& current = *app.session.event(ui.side);
  const auto& run = *app.session.result(ui.side)->run;
  return swizzle::question_from(*current.trace, *run.sources,
                                {current.site->line, {}, current.view.block});
}

void open_workshop(AppState& app, const swizzle::SwizzleSpec& spec) {
  app.session.choose(spec);
  if (!app.is_at_workshop()) toggle_workshop(app);
}

void find_layout(const AppState& app, Ui& ui) {
  const auto spec = question_of(app, ui);
  if (!spec.has_value()) {
    ui.state<Message>() = {std::string(ui.say(spec.error().message)), {}, true};
    return;
  }
  ui.state<WorkshopState>().search->begin(*spec);
  ui.ask([spec = *spec](AppState& a) { open_workshop(a, spec); });
}

void find_layout_by_key(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  if (!app.is_at_workshop() && has_conflicts(app, ui)) find_layout(app, ui);
}

constexpr std::array kFindLayoutKeys{
    KeyRow{Key::b, kShift, find_layout_by_key, "Shift + B", Str::keys_workshop_from_access}};

}  // namespace

float layout_button_width(const AppState& app, const Ui& ui, const Area& area) {
  const bool is_wanted = !ui.small_view && !ui.hides_tools && ui.exports.picture.empty();
  if (!is_wanted || !has_conflicts(app, ui)) return 0;
  return width_of_buttons(app, ui, area);
}

void layout_button(const AppState& app, Ui& ui, const Area& area) {
  const float width = layout_button_width(app, ui, area) - gap_of(ui);
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float bar = ImGui::GetScrollMaxY() > 0 ? ImGui::GetStyle().ScrollbarSize : 0;
  const float right = area.x + area.width - panel_padding(ui) - ui.header_end - bar;
  push_font(ui.fonts.small);
  ImGui::SetCursorScreenPos({right - width, area.y + panel_padding(ui) * 0.6f});
  if (can_change(app, ui) && width > change_code_width(ui)) {
    change_code_button(app, ui, app.session.event(ui.side)->site->line);
    ImGui::SameLine();
  }
  if (button(ui, "workshop.from_access", ui.say(Str::workshop_from_access))) find_layout(app, ui);
  tooltip(ui, ui.say(Str::workshop_from_access_hint));
  ImGui::PopFont();
  ImGui::SetCursorScreenPos({below.x, std::max(below.y, ImGui::GetCursorScreenPos().y)});
}

std::span<const KeyRow> find_layout_keys() { return kFindLayoutKeys; }

}  // namespace warplens::ui
