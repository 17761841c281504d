#include "viz/scene/access/service.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/cost/sectors.h"

namespace warplens::scene {
namespace {

constexpr double kStart = 1.0 / 6;

using Turns = std::array<std::uint32_t, analysis::kBanks>;

// Distinct words of each bank that the group's lanes want.
Turns words_wanted(const analysis::SharedBreakdown& access, std::uint32_t group) {
  Turns wanted{};
  for (const analysis::WordUse& use : access.words)
    wanted[use.bank()] += use.group == group ? 1 : 0;
  return wanted;
}

// Four-byte words that each lane of the group wants.
std::uint32_t words_a_lane(const analysis::SharedBreakdown& access, std::uint32_t group) {
  int words = 0;
  for (const analysis::WordUse& use : access.words) {
    if (use.group == group) words += std::popcount(use.lanes);
  }
  return static_cast<std::uint32_t>(words / std::max(std::popcount(access.groups[group].lanes), 1));
}

// A copy may take more wavefronts than its deepest bank, for the columns that it reads: then its
// banks begin one after the other, so that every pass has something.
Turns first_turns(const analysis::SharedBreakdown& access, std::uint32_t group) {
  Turns first{};
  const analysis::SharedGroup& served = access.groups[group];
  if (served.wavefronts == *std::ranges::max_element(served.depth)) return first;
  const std::uint32_t column = std::max(words_a_lane(access, group), 1u);
  std::uint32_t next = 0;
  for (std::uint32_t bank = 0; bank < analysis::kBanks; ++bank) {
    const std::uint32_t depth = served.depth[bank];
    if (depth == 0) continue;
    first[bank] = bank % column == 0 ? std::min(next, served.wavefronts - depth) : first[bank - 1];
    next = (first[bank] + depth) % served.wavefronts;
  }
  return first;
}

// Words stand in ascending order, so each takes the next turns of its bank.
void give_turns(const analysis::SharedBreakdown& access, std::uint32_t group,
                std::uint32_t first_pass, Service& service) {
  const auto& depth = access.groups[group].depth;
  const Turns wanted = words_wanted(access, group);
  Turns next = first_turns(access, group);
  for (std::size_t i = 0; i < access.words.size(); ++i) {
    const analysis::WordUse& use = access.words[i];
    if (use.group != group) continue;
    WordTurn& turn = service.words[i];
    turn.lanes_apart = depth[use.bank()] > wanted[use.bank()];
    turn.first = first_pass + next[use.bank()];
    next[use.bank()] += turn.lanes_apart ? static_cast<std::uint32_t>(std::popcount(use.lanes)) : 1;
  }
}

}  // namespace

Service shared_service(const analysis::SharedBreakdown& access) {
  Service service;
  service.words.resize(access.words.size());
  for (std::uint32_t group = 0; group < access.groups.size(); ++group) {
    give_turns(access, group, service.passes, service);
    service.passes += access.groups[group].wavefronts;
  }
  for (std::size_t i = 0; i < access.words.size(); ++i) {
    const analysis::WordUse& use = access.words[i];
    service.mask |= use.lanes;
    analysis::for_each_lane(use.lanes, [&](std::uint32_t lane) {
      service.pass[lane] = std::max(service.pass[lane], pass_of(service.words[i], use, lane));
    });
  }
  return service;
}

Service global_service(const analysis::ExplainedEvent& event) {
  const std::vector<std::uint64_t>& sectors = event.sectors;
  Service service;
  if (sectors.empty()) return service;
  service.mask = trace::addressed_lanes(*event.site, event.view);
  service.passes = static_cast<std::uint32_t>(sectors.size());
  const std::uint64_t reach = event.site->width > 0 ? event.site->width - 1 : 0;
  analysis::for_each_lane(service.mask, [&](std::uint32_t lane) {
    const std::uint64_t address = event.view.address[lane];
    const std::uint64_t last = address + std::min(~std::uint64_t{0} - address, reach);
    const auto at = std::ranges::lower_bound(sectors, last / analysis::kSectorBytes);
    service.pass[lane] = static_cast<std::uint32_t>(
        std::min(at - sectors.begin(), static_cast<std::ptrdiff_t>(sectors.size()) - 1));
  });
  return service;
}

std::uint32_t pass_of(const WordTurn& turn, const analysis::WordUse& use, std::uint32_t lane) {
  const std::uint32_t before = use.lanes & ((1u << lane) - 1);
  return turn.first + (turn.lanes_apart ? static_cast<std::uint32_t>(std::popcount(before)) : 0);
}

std::uint32_t last_pass(const WordTurn& turn, const analysis::WordUse& use) {
  const auto lanes = static_cast<std::uint32_t>(std::popcount(use.lanes));
  return turn.first + (turn.lanes_apart ? lanes - 1 : 0);
}

double passes_done(const Service& service, double phase) {
  constexpr double kRoundingError = 1e-9;
  const double moving = std::clamp((phase - kStart) / (1 - kStart), 0.0, 1.0);
  const double done = moving * service.passes;
  return std::abs(done - std::round(done)) < kRoundingError ? std::round(done) : done;
}

double phase_after(const Service& service, std::uint32_t passes) {
  if (passes >= service.passes) return 1;
  return kStart + (1 - kStart) * passes / service.passes;
}

double pass_progress(const Service& service, std::uint32_t pass, double phase) {
  return std::clamp(passes_done(service, phase) - pass, 0.0, 1.0);
}

double lane_progress(const Service& service, std::uint32_t lane, double phase) {
  if ((service.mask >> lane & 1) == 0) return 0;
  return pass_progress(service, service.pass[lane], phase);
}

std::uint32_t current_pass(const Service& service, double phase) {
  return std::min(service.passes, static_cast<std::uint32_t>(passes_done(service, phase)));
}

LanesServed lanes_served(const Motion& motion, const analysis::SharedBreakdown& access) {
  std::uint32_t waiting = 0, moving = 0;
  for (std::size_t i = 0; i < access.words.size() && i < motion.service.words.size(); ++i) {
    const analysis::WordUse& use = access.words[i];
    analysis::for_each_lane(use.lanes, [&](std::uint32_t lane) {
      const double progress = motion.progress(pass_of(motion.service.words[i], use, lane));
      if (progress < 1) waiting |= 1u << lane;
      if (progress > 0 && progress < 1) moving |= 1u << lane;
    });
  }
  return {static_cast<std::uint32_t>(std::popcount(motion.service.mask & ~waiting)),
          static_cast<std::uint32_t>(std::popcount(moving))};
}

}  // namespace warplens::scene
