#include "app/session/count_run.h"

#include "app/session/count_chains.h"
#include "kernels/cost/l1_wavefronts.h"
#include "kernels/run/find_assets.h"
#include "kernels/run/run_plan.h"

namespace warplens::session {
namespace {

// Whole blocks of several warps, and a neighbour: enough to see which accesses stand alone.
constexpr std::uint64_t kKeptBlocks = 2;

run::Options counting(run::Options options) {
  options.keep_buffers = false;
  options.machine.recording = machine::Recording::events;
  options.machine.cost = analysis::add_cost_in_l1;
  options.machine.first_block = 0;
  options.machine.block_count = kKeptBlocks;
  options.machine.detect_races = false;
  options.machine.counts_launch = true;
  return options;
}

Result<std::vector<analysis::LaunchDemand>> demands_of(const trace::Run& result,
                                                       std::string_view kernel) {
  if (run::was_stopped(result)) {
    return fail(tr("{} was stopped before its end: choose a smaller size", kernel));
  }
  std::vector<analysis::LaunchDemand> demands;
  for (const auto& trace : result.traces) {
    if (auto demand = analysis::launch_demand(*trace)) demands.push_back(std::move(*demand));
  }
  return demands;
}

}  // namespace

Result<std::vector<analysis::LaunchDemand>> count_run(const run::Catalogue& catalogue,
                                                      std::string_view kernel,
                                                      const catalog::Parameters& parameters,
                                                      run::Options options) {
  const auto again = [&](const run::Options& how) -> Result<trace::Run> {
    TRY(auto planned, run::plan_variant(catalogue, kernel, parameters));
    planned.plan.reference = nullptr;
    return run::run_plan(planned.plan, {std::string(kernel), planned.module}, how);
  };
  TRY(const auto result, again(counting(options)));
  TRY(auto demands, demands_of(result, kernel));
  TRY(const auto latencies, latency::read_latencies(catalogue.assets() / "latencies.json"));
  count_chains(again, latencies, options, demands);
  return demands;
}

Result<std::vector<analysis::LaunchDemand>> count_own(run::OwnKernel kernel, run::Options options) {
  kernel.expectations.clear();
  kernel.references.clear();
  TRY(const auto result, run::run_own(kernel, counting(options)));
  TRY(auto demands, demands_of(result, result.traces.front()->kernel));
  TRY(const auto assets, run::find_assets());
  TRY(const auto latencies, latency::read_latencies(assets / "latencies.json"));
  count_chains(run_own_again(std::move(kernel)), latencies, options, demands);
  return demands;
}

}  // namespace warplens::session
