#include "app/ui/timing/timing_controls.h"

#include <algorithm>

#include "app/ui/control_widgets.h"
#include "app/ui/timing/timing_commands.h"
#include "app/ui/widgets.h"
#include "viz/scene/charts/chart_axis.h"
#include "viz/scene/charts/chart_words.h"

namespace warplens::ui {
namespace {

using session::TimingChoice;

float timing_unit(const Ui& ui) { return ui.fonts.small->FontSize; }

float gap_of(const Ui& ui) { return timing_unit(ui) * 0.5f; }

// What is left of the line behind the last item.
float room_behind(const Ui& ui) {
  ImGui::SameLine(0, gap_of(ui));
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::NewLine();
  return room;
}

float timing_button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

void step_button(Ui& ui, const TimingModel& model, const char* name, const char* sign,
                 std::ptrdiff_t index) {
  const auto count = static_cast<std::ptrdiff_t>(model.chart.sides.size());
  ImGui::SameLine(0, 3 * ui.scale);
  ImGui::BeginDisabled(index < 0 || index >= count);
  if (button(ui, name, sign, ButtonLook::soft, {ImGui::GetFrameHeight(), 0})) {
    ui.ask(choose_side(model.chart.sides[static_cast<std::size_t>(index)], false));
  }
  ImGui::EndDisabled();
}

// Its steps are the sizes that were timed.
void size_slider(Ui& ui, const TimingModel& model, std::size_t index, float width) {
  std::string& dragged = ui.state<DraggedControl>().name;
  auto value = static_cast<int>(index);
  const auto last = static_cast<int>(model.chart.sides.size()) - 1;
  ImGui::SetNextItemWidth(width);
  if (ImGui::SliderInt("###timing_side", &value, 0, std::max(last, 1), "",
                       ImGuiSliderFlags_AlwaysClamp) &&
      value <= last) {
    ui.ask(
        choose_side(model.chart.sides[static_cast<std::size_t>(value)], dragged == "timing_side"));
    dragged = "timing_side";
  } else if (dragged == "timing_side" && !ImGui::IsItemActive()) {
    dragged.clear();
  }
  mark(ui, "timing_view.side");
}

// A list to choose from behind the last item, where it has room.
template <class Items>
void list_behind(Ui& ui, const char* name, std::string_view shown, std::string_view hint,
                 const Items& items) {
  constexpr float kNarrowest = 8, kWidest = 22;
  const float room = room_behind(ui);
  if (room < timing_unit(ui) * kNarrowest) return;
  ImGui::SameLine(0, gap_of(ui));
  const float width = std::min(ImGui::GetContentRegionAvail().x, timing_unit(ui) * kWidest);
  ImGui::SetNextItemWidth(width);
  const float words = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  const bool open =
      ImGui::BeginCombo(fmt::format("###{}", name).c_str(), shortened(shown, words).c_str());
  mark(ui, name);
  if (!open) return tooltip(ui, hint);
  items();
  ImGui::EndCombo();
}

void settings_list(const AppState& app, Ui& ui, const TimingModel& model) {
  const catalog::Parameters& chosen = app.session.choice().timing.settings;
  if (model.known.size() < 2 && chosen.empty()) return;
  const std::string stage(ui.say(Str::timing_as_stage));
  const std::string shown = chosen.empty() ? stage : settings_words(chosen);
  list_behind(ui, "timing_view.settings", shown,
              ui.say(Str::timing_settings_hint, settings_words(model.settings)), [&] {
                if (ImGui::Selectable(stage.c_str(), chosen.empty())) ui.ask(choose_settings({}));
                mark(ui, "timing_view.settings.stage");
                for (std::size_t i = 0; i < model.known.size(); ++i) {
                  const std::string words = settings_words(model.known[i]);
                  if (ImGui::Selectable(words.c_str(), model.known[i] == chosen)) {
                    ui.ask(choose_settings(model.known[i]));
                  }
                  mark(ui, fmt::format("timing_view.settings.{}", i + 1));
                }
              });
}

void device_list(Ui& ui, const TimingModel& model) {
  if (model.recordings.size() < 2) return;
  list_behind(ui, "timing_view.device", model.recorded->device.name, model.recorded->date, [&] {
    for (std::size_t i = 0; i < model.recordings.size(); ++i) {
      const timing::Timings& each = *model.recordings[i];
      const std::string words = fmt::format("{} · {}", each.device.name, each.date);
      if (ImGui::Selectable(words.c_str(), model.recordings[i] == model.recorded)) {
        ui.ask(choose_device(each.device.name));
      }
      mark(ui, fmt::format("timing_view.device.{}", i + 1));
    }
  });
}

// One button behind the others where there is room; `is_on` lights it.
class ButtonLine {
 public:
  // Behind the last item where `all` of them have room there.
  ButtonLine(Ui& ui, float all) : ui_(ui) {
    if (room_behind(ui) >= all) ImGui::SameLine(0, gap_of(ui));
    room_ = ImGui::GetContentRegionAvail().x;
  }

