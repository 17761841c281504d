#include "kernels/cost/l1_wavefronts.h"

#include <algorithm>
#include <array>

#include "kernels/cost/access_cost.h"
#include "kernels/cost/shared_groups.h"

namespace warplens::analysis {
namespace {

constexpr std::uint64_t kL1Line = 128;  // bytes
constexpr std::uint32_t kLinesACycle = 4;

std::uint32_t lines_of(std::uint32_t mask, const LaneAddresses& addresses) {
  std::array<std::uint64_t, kWarpSize> lines{};
  std::uint32_t count = 0;
  for_each_lane(mask, [&](std::uint32_t lane) { lines[count++] = addresses[lane] / kL1Line; });
  std::sort(lines.begin(), lines.begin() + count);
  return static_cast<std::uint32_t>(std::unique(lines.begin(), lines.begin() + count) -
                                    lines.begin());
}

std::uint32_t bank_wavefronts(std::uint32_t mask, const trace::Site& site,
                              const trace::EventView& event) {
  SharedRequest request;
  request.offsets = &event.address;
  request.mask = mask;
  request.width = site.width;
  request.group_lanes =
      std::min<std::uint32_t>(kWarpSize, kL1Line / std::max<std::uint8_t>(site.width, kBankBytes));
  request.can_merge = site.width > kBankBytes;
  const LaneGroups groups = lane_groups(request);
  std::uint32_t wavefronts = 0;
  for (std::uint32_t i = 0; i < groups.count; ++i) {
    wavefronts += serve(request, groups, i).wavefronts;
  }
  return wavefronts;
}

}  // namespace

std::uint32_t l1_wavefronts(const trace::Site& site, const trace::EventView& event) {
  const bool is_load = site.kind == trace::EventKind::load && site.space == trace::Space::global;
  const std::uint32_t mask = is_load ? trace::addressed_lanes(site, event) : 0;
  if (mask == 0) return 0;
  const std::uint32_t lines = lines_of(mask, event.address);
  return std::max(bank_wavefronts(mask, site, event), (lines + kLinesACycle - 1) / kLinesACycle);
}

void add_cost_in_l1(const trace::Site& site, const trace::EventView& event,
                    trace::SiteTotals& totals) {
  add_cost(site, event, totals);
  totals.wavefronts += l1_wavefronts(site, event);
}

}  // namespace warplens::analysis
