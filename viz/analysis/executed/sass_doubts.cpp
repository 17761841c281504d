#include "viz/analysis/executed/sass_doubts.h"

#include <algorithm>
#include <map>

namespace warplens::analysis {

namespace {

using sass::Access;
using trace::Trace;

// How often an access ran, and for how many lanes in all.
struct Runs {
  std::uint64_t events = 0, lanes = 0;
  friend bool operator==(const Runs&, const Runs&) = default;
};

class Doubts {
 public:
  Doubts(const Trace& trace, const std::vector<Access>& accesses, const PartingLanes& parting,
         std::vector<SiteInSass>& sites)
      : trace_(trace), accesses_(accesses), parting_(parting), sites_(sites) {
    const std::uint64_t blocks = trace.launch.grid.count();
    whole_launch_ = {blocks * trace.launch.warps_per_block(), blocks * trace.launch.block.count()};
  }

  void find() {
    find_retried();
    find_other_lanes();
    find_other_times();
    find_parting_lanes();
  }

 private:
  void set(std::uint32_t site, Doubt doubt) {
    if (sites_[site].doubt == Doubt::none) sites_[site].doubt = doubt;
  }

  // An addition of halves, say, that this GPU's memory cannot do.
  void find_retried() {
    const auto swaps = [&](std::uint32_t access) {
      return accesses_[access].text.find(".CAS") != std::string::npos;
    };
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
      const trace::Site& site = trace_.sites[i];
      const bool asks_for_it = site.ptx.find(".cas.") != std::string::npos;
      if (site.kind != trace::EventKind::atomic || asks_for_it) continue;
      if (std::ranges::any_of(sites_[i].accesses, swaps)) set(i, Doubt::retried);
    }
  }

  // Not predicated in one straight run: all ran as often, for the same lanes, as the busiest one.
  void find_other_lanes() {
    std::map<std::uint32_t, Runs> ran;  // by access; a generic one has several sites
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
      if (sites_[i].accesses.size() != 1) continue;
      Runs& runs = ran[sites_[i].accesses[0]];
      runs.events += trace_.totals[i].events;
      runs.lanes += trace_.totals[i].lanes;
    }
    std::map<std::uint32_t, Runs> busiest{{0, whole_launch_}};  // by straight run
    for (const auto& [access, runs] : ran) {
      if (accesses_[access].is_predicated) continue;
      Runs& most = busiest[accesses_[access].straight_run];
      if (runs.lanes > most.lanes) most = runs;
    }
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
      if (sites_[i].accesses.size() != 1) continue;
      const Access& access = accesses_[sites_[i].accesses[0]];
      const bool is_sure = access.is_predicated
                               ? !may_be_elected(i)
                               : ran[sites_[i].accesses[0]] == busiest[access.straight_run];
      if (!is_sure) set(i, Doubt::other_lanes);
    }
  }

  // One lane may do a predicated atomic for all that want the same address.
  [[nodiscard]] bool may_be_elected(std::uint32_t site) const {
    return trace_.sites[site].kind == trace::EventKind::atomic &&
           trace_.sites[site].space == trace::Space::shared &&
           trace_.totals[site].lanes > trace_.totals[site].events;
  }

  void find_other_times() {
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
      const auto& own = sites_[i].accesses;
      const bool loops = std::ranges::any_of(
          own, [&](std::uint32_t access) { return accesses_[access].is_in_loop; });
      if (own.empty() || loops) continue;
      if (trace_.totals[i].events > own.size() * whole_launch_.events) set(i, Doubt::other_times);
    }
  }

  // Copies of an access stand on different ways through the code. Lanes that always run the access
  // together take the same ways; where they do not, it must be an unrolled loop.
  void find_parting_lanes() {
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
      const bool all_lanes = trace_.totals[i].lanes == trace_.totals[i].events * kWarpSize;
      if (sites_[i].fate == Fate::narrower || sites_[i].accesses.size() <= 1 || all_lanes) continue;
      if (!trace_.events_complete) set(i, Doubt::events_left_out);
      if (!parting_.part(i)) continue;
      if (const auto copies = parting_.copies(i)) {
        sites_[i].unrolled = *copies;
      } else {
        set(i, Doubt::lanes_part);
      }
    }
  }

  const Trace& trace_;
  const std::vector<Access>& accesses_;
  const PartingLanes& parting_;
  std::vector<SiteInSass>& sites_;
  Runs whole_launch_;
};

}  // namespace

void find_doubts(const Trace& trace, const std::vector<Access>& accesses,
                 const PartingLanes& parting, std::vector<SiteInSass>& sites) {
  Doubts(trace, accesses, parting, sites).find();
}

}  // namespace warplens::analysis
