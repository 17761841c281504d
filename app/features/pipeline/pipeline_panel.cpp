#include <algorithm>
#include <array>
#include <cmath>

#include "app/features/pipeline/pipeline.h"
#include "app/features/pipeline/pipeline_controls.h"
#include "app/features/pipeline/pipeline_keys.h"
#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "viz/scene/pipeline/pipeline_marks.h"
#include "viz/scene/pipeline/pipeline_view.h"

namespace warplens::ui {
namespace {

using pipeline::Pipeline;
using pipeline::Step;
using scene::PipelineLook;
using session::PipelinePtr;

// Rows that the wheel has scrolled, of each side of the stage.
struct PipelineScroll {
  std::array<std::uint32_t, 2> first_rows{};
};

void scroll_rows(std::uint32_t& first, const scene::PipelineLayout& layout) {
  first = layout.hidden_above;
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0 || ImGui::GetIO().KeyCtrl || !ImGui::IsItemHovered()) return;
  constexpr std::int64_t kRows = 2;
  const std::int64_t next = std::int64_t{first} - std::lround(wheel) * kRows;
  const std::int64_t most = std::int64_t{layout.hidden_above} + layout.hidden_below;
  first = static_cast<std::uint32_t>(std::clamp<std::int64_t>(next, 0, most));
}

void zoom_by_wheel(const AppState& app, Ui& ui, const PipelinePtr& pipeline) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0 || !ImGui::GetIO().KeyCtrl || !ImGui::IsItemHovered()) return;
  zoom_pipeline(ui, app, pipeline, wheel > 0);
}

void record_pipeline(Ui& ui, const Pipeline& pipeline, const PipelineLook& look) {
  ui.widget_log.shown("pipeline_view.stages", fmt::format("{}", pipeline.stages.all.size()));
  ui.widget_log.shown("pipeline_view.too_early", fmt::format("{}", pipeline.faults.size()));
  ui.widget_log.shown("pipeline_view.window",
                      fmt::format("{}-{}", look.window.begin + 1, look.window.end));
  if (!look.cursor) return;
  ui.widget_log.shown("pipeline_view.said", [&] {
    const scene::PipelineMark here{scene::PipelineMark::Kind::step, 0, 0, *look.cursor};
    return scene::pipeline_words(pipeline, look.mark.value_or(here), scene_style(ui).language);
  });
}

void pipeline_picture(const AppState& app, Ui& ui, const PipelinePtr& pipeline,
                      std::optional<Step> step) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos(), mouse = ImGui::GetMousePos() - origin;
  const scene::Style style = scene_style(ui);
  const scene::Size size{room.x, room.y};
  std::uint32_t& first = ui.state<PipelineScroll>().first_rows[static_cast<std::size_t>(ui.side)];
  PipelineLook look;
  look.window = scene::window_around(*pipeline, step.value_or(0), steps_in_sight(app, *pipeline));
  look.cursor = step;
  look.first_row = first;
  const bool is_pressed = ImGui::InvisibleButton("steps", room);
  mark(ui, "pipeline_view.steps");
  const auto layout = scene::pipeline_layout(*pipeline, look, size, style);
  scroll_rows(first, layout);
  zoom_by_wheel(app, ui, pipeline);
  if (ImGui::IsItemHovered()) {
    look.mark = scene::pipeline_at(*pipeline, layout, mouse.x, mouse.y);
    if (look.mark && is_pressed) {
      ask_step(ui, app, pipeline, look.mark->step);
      ImGui::SetClipboardText(scene::pipeline_words(*pipeline, *look.mark, style.language).c_str());
    }
  }
  tooltip(ui, look.mark ? scene::pipeline_words(*pipeline, *look.mark, style.language)
                        : std::string(ui.say(Str::pipeline_hint)));
  record_pipeline(ui, *pipeline, look);
  draw_or_tell(ui, "pipeline", scene::pipeline_view(*pipeline, look, size, style), origin);
}

// What is to be known of what is shown, a line each.
void pipeline_notes(Ui& ui, const Pipeline& pipeline) {
  const auto note = [&](Str words) {
    wrapped_label(ui, ui.say(words), {ui.theme->muted, ui.fonts.small});
  };
  if (pipeline.run.records->is_cut()) note(Str::pipeline_cut);
  if (pipeline.stages.are_left_out) note(Str::pipeline_many);
  if (ui.small_view) return;
  note(Str::pipeline_order);
  if (pipeline.stages.are_stored && !pipeline.stages.all.empty()) note(Str::pipeline_stored);
}

void shown_pipeline(const AppState& app, Ui& ui, const PipelinePtr& pipeline) {
  if (pipeline->is_empty()) return muted_note(ui, Str::pipeline_none);
  const std::optional<Step> step = pipeline_step(app, ui, pipeline);
  if (ui.hides_tools || ui.small_view) {
    side_label(ui,
               {fmt::format("{} · {}", ui.say(Str::pipeline_block, pipeline_block(app, ui.side)),
                            ui.say(Str::pipeline_step, step ? *step + 1 : 0, pipeline->steps())),
                ui.say(Str::pipeline_block, pipeline_block(app, ui.side))},
               "pipeline_view.step");
  } else {
    pipeline_controls(app, ui, pipeline, step);
  }
  pipeline_notes(ui, *pipeline);
  pipeline_picture(app, ui, pipeline, step);
}

void pipeline_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "pipeline_view", area, ui.say(Str::pipeline_view));
  if (app.session.launch(ui.side) == nullptr) return end_panel();
  if (hides_lanes(app)) {
    muted_note(ui, Str::hidden_until_answer);
    return end_panel();
  }
  const PipelineSource source = pipeline_source(app, ui, pipeline_block(app, ui.side));
  if (source.error != nullptr) {
    wrapped_label(ui, source.error->message.in(ui.language), {ui.theme->muted, ui.fonts.small});
  } else if (source.pipeline == nullptr) {
    muted_note(ui, Str::pipeline_running);
  } else {
    shown_pipeline(app, ui, source.pipeline);
  }
  end_panel();
}

}  // namespace
}  // namespace warplens::ui

namespace warplens::pipeline {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::pipeline_view, ui::Str::pipeline_view,
                                    ui::pipeline_panel};
  static const ui::FeatureKeys kKeys{ui::pipeline_keys(), ui::has_pipeline_keys,
                                     ui::KeyTurn::before_questions};
  return {.panels = {&kPanel, 1}, .keys = {&kKeys, 1}};
}

}  // namespace warplens::pipeline
