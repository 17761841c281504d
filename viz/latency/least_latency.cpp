#include "viz/latency/least_latency.h"

#include <algorithm>

namespace warplens::latency {

LeastLatency least_latency(const Chain& first, const Chain& next, const LaunchShape& launch,
                           const analysis::Chip& chip) {
  LeastLatency least;
  least.chain_cycles = first.cycles;
  least.next_chain_cycles = std::min(first.cycles, next.cycles);
  const auto sms = static_cast<std::uint64_t>(std::max(1.0, chip.multiprocessors.value));
  if (launch.blocks_an_sm.value_or(0) > 0) {
    const std::uint64_t at_once = sms * *launch.blocks_an_sm;
    least.waves = std::max<std::uint64_t>(1, (launch.blocks + at_once - 1) / at_once);
    const std::uint64_t of_an_sm = (launch.blocks + sms - 1) / sms;
    const auto resident = std::min<std::uint64_t>(of_an_sm, *launch.blocks_an_sm);
    least.resident_warps = static_cast<std::uint32_t>(resident) * launch.warps;
  }
  const double cycles =
      least.chain_cycles + static_cast<double>(least.waves - 1) * least.next_chain_cycles;
  least.seconds = cycles / chip.clock.value;
  return least;
}

}  // namespace warplens::latency