  [[nodiscard]] bool add(const char* name, std::string_view words, std::string_view hint,
                         bool is_on = false) {
    const float width = timing_button_width(words);
    if (used_ + width > room_) return false;
    if (used_ > 0) ImGui::SameLine(0, gap_of(ui_));
    used_ += width + gap_of(ui_);
    const bool pressed = button(ui_, name, words, is_on ? ButtonLook::primary : ButtonLook::soft);
    tooltip(ui_, hint);
    return pressed;
  }

 private:
  Ui& ui_;
  float room_ = 0, used_ = 0;
};

}  // namespace

void timing_size_row(const AppState& app, Ui& ui, const TimingModel& model) {
  constexpr float kNarrowest = 4, kWidest = 13;
  const std::int64_t side = shown_side(model, app.session.choice().timing);
  const std::size_t index = model.chart.index_of(side).value_or(0);
  const std::string words = ui.say(Str::timing_side, scene::grouped_digits(side));
  const float buttons = 2 * (ImGui::GetFrameHeight() + 3 * ui.scale);
  const float widest = text_width(ui.say(Str::timing_side, "16,384"));
  const float room = ImGui::GetContentRegionAvail().x - buttons - widest - gap_of(ui);
  if (room < timing_unit(ui) * kNarrowest) return;
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  label(ui, words, {ui.look->text, nullptr}, "timing_view.side_words");
  ImGui::SameLine(left + widest + gap_of(ui));
  size_slider(ui, model, index, std::min(room, timing_unit(ui) * kWidest));
  const auto at = static_cast<std::ptrdiff_t>(index);
  step_button(ui, model, "timing_view.side.less", "-", at - 1);
  step_button(ui, model, "timing_view.side.more", "+", at + 1);
  settings_list(app, ui, model);
  device_list(ui, model);
}

void timing_look_row(const AppState& app, Ui& ui, const TimingModel& model, bool both) {
  const TimingChoice& choice = app.session.choice().timing;
  const Language language = scene_style(ui).language;
  const auto figure = scene::name_of(shown_figure(model, choice), language);
  float all = timing_button_width(figure) + 2 * gap_of(ui);
  for (const Str words : {Str::log_values, Str::log_sizes})
    all += timing_button_width(ui.say(words));
  if (!both) all += timing_button_width(ui.say(Str::timing_lines)) + 2 * gap_of(ui);
  ButtonLine line(ui, all);
  if (line.add("timing_view.figure", figure, ui.say(Str::timing_rate_hint))) {
    ui.ask(toggle(&TimingChoice::shows_time));
  }
  if (line.add("timing_view.log_values", ui.say(Str::log_values), ui.say(Str::log_hint),
               choice.logarithmic_values)) {
    ui.ask(toggle(&TimingChoice::logarithmic_values));
  }
  if (line.add("timing_view.log_sizes", ui.say(Str::log_sizes), ui.say(Str::log_hint),
               !choice.linear_sizes)) {
    ui.ask(toggle(&TimingChoice::linear_sizes));
  }
  if (!both &&
      line.add("timing_view.bars", ui.say(choice.shows_bars ? Str::timing_lines : Str::timing_bars),
               ui.say(Str::timing_bars_hint))) {
    ui.ask(toggle(&TimingChoice::shows_bars));
  }
}

void timing_measure(const AppState& app, Ui& ui) {
  const session::LiveTiming& live = *app.live;
  if (!live.busy() && !live.can_start()) return;
  const std::string percent = fmt::format("{:3.0f}%", live.progress() * 100);
  const std::string words = live.busy() ? fmt::format("{} {}", ui.say(Str::cancel), percent)
                                        : std::string(ui.say(Str::timing_measure));
  if (ImGui::GetContentRegionAvail().x < timing_button_width(words)) return;
  if (button(ui, "timing_view.measure", words)) ui.ask(measure_or_stop);
  tooltip(ui, ui.say(Str::timing_measure_hint));
}

}  // namespace warplens::ui
