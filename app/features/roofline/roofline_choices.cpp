#include "app/features/roofline/roofline_choices.h"

#include <algorithm>
#include <functional>

#include "app/session/session.h"
#include "app/settings/timing_choice.h"
#include "app/state/app_state.h"
#include "app/ui/chosen_chip.h"
#include "app/ui/widgets.h"
#include "viz/analysis/limits/roofline.h"
#include "viz/analysis/limits/roofline_text.h"
#include "viz/scene/charts/chart_axis.h"

namespace warplens::ui {
namespace {

using analysis::RooflineMemory;

struct LineChoice {
  std::string name, words;
  bool is_shown = false;
  std::function<void(AppState&)> take;
};

// Whether they fit behind what stands in the line.
bool have_room(const std::vector<LineChoice>& choices) {
  float wanted = 0;
  for (const LineChoice& choice : choices) {
    wanted += text_width(choice.words) + ImGui::GetStyle().ItemSpacing.x;
  }
  const float right = ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x;
  return ImGui::GetItemRectMax().x + wanted <= right;
}

// In a small view the one that is shown, in place of all.
void choice_buttons(Ui& ui, std::vector<LineChoice> choices, Str hint) {
  if (!have_room(choices)) std::erase_if(choices, std::not_fn(&LineChoice::is_shown));
  if (!have_room(choices)) return;
  for (LineChoice& choice : choices) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const Color color = choice.is_shown ? ui.theme->accent : ui.theme->muted;
    if (text_button(ui, choice.name.c_str(), choice.words, color)) ui.ask(std::move(choice.take));
    tooltip(ui, ui.say(hint));
  }
}

void size_buttons(const AppState& app, Ui& ui, const std::vector<std::int64_t>& sides) {
  const std::int64_t shown = shown_side(app, sides);
  std::vector<LineChoice> choices;
  for (const std::int64_t side : sides) {
    choices.push_back({fmt::format("roofline.side.{}", side),
                       ui.say(Str::roofline_side, scene::grouped_digits(side)), side == shown,
                       [side](AppState& a) {
                         session::TimingChoice timing = a.session.chosen<session::TimingChoice>();
                         timing.side = side;
                         a.session.choose(std::move(timing));
                       }});
  }
  choice_buttons(ui, std::move(choices), Str::roofline_side_hint);
}

void memory_buttons(const AppState& app, Ui& ui) {
  const RooflineMemory shown = app.session.chosen<RooflineMemory>();
  std::vector<LineChoice> choices;
  for (const RooflineMemory memory : {RooflineMemory::dram, RooflineMemory::shared}) {
    choices.push_back({fmt::format("roofline.memory.{}", id_of(memory)),
                       std::string(analysis::name_of(memory).in(ui.language)), memory == shown,
                       [memory](AppState& a) { a.session.choose(memory); }});
  }
  choice_buttons(ui, std::move(choices), Str::roofline_memory_hint);
}

}  // namespace

std::int64_t shown_side(const AppState& app, const std::vector<std::int64_t>& sides) {
  const std::int64_t wanted = app.session.chosen<session::TimingChoice>().side;
  std::int64_t side = wanted == 0 ? sides.back() : sides.front();
  for (const std::int64_t each : sides) {
    if (each <= wanted) side = each;
  }
  return side;
}

void line_of_choices(const AppState& app, Ui& ui, const analysis::Chip& chip,
                     const std::vector<std::int64_t>& sides) {
  push_font(ui.fonts.small);
  if (button(ui, "roofline.chip", chip.name)) ++ui.state<ChosenChip>().index;
  tooltip(ui, ui.say(Str::limits_chip_hint));
  memory_buttons(app, ui);
  size_buttons(app, ui, sides);
  ImGui::PopFont();
}

}  // namespace warplens::ui
