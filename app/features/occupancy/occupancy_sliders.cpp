#include "app/features/occupancy/occupancy_sliders.h"

#include "app/features/occupancy/occupancy_state.h"
#include "app/session/occupancy_choice.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/widgets.h"
#include "viz/analysis/limits/occupancy_text.h"

namespace warplens::ui {
namespace {

using analysis::kAllNeeds;
using analysis::kNeedNames;
using analysis::Need;

// In the order of analysis::Need.
constexpr std::array<Str, kAllNeeds.size()> kLabels{
    Str::occupancy_threads, Str::occupancy_registers, Str::occupancy_shared};

std::string name_of(Need need) {
  return fmt::format("occupancy.{}", kNeedNames[static_cast<std::size_t>(need)]);
}

std::string value_text(const OccupancyModel& model, Need need) {
  const std::uint32_t value = value_of(model.needs, need);
  if (need != Need::shared_bytes) return fmt::format("{}", value);
  return analysis::amount_text(analysis::SmLimit::shared_memory, value);
}

// What one notch of a slider is.
std::uint32_t notch(Need need) {
  constexpr std::uint32_t kSharedNotch = 512;  // bytes
  if (need == Need::threads) return kWarpSize;
  return need == Need::registers ? 1 : kSharedNotch;
}

void ask_need(Ui& ui, Need need, std::uint32_t value, bool continues) {
  ui.state<OccupancyState>().axis = need;
  ui.ask([=](AppState& app) {
    session::OccupancyChoice choice = app.session.chosen<session::OccupancyChoice>();
    choice.of(need) = value;
    app.session.choose(choice, continues);
  });
}

void notch_button(Ui& ui, const OccupancyModel& model, Need need, const char* sign) {
  const analysis::Multiprocessor& sm = *model.scene.gpus[model.scene.chosen].sm;
  const std::uint32_t value = value_of(model.needs, need), unit = notch(need);
  const bool up = sign[0] == '+';
  const std::uint32_t least = need == Need::shared_bytes ? 0 : unit;
  const bool possible = up ? value + unit <= most_of(sm, need) : value > least;
  ImGui::SameLine(0, 3 * ui.scale);
  ImGui::BeginDisabled(!possible);
  const std::string name = name_of(need) + (up ? ".more" : ".less");
  if (button(ui, name.c_str(), sign, ButtonLook::soft, {ImGui::GetFrameHeight(), 0})) {
    const std::uint32_t whole = value / unit * unit;
    ask_need(ui, need, up ? whole + unit : (whole == value ? whole - unit : whole), false);
  }
  ImGui::EndDisabled();
}

// Its label chooses what the stairs are against.
void need_label(Ui& ui, const OccupancyModel& model, Need need, float width) {
  const bool is_axis = model.scene.axis == need;
  const std::string words =
      ui.say(Str::occupancy_value, ui.say(kLabels[static_cast<std::size_t>(need)]),
             value_text(model, need));
  const std::string shown = fitted(words, width, ui.fonts.small);
  if (text_button(ui, (name_of(need) + ".axis").c_str(), shown,
                  is_axis ? ui.theme->accent : ui.theme->text)) {
    ui.state<OccupancyState>().axis = need;
  }
  tooltip(ui,
          need == Need::shared_bytes
              ? ui.say(Str::occupancy_shared_hint,
                       analysis::amount_text(analysis::SmLimit::shared_memory, model.static_bytes))
              : std::string(ui.say(Str::occupancy_axis_hint)));
}

void need_slider(Ui& ui, const OccupancyModel& model, Need need, float width) {
  const analysis::Multiprocessor& sm = *model.scene.gpus[model.scene.chosen].sm;
  const std::uint32_t unit = notch(need);
  auto notches = static_cast<int>(value_of(model.needs, need) / unit);
  const int low = need == Need::shared_bytes ? 0 : 1;
  const int high = static_cast<int>(most_of(sm, need) / unit);
  const float buttons = 2 * (ImGui::GetFrameHeight() + 3 * ui.scale);
  ImGui::SetNextItemWidth(std::max(width - buttons, 1.0f));
  std::string& dragging = ui.state<OccupancyState>().dragging;
  const std::string name = name_of(need);
  if (ImGui::SliderInt(("###" + name).c_str(), &notches, low, high, "",
                       ImGuiSliderFlags_AlwaysClamp)) {
    ask_need(ui, need, static_cast<std::uint32_t>(notches) * unit, dragging == name);
    dragging = name;
  } else if (dragging == name && !ImGui::IsItemActive()) {
    dragging.clear();
  }
  mark(ui, name);
  ui.widget_log.shown(name, [&] { return fmt::format("{}", value_of(model.needs, need)); });
  notch_button(ui, model, need, "-");
  notch_button(ui, model, need, "+");
}

void reset(const AppState& app, Ui& ui) {
  ImGui::BeginDisabled(app.session.chosen<session::OccupancyChoice>().is_as_compiled());
  if (button(ui, "occupancy.reset", ui.say(Str::occupancy_reset))) {
    ui.ask([](AppState& a) {
      session::OccupancyChoice choice = a.session.chosen<session::OccupancyChoice>();
      choice.what_if = {};
      a.session.choose(choice);
    });
  }
  ImGui::EndDisabled();
  tooltip(ui, ui.say(Str::occupancy_reset_hint));
}

float reset_width(const Ui& ui) {
  return text_width(ui.say(Str::occupancy_reset), ui.fonts.small) +
         2 * ImGui::GetStyle().FramePadding.x;
}

}  // namespace

float occupancy_sliders_height(const Ui& ui) { return ui.fonts.small->FontSize * 3.4f; }

void occupancy_sliders(const AppState& app, Ui& ui, const OccupancyModel& model) {
  push_font(ui.fonts.small);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float gap = ui.fonts.small->FontSize;
  const float room = ImGui::GetContentRegionAvail().x - reset_width(ui) - gap;
  const float column = room / static_cast<float>(kAllNeeds.size());
  const float line = ui.fonts.small->FontSize * 1.5f;
  for (std::size_t i = 0; i < kAllNeeds.size(); ++i) {
    const float x = start.x + column * static_cast<float>(i);
    ImGui::SetCursorScreenPos({x, start.y});
    need_label(ui, model, kAllNeeds[i], column - gap);
    ImGui::SetCursorScreenPos({x, start.y + line});
    need_slider(ui, model, kAllNeeds[i], column - gap);
  }
  ImGui::SetCursorScreenPos({start.x + room + gap, start.y + line});
  reset(app, ui);
  ImGui::SetCursorScreenPos({start.x, start.y + occupancy_sliders_height(ui)});
  ImGui::PopFont();
}

}  // namespace warplens::ui
