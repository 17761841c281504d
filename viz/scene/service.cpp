#include "viz/scene/service.h"

#include <algorithm>

#include "viz/analysis/sectors.h"
#include "viz/scene/elements.h"

namespace warplens::scene {
namespace {

constexpr double kStart = 1.0 / 6;

// Passes done at `phase`, with the fraction of the one under way.
double passes_done(const Service& service, double phase) {
  const double moving = std::clamp((phase - kStart) / (1 - kStart), 0.0, 1.0);
  return moving * service.passes;
}

// `use` is the how-manieth word of its bank in its group.
std::uint32_t turn_of(const SharedAccess& access, const WordUse& use) {
  std::uint32_t turn = 0;
  for (const WordUse& other : access.words) {
    if (other.group == use.group && other.bank() == use.bank() && other.word < use.word) ++turn;
  }
  return turn;
}

}  // namespace

Service shared_service(const SharedAccess& access) {
  Service service;
  std::vector<std::uint32_t> first_pass;
  for (const auto& group : access.breakdown.groups) {
    first_pass.push_back(service.passes);
    service.passes += group.wavefronts;
  }
  for (const WordUse& use : access.words) {
    const std::uint32_t pass = first_pass[use.group] + turn_of(access, use);
    service.mask |= use.lanes;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((use.lanes >> lane & 1) != 0) service.pass[lane] = std::max(service.pass[lane], pass);
    }
  }
  for (std::uint32_t& pass : service.pass) {
    pass = service.passes == 0 ? 0 : std::min(pass, service.passes - 1);
  }
  return service;
}

Service global_service(const trace::Site& site, const trace::EventView& event) {
  if (!touches_global(site)) return {};
  const auto sectors = analysis::distinct_sectors(event.mask, event.address, site.width);
  Service service;
  service.mask = event.mask;
  service.passes = static_cast<std::uint32_t>(sectors.size());
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) == 0 || site.width == 0) continue;
    const std::uint64_t last = (event.address[lane] + site.width - 1) / 32;
    const auto at = std::ranges::lower_bound(sectors, last);
    service.pass[lane] = static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(
        at - sectors.begin(), static_cast<std::ptrdiff_t>(sectors.size()) - 1));
  }
  return service;
}

double lane_progress(const Service& service, std::uint32_t lane, double phase) {
  if ((service.mask >> lane & 1) == 0) return 0;
  return std::clamp(passes_done(service, phase) - service.pass[lane], 0.0, 1.0);
}

std::uint32_t current_pass(const Service& service, double phase) {
  return std::min(service.passes, static_cast<std::uint32_t>(passes_done(service, phase)));
}

}  // namespace warplens::scene
