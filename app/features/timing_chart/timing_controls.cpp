#include "app/features/timing_chart/timing_controls.h"

#include <algorithm>

#include "app/features/timing_chart/timing_cited.h"
#include "app/features/timing_chart/timing_commands.h"
#include "app/features/timing_chart/timing_ladder.h"
#include "app/features/timing_chart/timing_options.h"
#include "app/state/app_state.h"
#include "app/ui/control_widgets.h"
#include "app/ui/widgets.h"
#include "viz/scene/charts/chart_axis.h"

namespace warplens::ui {
namespace {

using session::TimingChoice;
using session::TimingReading;

float controls_gap(const Ui& ui) { return ui.fonts.small->FontSize * 0.4f; }

float button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

// "Side 16,384", as wide for every size.
float side_phrase_width(const Ui& ui) { return text_width(ui.say(Str::timing_side, "16,384")); }

float step_width(const Ui& ui) { return ImGui::GetFrameHeight() + 3 * ui.scale; }

TimingLine line_of(const AppState& app, const Ui& ui, const TimingModel& model) {
  const float unit = ui.fonts.small->FontSize, gap = controls_gap(ui);
  const float narrowest = unit * 3, widest = unit * 12;
  float room = ImGui::GetContentRegionAvail().x - timing_options_width(ui);
  const auto takes = [&room, gap](bool is_wanted, float width) {
    if (!is_wanted || width + gap > room) return false;
    room -= width + gap;
    return true;
  };
  float readings = 0, tabs = gap;  // tabs stand apart
  for (const ReadingChoice& each : readings_of(ui, model)) {
    readings += button_width(each.words) + (readings > 0 ? 3 * ui.scale : 0);
  }
  TimingLine line;
  line.tabs = tabs_of(app, ui, model, ImGui::GetContentRegionAvail().x);
  for (const TabChoice& each : line.tabs) tabs += button_width(each.words) + 3 * ui.scale;
  line.axes = axes_of(ui, model);
  float axes = gap;
  for (const AxisChoice& each : line.axes) axes += button_width(each.words) + 3 * ui.scale;
  line.has_readings = takes(true, readings);
  line.has_axes = takes(!line.axes.empty(), axes);
  line.has_size = takes(true, side_phrase_width(ui) + gap + narrowest + 2 * step_width(ui));
  line.has_tabs = takes(!line.tabs.empty(), tabs);
  const std::string measure = measure_phrase(app, ui);
  line.has_measure = takes(!measure.empty(), button_width(measure));
  if (line.has_size) line.slider = std::min(narrowest + room, widest);
  return line;
}

// Behind the last item but for the first one.
class OneLine {
 public:
  explicit OneLine(float gap) : gap_(gap) {}
  void next(float gap) {
    if (!is_first_) ImGui::SameLine(0, gap);
    is_first_ = false;
  }
  void next() { next(gap_); }

