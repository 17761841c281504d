#include <algorithm>

#include "app/features/gemm/gemm.h"
#include "app/features/gemm/gemm_flow.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"
#include "viz/scene/access/gemm_phrases.h"
#include "viz/scene/access/gemm_view.h"

namespace warplens::ui {
// Of each side of the stage.
struct GemmState {
  bool is_whole = false;  // all of C
  std::array<std::optional<analysis::MatrixElement>, 2> picked{};
  std::array<std::string, 2> of{};  // the kernel that it was picked of
};

namespace {

using analysis::GemmFlow;
using analysis::GemmShape;
using analysis::MatrixElement;

// What the panel shows of the side's launch.
struct ShownGemm {
  const GemmFlow& flow;
  const GemmShape& shape;
  const trace::Trace& trace;
  std::size_t event = 0;
};

std::optional<MatrixElement>& picked(const AppState& app, Ui& ui) {
  GemmState& state = ui.state<GemmState>();
  const auto side = static_cast<std::size_t>(ui.side);
  const std::string& kernel = app.session.selection(ui.side).kernel;
  if (std::exchange(state.of[side], kernel) != kernel) state.picked[side].reset();
  return state.picked[side];
}

void part_choice(Ui& ui, const char* name, Str words, Str hint, bool is_whole) {
  bool& now = ui.state<GemmState>().is_whole;
  const Color color = now == is_whole ? ui.theme->accent : ui.theme->muted;
  if (text_button(ui, name, ui.say(words), color)) now = is_whole;
  tooltip(ui, ui.say(hint));
  ImGui::SameLine(0, ui.fonts.small->FontSize);
}

// Where one block computes all of C there is nothing to choose.
void line_of_parts(Ui& ui, const GemmFlow& flow) {
  const bool is_all = flow.rows == flow.shape.m && flow.columns == flow.shape.n;
  if (is_all || ui.hides_tools) return;
  push_font(ui.fonts.small);
  part_choice(ui, "gemm_view.tile", Str::gemm_tile, Str::gemm_tile_hint, false);
  part_choice(ui, "gemm_view.whole", Str::gemm_whole, Str::gemm_whole_hint, true);
  ImGui::NewLine();
  ImGui::PopFont();
}

void record(Ui& ui, const ShownGemm& shown, const analysis::GemmMoment& moment,
            const analysis::GemmCounts& counts) {
  ui.widget_log.shown("gemm_view.reuse", [&] { return std::to_string(moment.reuse()); });
  ui.widget_log.shown("gemm_view.fed",
                      [&] { return std::to_string(std::ranges::count(moment.is_fed, true)); });
  ui.widget_log.shown("gemm_view.terms", [&] {
    return moment.terms.empty() ? "" : std::to_string(moment.terms.front());
  });
  ui.widget_log.shown("gemm_view.shared_values",
                      [&] { return std::to_string(counts.for_a_thousand(counts.shared.values)); });
  ui.widget_log.shown("gemm_view.of_block", [&] { return std::to_string(shown.flow.block); });
}

void tile_of_c(const AppState& app, Ui& ui, const ShownGemm& shown) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  const scene::Size size{room.x, room.y};
  const bool hidden = app.hides_costs();
  const auto& moment = ui.cache().kept.of<KeptMoment>().get(shown.flow, shown.event);
  const auto counts = analysis::gemm_counts(shown.trace, shown.shape);
  scene::GemmLook look{ui.state<GemmState>().is_whole, picked(app, ui)};
  const auto layout = scene::gemm_layout(shown.flow, shown.event, look, size, style);
  ui.widget_log.shown("gemm_view.rows", [&] { return std::to_string(layout.window.rows); });
  const bool is_pressed = ImGui::InvisibleButton("cells", room);
  mark(ui, "gemm_view.cells");
  std::optional<MatrixElement> hovered;
  if (ImGui::IsItemHovered()) {
    const ImVec2 mouse = ImGui::GetMousePos() - origin;
    hovered = scene::gemm_cell_at(layout, mouse.x, mouse.y);
  }
  if (is_pressed) {
    std::optional<MatrixElement>& kept = picked(app, ui);
    kept = kept == hovered ? std::nullopt : hovered;
    look.picked = kept;
  }
  if (look.picked) {
    ui.widget_log.shown("gemm_view.picked", [&] {
      return fmt::format("{},{}", look.picked->row, look.picked->column);
    });
  }
  if (hovered) {
    look.picked = hovered;
    const std::string words =
        scene::cell_phrase(style.language, shown.flow, moment, *hovered, !hidden);
    ui.widget_log.shown("gemm_view.hover", words);
    tooltip(ui, words);
  }
  if (!hidden) record(ui, shown, moment, counts);
  const scene::GemmScene scene{
      shown.flow, moment, counts, shown.event, app.session.playback().shown_phase(), look};
  draw(ui, "gemm",
       scene::gemm_view(scene, size, style,
                        hidden ? scene::GemmMarks::plain : scene::GemmMarks::all),
       origin);
}

}  // namespace

void gemm_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "gemm_view", area, ui.say(Str::gemm_view));
  const session::KernelResultPtr& result = app.session.result(ui.side);
  const session::LaunchResult* launch = app.session.launch(ui.side);
  const ExplainedEvent* current = app.session.event(ui.side);
  if (result == nullptr || launch == nullptr || current == nullptr) return end_panel();
  const auto shape = session::gemm_of(*result, *launch);
  if (!shape) {
    muted_note(ui, Str::gemm_none);
    return end_panel();
  }
  const GemmFlow* flow = gemm_flow(ui.cache(), *launch, *result->gemm, *shape, current->view.block);
  if (flow != nullptr && flow->cells.empty()) muted_note(ui, Str::gemm_no_cell);
  if (flow != nullptr && !flow->cells.empty()) {
    side_label(ui, {scene::product_phrase(scene_style(ui).language, *flow)}, "gemm_view.block");
    if (flow->is_cut) {
      label(ui, ui.say(Str::gemm_cut, analysis::kMostTouches), {ui.theme->muted, ui.fonts.small});
    }
    if (flow->is_shared) muted_note(ui, Str::gemm_shared);
    line_of_parts(ui, *flow);
    tile_of_c(app, ui, {*flow, *shape, *launch->trace, app.session.cursor(ui.side).event});
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::gemm {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::gemm_view, ui::Str::gemm_view,
                                    ui::gemm_panel};
  return {.panels = {&kPanel, 1}};
}

}  // namespace warplens::gemm
