#include "viz/analysis/causes/passes.h"

#include <algorithm>

#include "kernels/cost/sectors.h"

namespace warplens::analysis {
namespace {

constexpr double kSectorsAPass = 4;

bool is_global_atomic(const trace::Site& site) {
  return site.kind == trace::EventKind::atomic && site.space == trace::Space::global;
}

double passes_of_sectors(std::uint32_t sectors) {
  return sectors == 0 ? 0 : std::max(1.0, sectors / kSectorsAPass);
}

}  // namespace

double global_passes(const AccessCost& cost) { return passes_of_sectors(cost.sectors); }

std::uint32_t most_at_one_address(const trace::EventView& event) {
  LaneAddresses wanted{};
  std::size_t count = 0;
  for_each_lane(event.mask, [&](std::uint32_t lane) { wanted[count++] = event.address[lane]; });
  std::sort(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(count));
  std::uint32_t most = 0, run = 0;
  for (std::size_t i = 0; i < count; ++i) {
    run = i > 0 && wanted[i] == wanted[i - 1] ? run + 1 : 1;
    most = std::max(most, run);
  }
  return most;
}

double passes_of(const trace::Site& site, const trace::EventView& event, const AccessCost& cost) {
  if (!trace::is_access(site.kind)) return 0;
  const double passes = global_passes(cost) + cost.wavefronts;
  if (!is_global_atomic(site)) return passes;
  return std::max<double>(passes, most_at_one_address(event));
}

double excess_passes(const trace::Site& site, const trace::EventView& event,
                     const AccessCost& cost) {
  const double all = passes_of(site, event, cost);
  if (all == 0 || site.space == trace::Space::local) return all;
  return std::max(0.0, all - passes_of_sectors(cost.ideal_sectors) - cost.ideal_wavefronts);
}

}  // namespace warplens::analysis
