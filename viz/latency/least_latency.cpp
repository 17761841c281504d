#include "viz/latency/least_latency.h"

#include <algorithm>

#include "viz/analysis/limits/resources.h"

namespace warplens::latency {

LeastLatency least_latency(const Chain& first, const Chain& next, const LaunchShape& launch,
                           const analysis::Chip& chip) {
  LeastLatency least;
  least.chain_cycles = first.cycles;
  least.next_chain_cycles = std::min(first.cycles, next.cycles);
  const std::uint32_t blocks_an_sm = launch.blocks_an_sm.value_or(0);
  least.waves = analysis::whole_waves(launch.blocks, blocks_an_sm, chip);
  if (blocks_an_sm > 0) {
    const auto sms = static_cast<std::uint64_t>(std::max(1.0, chip.multiprocessors.value));
    const std::uint64_t of_an_sm = (launch.blocks + sms - 1) / sms;
    const auto resident = std::min<std::uint64_t>(of_an_sm, blocks_an_sm);
    least.resident_warps = static_cast<std::uint32_t>(resident) * launch.warps;
  }
  const double cycles =
      least.chain_cycles + static_cast<double>(least.waves - 1) * least.next_chain_cycles;
  least.seconds = cycles / chip.clock.value;
  return least;
}

}  // namespace warplens::latency
