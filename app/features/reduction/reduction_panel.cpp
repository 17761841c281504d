#include <algorithm>
#include <cmath>

#include "app/features/reduction/reduction.h"
#include "app/features/reduction/value_flow.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"
#include "viz/scene/access/reduction_phrases.h"
#include "viz/scene/access/reduction_view.h"

namespace warplens::ui {
// Columns that the wheel has scrolled, of each side of the stage.
struct ReductionScroll {
  std::array<std::int64_t, 2> columns{};
};

namespace {

using analysis::ValueFlow;
using scene::MarkId;

std::int64_t scrolled_columns(Ui& ui, std::int64_t most) {
  std::int64_t& columns = ui.state<ReductionScroll>().columns[static_cast<std::size_t>(ui.side)];
  constexpr float kColumnsANotch = 32;  // a warp
  if (ImGui::IsItemHovered()) {
    columns -= std::lround(ImGui::GetIO().MouseWheel * kColumnsANotch);
  }
  columns = std::clamp<std::int64_t>(columns, 0, std::max<std::int64_t>(most, 0));
  return columns;
}

// "64 32 16 8": lanes at work, step by step; "8 8 4 0": divergent warps.
void record(Ui& ui, const ValueFlow& flow) {
  std::string lanes, divergent;
  for (const analysis::FlowStep& step : flow.steps) {
    lanes += fmt::format("{} ", step.lanes);
    divergent += fmt::format("{} ", step.divergent);
  }
  ui.widget_log.shown("reduction_view.of_block", [&] { return std::to_string(flow.block); });
  ui.widget_log.shown("reduction_view.lanes", lanes);
  ui.widget_log.shown("reduction_view.divergent", divergent);
}

void hover_value(Ui& ui, const trace::Trace& trace, const ValueFlow& flow, MarkId id) {
  const Language language = scene_style(ui).language;
  if (id.kind == MarkId::Kind::element) {
    tooltip(ui, scene::value_phrase(language, trace, flow, id.a));
  } else if (id.kind == MarkId::Kind::row) {
    tooltip(ui,
            fmt::format("{} · {} {} · {}", scene::step_name(language, flow, id.a),
                        ui.say(Str::warp), id.b, scene::lanes_phrase(language, flow.steps[id.a])));
  }
}

void tree(const AppState& app, Ui& ui, const trace::Trace& trace, const ValueFlow& flow) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  const scene::Size size{room.x, room.y};
  const bool hidden = app.hides_costs();
  ImGui::InvisibleButton("tree", room);
  mark(ui, "reduction_view.tree");
  const scene::ReductionMoment moment{
      app.session.cursor(ui.side).event, app.session.playback().shown_phase(),
      scrolled_columns(ui, scene::most_scrolled(flow, size, style))};
  const scene::DrawList list =
      scene::reduction_view(flow, moment, size, style,
                            hidden ? scene::ReductionMarks::plain : scene::ReductionMarks::all);
  if (!hidden) record(ui, flow);
  ui.widget_log.shown("reduction_view.values", [&] {
    return std::to_string(std::ranges::count(list.rectangles, MarkId::Kind::element,
                                             [](const auto& r) { return r.id.kind; }));
  });
  draw(ui, "reduction", list, origin);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  hover_value(ui, trace, flow, list.pick(mouse.x, mouse.y));
}

}  // namespace

void reduction_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "reduction_view", area, ui.say(Str::reduction_view));
  const ExplainedEvent* current = app.session.event(ui.side);
  const ValueFlow* flow = current == nullptr ? nullptr
                                             : value_flow(ui.cache(), *app.session.launch(ui.side),
                                                          current->view.block);
  if (flow != nullptr && flow->is_empty()) {
    muted_note(ui, Str::reduction_nothing);
  } else if (flow != nullptr) {
    side_label(ui, {scene::flow_phrase(scene_style(ui).language, *current->trace, *flow)},
               "reduction_view.block");
    if (flow->is_cut) {
      label(ui, ui.say(Str::reduction_cut, flow->values.size()), {ui.theme->muted, ui.fonts.small});
    }
    tree(app, ui, *current->trace, *flow);
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::reduction {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::reduction_view, ui::Str::reduction_view,
                                    ui::reduction_panel};
  return {.panels = {&kPanel, 1}};
}

}  // namespace warplens::reduction
