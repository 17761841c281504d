#include "app/features/limits/own_executed.h"

#include <algorithm>

#include "kernels/run/toolkit/toolkit.h"

namespace warplens::limits {
namespace {

// One a launch; empty where one's is not known.
std::vector<run::EntryReport> reports_of(const Demands& launches, const OwnExecuted& executed) {
  std::vector<run::EntryReport> all;
  for (const analysis::LaunchDemand& launch : launches) {
    const auto found = std::ranges::find(executed.reports, launch.entry, &run::EntryReport::entry);
    if (found == executed.reports.end()) return {};
    all.push_back(*found);
  }
  return all;
}

}  // namespace

OwnExecuted own_executed(const run::PtxToExecute& ptx, std::uint32_t capability,
                         const std::stop_token& stop, const run::ProcessLimits& limits) {
  OwnExecuted executed;
  if (const auto ptxas = run::find_single_tool("ptxas"); ptxas.has_value()) {
    auto reports = run::ptxas_report(*ptxas, *ptx.text, capability, stop, limits);
    if (reports.has_value()) executed.reports = std::move(*reports);
  }
  auto code = run::listed_code(run::code_sources(limits), ptx, capability, stop);
  if (code.has_value()) executed.listing = std::move(code->listing);
  return executed;
}

LimitsReport own_report(Demands launches, const OwnExecuted& executed, const analysis::Chip& chip,
                        analysis::Caches caches) {
  LimitsReport report;
  report.chip = chip;
  report.caches = caches;
  const auto reports = reports_of(launches, executed);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const run::EntryReport& one = reports[i];
    launches[i] = analysis::with_resources(launches[i], {one.registers, one.shared_bytes}, chip);
    report.frames.push_back({one.stack_frame_bytes, one.spill_store_bytes + one.spill_load_bytes});
  }
  report.launches = with_listing(std::move(launches), executed.listing);
  report.limits = analysis::limits(report.launches, chip, caches);
  report.waves = waves_of(report.launches, chip);
  return report;
}

}  // namespace warplens::limits