 private:
  float gap_;
  bool is_first_ = true;
};

void tabs(Ui& ui, const TimingLine& line, OneLine& row) {
  for (const TabChoice& each : line.tabs) {
    row.next(3 * ui.scale);
    const auto look = each.is_on ? ButtonLook::primary : ButtonLook::soft;
    if (button(ui, each.name, each.words, look)) ui.ask(choose_tab(each.tab));
    tooltip(ui, ui.say(Str::timing_tab_hint));
  }
}

void readings(const AppState& app, Ui& ui, const TimingModel& model, OneLine& row) {
  const TimingReading now = shown_reading(model, app.session.chosen<session::TimingChoice>());
  bool is_first = true;
  for (const ReadingChoice& each : readings_of(ui, model)) {
    row.next(is_first ? 2 * controls_gap(ui) : 3 * ui.scale);
    is_first = false;
    const bool is_on = each.reading == now;
    if (button(ui, each.name, each.words, is_on ? ButtonLook::primary : ButtonLook::soft)) {
      ui.ask(choose_reading(each.reading));
    }
    tooltip(ui, each.hint);
  }
}

void axes(Ui& ui, const TimingLine& line, OneLine& row) {
  bool is_first = true;
  for (const AxisChoice& each : line.axes) {
    row.next(is_first ? 2 * controls_gap(ui) : 3 * ui.scale);
    is_first = false;
    const auto look = each.is_on ? ButtonLook::primary : ButtonLook::soft;
    if (button(ui, axis_widget(each).c_str(), each.words, look))
      ui.ask(choose_axis_of(each.parameter));
    tooltip(ui, ui.say(Str::timing_against_hint));
  }
}

void step_button(Ui& ui, const TimingModel& model, const char* name, const char* sign,
                 std::ptrdiff_t index) {
  const auto count = static_cast<std::ptrdiff_t>(model.sizes.size());
  ImGui::SameLine(0, 3 * ui.scale);
  ImGui::BeginDisabled(index < 0 || index >= count);
  if (button(ui, name, sign, ButtonLook::soft, {ImGui::GetFrameHeight(), 0})) {
    ui.ask(choose_side(model.sizes[static_cast<std::size_t>(index)], false));
  }
  ImGui::EndDisabled();
}

// Its steps are the sizes that were timed.
void size_slider(Ui& ui, const TimingModel& model, std::size_t index, float width) {
  std::string& dragged = ui.state<DraggedControl>().name;
  auto value = static_cast<int>(index);
  const auto last = static_cast<int>(model.sizes.size()) - 1;
  ImGui::SetNextItemWidth(width);
  if (ImGui::SliderInt("###timing_side", &value, 0, std::max(last, 1), "",
                       ImGuiSliderFlags_AlwaysClamp) &&
      value <= last) {
    ui.ask(choose_side(model.sizes[static_cast<std::size_t>(value)], dragged == "timing_side"));
    dragged = "timing_side";
  } else if (dragged == "timing_side" && !ImGui::IsItemActive()) {
    dragged.clear();
  }
  mark(ui, "timing_view.side");
}

void size(const AppState& app, Ui& ui, const TimingModel& model, float slider, OneLine& row) {
  const std::int64_t side = shown_side(model, app.session.chosen<session::TimingChoice>());
  const auto index = static_cast<std::size_t>(
      std::distance(model.sizes.begin(), std::ranges::find(model.sizes, side)));
  row.next(2 * controls_gap(ui));
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  label(ui, ui.say(Str::timing_side, scene::grouped_digits(side)), {ui.theme->text, nullptr},
        "timing_view.side_words");
  ImGui::SameLine(left + side_phrase_width(ui) + controls_gap(ui));
  size_slider(ui, model, index, slider - 2 * controls_gap(ui));
  const auto at = static_cast<std::ptrdiff_t>(index);
  step_button(ui, model, "timing_view.side.less", "-", at - 1);
  step_button(ui, model, "timing_view.side.more", "+", at + 1);
}

}  // namespace

std::string measure_phrase(const AppState& app, const Ui& ui) {
  const session::LiveTiming& live = *app.live;
  if (live.busy()) {
    return fmt::format("{} {:3.0f}%", ui.say(Str::cancel), live.progress() * 100);
  }
  return std::string(live.can_start() ? ui.say(Str::timing_measure) : std::string_view());
}

void timing_measure(const AppState& app, Ui& ui) {
  const std::string words = measure_phrase(app, ui);
  if (words.empty() || ImGui::GetContentRegionAvail().x < button_width(words)) return;
  if (button(ui, "timing_view.measure", words)) ui.ask(measure_or_stop);
  tooltip(ui, ui.say(Str::timing_measure_hint));
}

void timing_controls(const AppState& app, Ui& ui, const TimingModel& model) {
  const TimingLine line = line_of(app, ui, model);
  const bool is_measured = !shows_cited(app, model);
  OneLine row(controls_gap(ui));
  if (line.has_tabs) tabs(ui, line, row);
  if (!is_measured && line.has_tabs) return;
  if (line.has_readings && is_measured) readings(app, ui, model, row);
  if (line.has_axes && is_measured && !shows_ladder(app, model)) axes(ui, line, row);
  if (line.has_size && is_measured) size(app, ui, model, line.slider, row);
  row.next();
  timing_options(app, ui, model, line);
  if (!line.has_measure || !is_measured) return;
  row.next();
  timing_measure(app, ui);
}

}  // namespace warplens::ui
