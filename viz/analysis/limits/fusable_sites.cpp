#include "viz/analysis/limits/fusable_sites.h"

#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace warplens::analysis {
namespace {

using trace::EventKind;
using trace::EventView;
using trace::Site;

constexpr std::uint64_t kPiece = 16;  // bytes of a lane that an access can take at most

bool can_be_fused(const Site& site) {
  const bool moves = site.kind == EventKind::load || site.kind == EventKind::store;
  const bool is_narrow = site.width < kPiece;
  return moves && is_narrow && site.space != trace::Space::none;
}

using Lanes = std::array<std::uint64_t, kWarpSize>;

// Accesses of one warp that could be one: what they are, their lanes, each lane's 16 bytes.
using Pieces = std::tuple<EventKind, trace::Space, std::uint32_t, Lanes>;

// An access in a piece: its site, and each lane's offset in its 16 bytes. A turn of a loop that
// wants the very same again is no neighbour.
using Member = std::pair<std::uint32_t, Lanes>;

Pieces pieces_of(const Site& site, const EventView& event) {
  Lanes pieces{};
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) != 0) pieces[lane] = event.address[lane] / kPiece;
  }
  return {site.kind, site.space, event.mask, pieces};
}

Member member_of(const EventView& event) {
  Lanes places{};
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) != 0) places[lane] = event.address[lane] % kPiece;
  }
  return {event.site, places};
}

// A warp's accesses between two barriers of its block.
class Neighbours {
 public:
  void add(const Site& site, const EventView& event) {
    members_[pieces_of(site, event)].insert(member_of(event));
  }
  // Lets off the sites of accesses that stand alone.
  void settle(std::vector<bool>& fusable) {
    for (const auto& [pieces, members] : members_) {
      if (members.size() == 1) fusable[members.begin()->first] = false;
    }
    members_.clear();
  }

 private:
  std::map<Pieces, std::set<Member>> members_;
};

}  // namespace

std::vector<bool> fusable_sites(const trace::Trace& trace) {
  std::vector<bool> fusable(trace.sites.size());
  for (std::size_t i = 0; i < fusable.size(); ++i) fusable[i] = can_be_fused(trace.sites[i]);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Neighbours> warps;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const EventView event = trace.events.view(row);
    const Site& site = trace.sites[event.site];
    Neighbours& warp = warps[{event.block, event.warp}];
    if (can_be_fused(site)) {
      warp.add(site, event);
    } else if (trace::is_block_barrier(site)) {
      warp.settle(fusable);
    }
  }
  for (auto& [place, warp] : warps) warp.settle(fusable);
  return fusable;
}

}  // namespace warplens::analysis
