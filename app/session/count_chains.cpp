#include "app/session/count_chains.h"

#include <algorithm>

#include "app/session/latency_run.h"
#include "viz/latency/chain.h"
#include "viz/latency/dram_lines.h"

namespace warplens::session {
namespace {

// Warp instructions: the first block comes first, and what is left out of its end makes a chain
// shorter.
constexpr std::uint64_t kFirstBlock = 12'000'000;

bool are_short(const std::vector<analysis::LaunchDemand>& demands) {
  std::uint64_t instructions = 0;
  for (const analysis::LaunchDemand& demand : demands) instructions += demand.issued;
  return instructions < kFirstBlock;
}

analysis::ChainCycles chain_in(const latency::BlockRun& run, const latency::Latencies& latencies,
                               const analysis::LaunchDemand& demand) {
  using latency::Reading;
  const latency::Chain first = latency::chain_of(run, latencies);
  analysis::ChainCycles cycles{
      latencies.capability(), first.cycles,
      latency::chain_of(run, latencies, Reading::least, latency::Turn::next).cycles};
  const auto lines = latency::chain_lines(run, first);
  if (!lines) return cycles;
  cycles.dram_lines = latency::lines_from_dram(*lines, demand.fetched_bytes, demand.blocks);
  if (cycles.dram_lines > 0) cycles.lines_at_once = static_cast<double>(lines->most_at_once);
  return cycles;
}

}  // namespace

void count_chains(const RunAgain& again, const std::vector<latency::Latencies>& latencies,
                  const run::Options& options, std::vector<analysis::LaunchDemand>& demands) {
  const std::size_t launches = demands.size() > 1 && are_short(demands) ? demands.size() : 1;
  for (std::size_t launch = 0; launch < std::min(launches, demands.size()); ++launch) {
    run::Options recording = options;
    recording.keep_buffers = false;
    recording.machine.detect_races = false;
    if (launch == 0) recording.machine.instruction_budget = kFirstBlock;
    const auto run = latency_run({launch, 0, 1}, again, recording);
    if (!run.has_value()) return;
    for (const latency::Latencies& one : latencies) {
      demands[launch].chains.push_back(chain_in(*run, one, demands[launch]));
    }
  }
}

}  // namespace warplens::session
