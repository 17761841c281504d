#include "app/features/pipeline/pipeline_controls.h"

#include <functional>

#include "app/features/pipeline/pipeline_keys.h"
#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "app/ui/widget_flow.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using pipeline::PipelineChoice;
using session::PipelinePtr;

float pipeline_button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

struct PipelineStepper {
  const char* name;
  std::string words;
  bool can_go_back = true, can_go_on = true;
  Str hint;
  std::function<void(bool goes_back)> step;
};

// "‹ block 2 ›"
void pipeline_stepper(Ui& ui, const PipelineStepper& what, WidgetFlow& flow) {
  const float side = ImGui::GetFrameHeight(), gap = 3 * ui.scale;
  flow.next(2 * side + 2 * gap + text_width(what.words, ui.fonts.small));
  const auto arrow = [&](const char* sign, const char* suffix, bool can, bool goes_back) {
    ImGui::BeginDisabled(!can);
    if (button(ui, fmt::format("pipeline_view.{}.{}", what.name, suffix).c_str(), sign,
               ButtonLook::soft, {side, 0})) {
      what.step(goes_back);
    }
    ImGui::EndDisabled();
    tooltip(ui, ui.say(what.hint));
  };
  arrow("‹", "before", what.can_go_back, true);
  ImGui::SameLine(0, gap);
  label(ui, what.words, {ui.theme->muted, ui.fonts.small});
  ImGui::SameLine(0, gap);
  arrow("›", "behind", what.can_go_on, false);
  ui.widget_log.shown(fmt::format("pipeline_view.{}", what.name), what.words);
}

void block_stepper(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const std::uint32_t block = pipeline_block(app, ui.side);
  const std::uint64_t blocks = app.session.launch(ui.side)->trace->launch.grid.count();
  pipeline_stepper(ui,
                   {"block", ui.say(Str::pipeline_block, block), block > 0, block + 1 < blocks,
                    Str::pipeline_block_hint,
                    [&](bool goes_back) {
                      PipelineChoice choice = app.session.chosen<PipelineChoice>();
                      choice.block = goes_back ? block - 1 : block + 1;
                      choice.at.reset();
                      ask_pipeline(ui, choice);
                    }},
                   flow);
}

template <class Act>
void pipeline_button(Ui& ui, const char* name, const std::string& words, Str hint, ButtonLook look,
                     WidgetFlow& flow, Act act) {
  flow.next(pipeline_button_width(words));
  if (button(ui, name, words, look)) act();
  tooltip(ui, ui.say(hint));
}

}  // namespace

void pipeline_controls(const AppState& app, Ui& ui, const PipelinePtr& pipeline,
                       std::optional<pipeline::Step> step) {
  push_font(ui.fonts.small);
  WidgetFlow flow(ui, ImGui::GetFrameHeight());
  block_stepper(app, ui, flow);
  pipeline_stepper(ui,
                   {"step", ui.say(Str::pipeline_step, step ? *step + 1 : 0, pipeline->steps()),
                    true, true, Str::pipeline_step_hint,
                    [&](bool goes_back) { step_pipeline(ui, app, pipeline, goes_back); }},
                   flow);
  const bool shows_all = app.session.chosen<PipelineChoice>().steps == PipelineChoice::kAll;
  pipeline_button(ui, "pipeline_view.closer", std::string(ui.say(Str::pipeline_closer)),
                  Str::pipeline_closer_hint, ButtonLook::soft, flow,
                  [&] { zoom_pipeline(ui, app, pipeline, true); });
  pipeline_button(ui, "pipeline_view.whole", std::string(ui.say(Str::pipeline_whole)),
                  Str::pipeline_whole_hint, shows_all ? ButtonLook::primary : ButtonLook::soft,
                  flow, [&] { show_all_steps(ui, app); });
  if (!pipeline->faults.empty()) {
    pipeline_button(
        ui, "pipeline_view.faults", ui.say(Str::pipeline_faults, pipeline->faults.size()),
        Str::pipeline_faults_hint, ButtonLook::soft, flow, [&] { step_fault(ui, app, pipeline); });
  }
  flow.end();
  ImGui::PopFont();
}

}  // namespace warplens::ui
