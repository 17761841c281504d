#include "app/features/timing_chart/timing_ladder.h"

#include <algorithm>

#include "app/session/edits.h"
#include "app/settings/timing_choice.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "viz/scene/charts/chart_phrases.h"
#include "viz/scene/charts/ladder_chart.h"

namespace warplens::ui {
namespace {

using analysis::Ladder;

scene::LadderLook look_of(const AppState& app, const TimingModel& model) {
  scene::LadderLook look;
  look.figure = shown_figure(model, app.session.chosen<session::TimingChoice>());
  look.ceiling = model.chart.ceiling;
  for (const session::Side side : model.on_stage) {
    look.on_stage.push_back(app.session.variant(side)->name);
  }
  return look;
}

// A button over each rung's row. A press brings its kernel onto the stage.
std::optional<std::size_t> pointed_rung(Ui& ui, const Ladder& ladder, const scene::DrawList& list,
                                        ImVec2 origin) {
  std::optional<std::size_t> pointed;
  for (const scene::Rectangle& row : list.rectangles) {
    if (row.id.kind != scene::MarkId::Kind::bar) continue;
    const std::string& variant = ladder.rungs[row.id.a].variant;
    ImGui::SetCursorScreenPos(origin + ImVec2{row.x, row.y});
    if (ImGui::InvisibleButton(variant.c_str(), {row.width, row.height})) {
      ui.ask([kernel = ladder.family + "/" + variant, side = ui.side](AppState& app) {
        select_kernel(app.session, kernel, side);
      });
    }
    mark(ui, "timing_view.rung." + variant);
    if (ImGui::IsItemHovered()) pointed = row.id.a;
  }
  return pointed;
}

// What is said about: the rung that is pointed at, that on the stage, or the highest.
std::size_t told_rung(const Ladder& ladder, const scene::LadderLook& look) {
  if (look.pointed_at) return *look.pointed_at;
  const auto on_stage =
      std::ranges::find_first_of(ladder.rungs, look.on_stage, {}, &analysis::LadderRung::variant);
  const auto index = static_cast<std::size_t>(on_stage - ladder.rungs.begin());
  return std::min(index, ladder.rungs.size() - 1);
}

std::string told_phrase(const Ui& ui, const TimingModel& model, std::size_t rung) {
  const Ladder& ladder = model.ladder;
  const std::string gained = scene::gain_phrase(ladder, rung, scene_style(ui).language);
  const std::string expected = ui.say(ladder.rungs[rung].expected);
  const std::string words =
      gained.empty()
          ? ui.say(Str::ladder_rung, ladder.rungs[rung].variant, expected)
          : ui.say(Str::ladder_rung_gained, ladder.rungs[rung].variant, expected, gained);
  return model.is_ladder_live ? ui.say(Str::ladder_live, words) : words;
}

// What tests read: each rung's value and gain.
void record_rungs(Ui& ui, const TimingModel& model, const scene::LadderLook& look) {
  for (std::size_t i = 0; i < model.ladder.rungs.size(); ++i) {
    const analysis::LadderRung& rung = model.ladder.rungs[i];
    const auto gain = analysis::measured_gain(model.ladder, i);
    ui.widget_log.shown({"timing_view.rung_gain.", rung.variant},
                        [&] { return gain ? scene::ratio_phrase(*gain) : std::string(); });
    const auto value = rung.timed == nullptr ? std::nullopt : value_of(*rung.timed, look.figure);
    if (!value) continue;
    ui.widget_log.shown({"timing_view.rung_value.", rung.variant},
                        [&] { return scene::figure_phrase(*value, look.figure); });
  }
}

}  // namespace

bool has_ladder(const TimingModel& model) { return !model.ladder.rungs.empty(); }

bool shows_ladder(const AppState& app, const TimingModel& model) {
  return app.session.chosen<session::TimingChoice>().tab == session::TimingTab::ladder &&
         has_ladder(model);
}

void timing_ladder(const AppState& app, Ui& ui, const TimingModel& model) {
  const Ladder& ladder = model.ladder;
  const scene::Style style = scene_style(ui);
  constexpr float kTold = 2.6f, kLowestWithTold = 10;  // in text sizes
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const float unit = ui.fonts.small->FontSize;
  const bool has_told = room.y > unit * kLowestWithTold;
  const float told = has_told ? unit * kTold : 0;

  ImGui::BeginChild("timing_ladder", {room.x, room.y - told}, false, ImGuiWindowFlags_NoBackground);
  scene::LadderLook look = look_of(app, model);
  const ImVec2 seen = ImGui::GetContentRegionAvail();
  const scene::Size size{seen.x, std::max(seen.y, scene::ladder_height(ladder, style))};
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::DrawList unpointed = scene::ladder_chart(ladder, look, size, style);
  look.pointed_at = pointed_rung(ui, ladder, unpointed, origin);
  draw_or_tell(ui, "timing_ladder", scene::ladder_chart(ladder, look, size, style), origin);
  ImGui::EndChild();
  record_rungs(ui, model, look);

  const std::size_t rung = told_rung(ladder, look);
  const std::string words = told_phrase(ui, model, rung);
  ui.widget_log.shown("timing_view.rung_told", words);
  if (look.pointed_at && !has_told) tooltip(ui, words);
  if (has_told) wrapped_label(ui, words, {ui.theme->text, ui.fonts.small});
}

}  // namespace warplens::ui
