#include "viz/analysis/wide_accesses.h"

#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "viz/analysis/sectors.h"

namespace warplens::analysis {

namespace {

using trace::EventKind;
using trace::EventView;
using trace::Site;
using trace::Trace;

using LaneBytes = std::array<std::uint32_t, kWarpSize>;  // bit i: byte i of the lane's access

constexpr std::uint32_t ones(std::uint32_t count) { return count >= 32 ? ~0u : (1u << count) - 1; }

// Calls visit(rows) with each warp's accesses between barriers, in their order.
template <class Visit>
void for_each_stretch(const Trace& trace, const Visit& visit) {
  std::vector<std::vector<std::size_t>> warps(trace.launch.warps_per_block());  // of the block
  std::uint32_t block = 0;
  const auto finish = [&] {
    for (std::vector<std::size_t>& rows : warps) {
      if (!rows.empty()) visit(rows);
      rows.clear();
    }
  };
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (trace.events.block(row) != block) finish();
    block = trace.events.block(row);
    const std::uint32_t warp = trace.events.warp(row);
    if (warp >= warps.size()) warps.resize(warp + 1);
    std::vector<std::size_t>& rows = warps[warp];
    const EventKind kind = trace.sites[trace.events.site(row)].kind;
    if (kind == EventKind::barrier) {
      visit(rows);
      rows.clear();
    } else if (trace::is_access(kind)) {
      rows.push_back(row);
    }
  }
  finish();
}

// Its lanes' bytes: `width` of them, a power of two, from an address aligned to that.
class WideExecution {
 public:
  WideExecution(const Site& site, const EventView& event, std::uint32_t width)
      : site_(&site), index_(event.site), mask_(event.mask), width_(width) {
    for (std::size_t lane = 0; lane < kWarpSize; ++lane)
      begin_[lane] = event.address[lane] & -std::uint64_t{width};
    want(site, event);
  }

  [[nodiscard]] bool covers(const Site& site, const EventView& event) const {
    if (site.space != site_->space || site.kind != site_->kind) return false;
    if ((event.mask & ~mask_) != 0) return false;
    std::uint64_t outside = 0;
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
      const std::uint64_t first = event.address[lane] - begin_[lane];
      const std::uint64_t last = first + (site.width - 1u);
      const std::uint64_t is_active = event.mask >> lane & 1;
      outside |= (first | last) & -std::uint64_t{width_} & (0 - is_active);
    }
    return outside == 0;
  }
  // Of loads nobody asks which bytes are wanted.
  void want(const Site& site, const EventView& event) {
    if (site.kind != EventKind::store) return;
    for_each_lane(event.mask, [&](std::uint32_t lane) {
      wanted_[lane] |= ones(site.width) << (event.address[lane] - begin_[lane]);
    });
  }
  [[nodiscard]] bool is_whole() const {
    if (site_->kind != EventKind::store) return true;
    bool whole = true;
    for_each_lane(mask_,
                  [&](std::uint32_t lane) { whole = whole && wanted_[lane] == ones(width_); });
    return whole;
  }
  [[nodiscard]] std::uint32_t site() const { return index_; }

 private:
  const Site* site_;
  std::uint32_t index_;
  std::uint32_t mask_;
  std::uint32_t width_;
  LaneAddresses begin_;
  LaneBytes wanted_{};
};

// One warp's accesses between two barriers.
class Stretch {
 public:
  Stretch(const Trace& trace, const std::vector<SassPart>& parts,
          const std::vector<std::size_t>& rows)
      : trace_(trace), parts_(parts), rows_(rows) {
    for (const std::size_t row : rows) {
      const std::uint32_t site = trace.events.site(row);
      if (parts[site].role != SassRole::wider) continue;
      trace.events.view(row, event_);
      wide_.emplace_back(trace.sites[site], event_, parts[site].width);
    }
  }

  void add_to(Coverage& result) {
    for (const std::size_t row : rows_) {
      const std::uint32_t site = trace_.events.site(row);
      if (parts_[site].role != SassRole::orphan) continue;
      trace_.events.view(row, event_);
      const WideExecution* wide = cover(event_);
      if (wide == nullptr) {
        result.covered[site] = false;
      } else if (result.by[site] == trace::kNone) {
        result.by[site] = wide->site();
      }
    }
    for (const WideExecution& wide : wide_) {
      if (!wide.is_whole()) result.whole[wide.site()] = false;
    }
  }

 private:
  // A site's next event is mostly covered a little further on than its last one.
  const WideExecution* cover(const EventView& event) {
    const Site& site = trace_.sites[event.site];
    std::size_t& hint = hints_[event.site];
    for (std::size_t i = 0; i < wide_.size(); ++i) {
      const std::size_t index = (hint + i) % wide_.size();
      if (!wide_[index].covers(site, event)) continue;
      wide_[index].want(site, event);
      hint = index + 1;
      return &wide_[index];
    }
    return nullptr;
  }

  const Trace& trace_;
  const std::vector<SassPart>& parts_;
  const std::vector<std::size_t>& rows_;
  std::vector<WideExecution> wide_;
  std::map<std::uint32_t, std::size_t> hints_;  // by orphan
  EventView event_;                             // at hand
};

}  // namespace

Coverage coverage(const Trace& trace, const std::vector<SassPart>& parts) {
  Coverage result{std::vector<bool>(parts.size(), true), std::vector<bool>(parts.size(), true),
                  std::vector<std::uint32_t>(parts.size(), trace::kNone)};
  for_each_stretch(trace, [&](const std::vector<std::size_t>& rows) {
    Stretch(trace, parts, rows).add_to(result);
  });
  return result;
}

std::vector<bool> repeated(const Trace& trace, const std::vector<SassPart>& parts) {
  using Wanted = std::tuple<trace::Space, std::uint8_t, std::uint32_t, std::uint64_t>;
  std::vector<bool> result(parts.size(), true);
  for_each_stretch(trace, [&](const std::vector<std::size_t>& rows) {
    std::set<Wanted> had;
    for (const std::size_t row : rows) {
      const EventView event = trace.events.view(row);
      const Site& site = trace.sites[event.site];
      const bool is_orphan = parts[event.site].role == SassRole::orphan;
      for_each_lane(event.mask, [&](std::uint32_t lane) {
        const Wanted wanted{site.space, site.width, lane, event.address[lane]};
        if (!is_orphan) had.insert(wanted);
        if (is_orphan && !had.contains(wanted)) result[event.site] = false;
      });
      if (is_orphan && site.kind != EventKind::load) result[event.site] = false;
    }
  });
  return result;
}

}  // namespace warplens::analysis
