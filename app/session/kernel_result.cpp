#include "app/session/kernel_result.h"

#include "app/session/open_capture.h"

namespace warplens::session {
namespace {

// A window's views show single events, so a few blocks are enough; totals cover all of them.
constexpr std::uint64_t kEventBytes = std::uint64_t{64} << 20;

}  // namespace

std::string_view KernelResult::source(std::string_view file) const {
  for (const auto& [name, text] : sources) {
    if (name == file) return text;
  }
  return {};
}

LaunchResult analyse(std::shared_ptr<const trace::Trace> trace) {
  LaunchResult result;
  result.costs = analysis::event_costs(*trace);
  for (std::uint32_t row = 0; row < result.costs.size(); ++row) {
    if (result.costs[row].conflicts > 0) result.conflicts.push_back(row);
  }
  result.totals = analysis::kernel_totals(*trace);
  result.occurrences = Occurrences(*trace);
  result.trace = std::move(trace);
  return result;
}

KernelResult analyse(const Selection& selection, run::RunResult run) {
  KernelResult result;
  result.selection = selection;
  result.verdict = run.verdict;
  result.mismatch = std::move(run.mismatch);
  result.sources = std::move(run.sources);
  result.ptx = std::move(run.ptx);
  for (auto& trace : run.traces) {
    const bool in_turns = selection.order == trace::Order::turns;
    result.launches.push_back(
        analyse(in_turns ? std::make_shared<const trace::Trace>(trace::in_turns(*trace))
                         : std::move(trace)));
  }
  return result;
}

Result<KernelResultPtr> compute(const run::Catalogue& catalogue, const Selection& selection,
                                std::stop_token stop, machine::Progress* progress) {
  if (!selection.capture.empty()) return open_capture(selection, stop);
  run::Options options;
  options.keep_buffers = false;
  options.machine.cost = analysis::add_cost;
  options.machine.event_bytes = kEventBytes;
  options.machine.stop = std::move(stop);
  options.machine.progress = progress;
  auto run = run::run_variant(catalogue, selection.kernel, selection.parameters, options);
  if (!run.has_value()) return fail(run.error());
  if (run->traces.empty()) return fail("{} launches no kernel", selection.kernel);

  return std::make_shared<const KernelResult>(analyse(selection, std::move(*run)));
}

}  // namespace warplens::session
