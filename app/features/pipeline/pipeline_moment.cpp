#include "app/features/pipeline/pipeline_moment.h"

#include <algorithm>

#include "app/state/app_state.h"
#include "app/ui/view_cache.h"
#include "kernels/trace/warp_event.h"
#include "viz/scene/pipeline/pipeline_layout.h"

namespace warplens::ui {
namespace {

using pipeline::ChosenStep;
using pipeline::Pipeline;
using pipeline::PipelineChoice;
using pipeline::Step;
using session::PipelinePtr;

struct PipelineRunAgain final : ViewJob<MadeOf, PipelinePtr> {};

// The step of the cursor's event, found once for each place of it.
struct MeantStep {
  PipelinePtr pipeline;
  const trace::Trace* trace = nullptr;
  std::size_t event = 0;
  std::optional<Step> step;
};

std::uint32_t block_of_run(const Pipeline& pipeline) {
  const trace::Events& events = pipeline.run.trace->events;
  return events.empty() ? 0 : events.block(0);
}

std::optional<Step> step_of_event(const Pipeline& pipeline, const trace::Trace& trace,
                                  std::size_t event) {
  const std::uint32_t block = block_of_run(pipeline);
  if (event >= trace.events.size() || trace.events.block(event) != block) return std::nullopt;
  const trace::Trace& own = *pipeline.run.trace;
  const std::size_t row = trace::row_of_event(own, block, trace::event_of_warp(trace, event));
  if (row >= own.events.size()) return std::nullopt;
  return pipeline.order.of_event(row);
}

// Of the session's trace, which may have fewer events than the run: what a GPU executes.
std::optional<std::size_t> event_of_step(const Pipeline& pipeline, const trace::Trace& trace,
                                         Step step) {
  constexpr std::size_t kMostTries = 64;
  const trace::Trace& own = *pipeline.run.trace;
  const auto last = pipeline.order.event_until(step);
  if (!last) return std::nullopt;
  for (std::size_t i = 0; i <= std::min(*last, kMostTries); ++i) {
    const std::size_t row =
        trace::row_of_event(trace, block_of_run(pipeline), trace::event_of_warp(own, *last - i));
    if (row < trace.events.size()) return row;
  }
  return std::nullopt;
}

}  // namespace

PipelineSource pipeline_source(const AppState& app, Ui& ui, std::uint32_t block) {
  const session::LaunchResult& launch = *app.session.launch(ui.side);
  const machine::BarrierRecords::Place place{app.session.cursor(ui.side).launch, block};
  auto& job = ui.cache().works.of<PipelineRunAgain>().job;
  job.want({launch.trace, fmt::format("{} {}", place.launch, place.block)},
           session::pipeline_run(app.catalogue, app.session.result(ui.side), app.own_files, place));
  const auto* made = job.result();
  if (made == nullptr) return {};
  if (!made->has_value()) return {nullptr, &made->error()};
  return {**made, nullptr};
}

std::uint32_t pipeline_block(const AppState& app, session::Side side) {
  const trace::Trace& trace = *app.session.launch(side)->trace;
  const auto last = static_cast<std::uint32_t>(trace.launch.grid.count() - 1);
  const auto& chosen = app.session.chosen<PipelineChoice>().block;
  if (chosen) return std::min(*chosen, last);
  const analysis::ExplainedEvent* event = app.session.event(side);
  return event == nullptr ? 0 : event->view.block;
}

std::optional<Step> pipeline_step(const AppState& app, Ui& ui, const PipelinePtr& pipeline) {
  const std::size_t event = app.session.cursor(ui.side).event;
  const auto& at = app.session.chosen<PipelineChoice>().at;
  const bool is_at_cursor = at && (at->event == ChosenStep::kAnyEvent || at->event == event);
  if (is_at_cursor) return std::min(at->step, std::max(pipeline->steps(), 1u) - 1);
  MeantStep& meant = ui.cache().kept.of<MeantStep>();
  const trace::Trace* const trace = app.session.launch(ui.side)->trace.get();
  if (meant.pipeline != pipeline || meant.event != event || meant.trace != trace) {
    meant = {pipeline, trace, event, step_of_event(*pipeline, *trace, event)};
  }
  return meant.step;
}

Step steps_in_sight(const AppState& app, const Pipeline& pipeline) {
  const std::uint32_t chosen = app.session.chosen<PipelineChoice>().steps;
  const Step all = std::max(pipeline.steps(), 1u);
  return chosen == 0 ? scene::usual_steps(pipeline) : std::min(chosen, all);
}

void ask_pipeline(Ui& ui, const PipelineChoice& choice, bool continues) {
  ui.ask([choice, continues](AppState& app) { app.session.choose(choice, continues); });
}

void ask_step(Ui& ui, const AppState& app, const PipelinePtr& pipeline, Step step) {
  const trace::Trace& trace = *app.session.launch(ui.side)->trace;
  const std::size_t event =
      event_of_step(*pipeline, trace, step).value_or(app.session.cursor(ui.side).event);
  PipelineChoice choice = app.session.chosen<PipelineChoice>();
  choice.at = ChosenStep{event, step};
  // Of two kernels side by side the right one follows.
  const bool moves = ui.side == session::Side::left;
  ui.ask([choice, event, moves](AppState& state) {
    if (moves) state.session.seek(event);
    PipelineChoice next = choice;
    if (moves) next.at->event = state.session.cursor().event;
    state.session.choose(next, true);
  });
}

}  // namespace warplens::ui
