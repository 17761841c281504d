#include "app/features/pipeline/pipeline_controls.h"

#include "app/features/pipeline/pipeline_keys.h"
#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "app/ui/stepper.h"
#include "app/ui/widget_flow.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using pipeline::PipelineChoice;
using session::PipelinePtr;

float pipeline_button_width(std::string_view words) {
  return text_width(words) + 2 * ImGui::GetStyle().FramePadding.x;
}

void block_stepper(const AppState& app, Ui& ui, WidgetFlow& flow) {
  const std::uint32_t block = pipeline_block(app, ui.side);
  const std::uint64_t blocks = app.session.launch(ui.side)->trace->launch.grid.count();
  const int by = stepper(ui,
                         {"pipeline_view.block", ui.say(Str::pipeline_block, block), block > 0,
                          block + 1 < blocks, Str::pipeline_block_hint},
                         flow);
  if (by == 0) return;
  PipelineChoice choice = app.session.chosen<PipelineChoice>();
  choice.block = block + static_cast<std::uint32_t>(by);
  choice.at.reset();
  ask_pipeline(ui, choice);
}

void step_stepper(const AppState& app, Ui& ui, const PipelinePtr& pipeline,
                  std::optional<pipeline::Step> step, WidgetFlow& flow) {
  const int by = stepper(
      ui,
      {"pipeline_view.step", ui.say(Str::pipeline_step, step ? *step + 1 : 0, pipeline->steps()),
       true, true, Str::pipeline_step_hint},
      flow);
  if (by != 0) step_pipeline(ui, app, pipeline, by < 0);
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
  step_stepper(app, ui, pipeline, step, flow);
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
