#include "app/features/fragments/fragment_moment.h"

#include <algorithm>

#include "app/session/matrix_run.h"
#include "app/state/app_state.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {
namespace {

using fragments::ChosenExecution;
using fragments::FragmentChoice;
using fragments::MatrixRun;

struct RunAgain final : ViewJob<MadeOf, MatrixRun> {};

// The record that the cursor means, found once for each place of it.
struct MeantRecord {
  std::shared_ptr<const machine::MatrixRecords> records;
  std::size_t event = 0;
  std::optional<std::size_t> record;
};

std::optional<std::size_t> meant_record(Ui& ui, const MatrixRun& run, const trace::Trace& trace,
                                        std::size_t event) {
  MeantRecord& meant = ui.cache().kept.of<MeantRecord>();
  if (meant.records == run.records && meant.event == event) return meant.record;
  meant = {run.records, event, fragments::record_at(run, fragments::event_of_warp(trace, event))};
  return meant.record;
}

FragmentMoment moment_of(const MatrixRun& run, const ChosenExecution& at) {
  FragmentMoment moment{&run, at.block, at.warp};
  const auto found = std::ranges::find(run.instructions, at.ptx_line,
                                       [](const auto& each) { return each.instruction->ptx_line; });
  if (found != run.instructions.end()) {
    moment.instruction = static_cast<std::size_t>(found - run.instructions.begin());
  }
  if (run.records == nullptr) return moment;
  moment.executions = fragments::executions(run, moment.warp, moment.instruction);
  if (moment.executions.empty()) return moment;
  moment.execution = std::min<std::size_t>(at.execution, moment.executions.size() - 1);
  return moment;
}

}  // namespace

FragmentSource fragment_source(const AppState& app, Ui& ui, std::uint32_t block) {
  const session::KernelResultPtr& result = app.session.result(ui.side);
  const session::LaunchResult& launch = *app.session.launch(ui.side);
  const machine::MatrixRecords::Place place{app.session.cursor(ui.side).launch, block};
  auto& job = ui.cache().works.of<RunAgain>().job;
  job.want({launch.trace, fmt::format("{} {}", place.launch, place.block)},
           session::matrix_run(app.catalogue, result, app.own_files, place));
  const auto* made = job.result();
  if (made == nullptr) return {};
  if (!made->has_value()) return {nullptr, &made->error()};
  return {&**made, nullptr};
}

ChosenExecution FragmentMoment::chosen() const {
  return {at().instruction->ptx_line, block, warp, static_cast<std::uint32_t>(execution)};
}

std::uint32_t fragment_block(const AppState& app, session::Side side) {
  const auto& at = app.session.chosen<FragmentChoice>().at;
  const trace::Trace& trace = *app.session.launch(side)->trace;
  const auto last = static_cast<std::uint32_t>(trace.launch.grid.count() - 1);
  if (at) return std::min(at->block, last);
  const analysis::ExplainedEvent* event = app.session.event(side);
  return event == nullptr ? 0 : event->view.block;
}

FragmentMoment fragment_moment(const AppState& app, Ui& ui, const MatrixRun& run) {
  const auto& at = app.session.chosen<FragmentChoice>().at;
  if (at) {
    ChosenExecution chosen = *at;
    chosen.block = fragment_block(app, ui.side);
    return moment_of(run, chosen);
  }
  const trace::Trace& trace = *app.session.launch(ui.side)->trace;
  const std::size_t event = app.session.cursor(ui.side).event;
  ChosenExecution meant;
  meant.ptx_line = run.instructions.front().instruction->ptx_line;
  meant.block = fragment_block(app, ui.side);
  if (event >= trace.events.size()) return moment_of(run, meant);
  meant.warp = trace.events.warp(event);
  const auto record = run.records == nullptr ? std::nullopt : meant_record(ui, run, trace, event);
  if (!record) return moment_of(run, meant);
  const machine::MatrixRecord& one = run.records->all()[*record];
  meant.ptx_line = one.instruction->ptx_line;
  FragmentMoment moment = moment_of(run, meant);
  const auto found = std::ranges::find(moment.executions, *record);
  moment.execution = static_cast<std::size_t>(found - moment.executions.begin());
  return moment;
}

void ask_fragments(Ui& ui, FragmentChoice choice, bool continues) {
  ui.ask([choice = std::move(choice), continues](AppState& app) {
    app.session.choose(choice, continues);
  });
}

}  // namespace warplens::ui
