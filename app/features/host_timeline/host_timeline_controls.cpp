#include "app/features/host_timeline/host_timeline_controls.h"

#include <algorithm>

#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/host_timeline_choice.h"
#include "app/features/host_timeline/host_timeline_commands.h"
#include "app/session/live_timing.h"
#include "app/state/app_state.h"
#include "app/ui/widgets.h"
#include "kernels/timing/host_timeline.h"
#include "viz/scene/charts/host_timeline_phrases.h"

namespace warplens::ui {
namespace {

float timeline_unit(const Ui& ui) { return ui.fonts.small->FontSize; }

// Behind the last item where there is room for `width`, else nothing is drawn there.
bool go_behind(const Ui& ui, float width) {
  ImGui::SameLine(0, timeline_unit(ui) * 0.5f);
  if (ImGui::GetContentRegionAvail().x >= width) return true;
  ImGui::NewLine();
  return false;
}

float timeline_button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

void scenario_list(const AppState& app, Ui& ui) {
  const Language language = scene_style(ui).language;
  const timing::Scenario now = app.session.chosen<host_timeline::HostTimelineChoice>().scenario;
  float widest = 0;
  for (std::size_t i = 0; i < timing::kScenarioNames.size(); ++i) {
    const auto scenario = static_cast<timing::Scenario>(i);
    widest = std::max(widest, text_width(scene::name_of(scenario, language)));
  }
  const float padding = 2 * ImGui::GetStyle().FramePadding.x;
  const float width =
      std::min(widest + ImGui::GetFrameHeight() + padding + timeline_unit(ui) * 0.3f,
               ImGui::GetContentRegionAvail().x);
  ImGui::SetNextItemWidth(width);
  const float words = width - ImGui::GetFrameHeight() - padding;
  const bool open = ImGui::BeginCombo("###timeline_scenario",
                                      shortened(scene::name_of(now, language), words).c_str(),
                                      ImGuiComboFlags_HeightLarge);
  mark(ui, "host_timeline.scenario");
  if (!open) return tooltip(ui, ui.say(Str::host_timeline_scenario_hint));
  for (std::size_t i = 0; i < timing::kScenarioNames.size(); ++i) {
    const auto scenario = static_cast<timing::Scenario>(i);
    const std::string name(scene::name_of(scenario, language));
    if (ImGui::Selectable(name.c_str(), scenario == now)) ui.ask(choose_scenario(scenario));
    mark(ui, fmt::format("host_timeline.scenario.{}", timing::kScenarioNames[i]));
  }
  ImGui::EndCombo();
}

void size_list(const AppState& app, Ui& ui) {
  const std::uint64_t now = app.session.chosen<host_timeline::HostTimelineChoice>().bytes;
  const float width = text_width("256 MiB") + ImGui::GetFrameHeight() + timeline_unit(ui);
  if (!go_behind(ui, width)) return;
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("###timeline_bytes", scene::size_phrase(now).c_str());
  mark(ui, "host_timeline.bytes");
  if (!open) return tooltip(ui, ui.say(Str::host_timeline_size_hint));
  for (const std::uint64_t bytes : array_sizes(app.session)) {
    if (ImGui::Selectable(scene::size_phrase(bytes).c_str(), bytes == now)) {
      ui.ask(choose_array_bytes(bytes));
    }
    mark(ui, fmt::format("host_timeline.bytes.{}", bytes));
  }
  ImGui::EndCombo();
}

void parts_list(const AppState& app, Ui& ui) {
  const Language language = scene_style(ui).language;
  const auto& choice = app.session.chosen<host_timeline::HostTimelineChoice>();
  if (!timing::has_parts(choice.scenario)) return;
  const auto words = [&](std::uint32_t parts) {
    return scene::parts_phrase(choice.scenario, parts, language);
  };
  const float width = text_width(words(16)) + ImGui::GetFrameHeight() + timeline_unit(ui);
  if (!go_behind(ui, width)) return;
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("###timeline_parts", words(choice.parts).c_str());
  mark(ui, "host_timeline.parts");
  if (!open) return tooltip(ui, ui.say(Str::host_timeline_parts_hint));
  for (const std::uint32_t parts : part_counts(app.session)) {
    if (ImGui::Selectable(words(parts).c_str(), parts == choice.parts)) ui.ask(choose_parts(parts));
    mark(ui, fmt::format("host_timeline.parts.{}", parts));
  }
  ImGui::EndCombo();
}

void span_buttons(const AppState& app, Ui& ui) {
  if (host_timeline::shown_run(app.session) == nullptr || app.hides_costs()) return;
  const float side = ImGui::GetFrameHeight(), gap = 3 * ui.scale;
  if (!go_behind(ui, 2 * side + gap)) return;
  const auto step = [&](const char* name, const char* sign, int by) {
    if (button(ui, name, sign, ButtonLook::soft, {side, 0})) {
      ui.ask([by](AppState& a) { step_span(a, by); });
    }
    tooltip(ui, ui.say(Str::host_timeline_span_hint));
  };
  step("host_timeline.span.less", "‹", -1);
  ImGui::SameLine(0, gap);
  step("host_timeline.span.more", "›", 1);
}

// From the recorded run to the live one and back, where there are both.
void source_button(const AppState& app, Ui& ui) {
  const host_timeline::HostTimelines& both = host_timeline::runs(app.session).timelines();
  if (!both.recorded || !both.live) return;
  const bool is_live = app.session.chosen<host_timeline::HostTimelineChoice>().is_live;
  const std::string_view words =
      ui.say(is_live ? Str::host_timeline_to_recorded : Str::host_timeline_to_live);
  if (!go_behind(ui, timeline_button_width(words))) return;
  if (button(ui, "host_timeline.source", words)) ui.ask(choose_timeline_source(!is_live));
}

void measure_button(const AppState& app, Ui& ui) {
  const host_timeline::LiveHostTimeline& live = host_timeline::runs(app.session).live();
  if (!live.busy() && !live.can_start()) return;
  const std::string percent = fmt::format("{:3.0f}%", live.progress() * 100);
  const std::string words = live.busy() ? fmt::format("{} {}", ui.say(Str::cancel), percent)
                                        : std::string(ui.say(Str::timing_measure));
  if (!go_behind(ui, timeline_button_width(words))) return;
  ImGui::BeginDisabled(app.live->busy());
  if (button(ui, "host_timeline.measure", words)) ui.ask(measure_timeline_or_stop);
  ImGui::EndDisabled();
  tooltip(ui, ui.say(Str::host_timeline_measure_hint));
}

}  // namespace

void host_timeline_controls(const AppState& app, Ui& ui) {
  push_font(ui.fonts.small);
  scenario_list(app, ui);
  size_list(app, ui);
  parts_list(app, ui);
  span_buttons(app, ui);
  source_button(app, ui);
  measure_button(app, ui);
  ImGui::PopFont();
}

}  // namespace warplens::ui
