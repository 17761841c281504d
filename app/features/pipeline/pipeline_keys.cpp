#include "app/features/pipeline/pipeline_keys.h"

#include <algorithm>
#include <array>

#include "app/state/app_state.h"
#include "app/ui/asking.h"

namespace warplens::ui {
namespace {

using pipeline::PipelineChoice;
using pipeline::Step;
using session::PipelinePtr;

// What stands there, if it is there.
PipelinePtr pipeline_now(Ui& ui, const AppState& app) {
  if (app.session.launch(ui.side) == nullptr) return nullptr;
  return pipeline_source(app, ui, pipeline_block(app, ui.side)).pipeline;
}

void step_by_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (const PipelinePtr pipeline = pipeline_now(ui, app)) {
    step_pipeline(ui, app, pipeline, press.key == Key::comma);
  }
}

void zoom_by_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (const PipelinePtr pipeline = pipeline_now(ui, app)) {
    zoom_pipeline(ui, app, pipeline, press.key == Key::equal);
  }
}

void all_by_key(Ui& ui, const AppState& app, const KeyPress& /*press*/) { show_all_steps(ui, app); }

void fault_by_key(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  if (const PipelinePtr pipeline = pipeline_now(ui, app)) {
    step_fault(ui, app, pipeline);
  }
}

constexpr std::array kPipelineKeys{
    KeyRow{{Key::comma, Key::period},
           kShift,
           step_by_key,
           "Shift + ,  Shift + .",
           Str::keys_pipeline_step},
    KeyRow{{Key::minus, Key::equal}, kShift, zoom_by_key, "Shift + -  +", Str::keys_pipeline_zoom},
    KeyRow{Key::a, kShift, all_by_key, "Shift + A", Str::keys_pipeline_whole},
    KeyRow{Key::v, kShift, fault_by_key, "Shift + V", Str::keys_pipeline_fault},
};

}  // namespace

std::span<const KeyRow> pipeline_keys() { return kPipelineKeys; }

bool has_pipeline_keys(const AppState& app) {
  return !app.views.empty() && app.views.front() == session::StageView::pipeline_view &&
         !hides_lanes(app);
}

void step_pipeline(Ui& ui, const AppState& app, const PipelinePtr& pipeline, bool goes_back) {
  const Step now = pipeline_step(app, ui, pipeline).value_or(0);
  const auto next = pipeline::next_happening(*pipeline, now, goes_back);
  if (next) ask_step(ui, app, pipeline, *next);
}

void step_fault(Ui& ui, const AppState& app, const PipelinePtr& pipeline) {
  const auto& faults = pipeline->faults;
  if (faults.empty()) return;
  const Step now = pipeline_step(app, ui, pipeline).value_or(0);
  const auto next = std::ranges::upper_bound(faults, now, {}, &pipeline::Fault::at);
  ask_step(ui, app, pipeline, next == faults.end() ? faults.front().at : next->at);
}

void zoom_pipeline(Ui& ui, const AppState& app, const PipelinePtr& pipeline, bool goes_closer) {
  constexpr Step kLeast = 8;
  const Step now = steps_in_sight(app, *pipeline), all = std::max(pipeline->steps(), 1u);
  PipelineChoice choice = app.session.chosen<PipelineChoice>();
  const Step next = goes_closer ? now - now / 3 : now + now / 2 + 1;
  choice.steps = next >= all ? PipelineChoice::kAll : std::max(next, std::min(kLeast, all));
  ask_pipeline(ui, choice, true);
}

void show_all_steps(Ui& ui, const AppState& app) {
  PipelineChoice choice = app.session.chosen<PipelineChoice>();
  choice.steps = choice.steps == PipelineChoice::kAll ? 0 : PipelineChoice::kAll;
  ask_pipeline(ui, choice);
}

}  // namespace warplens::ui
