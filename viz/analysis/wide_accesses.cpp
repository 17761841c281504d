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
  std::map<std::uint32_t, std::vector<std::size_t>> warps;  // of the block at hand
  std::uint32_t block = 0;
  const auto finish = [&] {
    for (const auto& [warp, rows] : warps) visit(rows);
    warps.clear();
  };
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (trace.events.block(row) != block) finish();
    block = trace.events.block(row);
    std::vector<std::size_t>& rows = warps[trace.events.warp(row)];
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

class WideExecution {
 public:
  WideExecution(const Site& site, EventView event, std::uint32_t width)
      : site_(&site), event_(std::move(event)), width_(width) {
    for_each_lane(event_.mask, [&](std::uint32_t lane) { want(lane, event_.address[lane], site); });
  }

  [[nodiscard]] bool covers(const Site& site, const EventView& event) const {
    if (site.space != site_->space || site.kind != site_->kind) return false;
    if ((event.mask & ~event_.mask) != 0) return false;
    bool inside = true;
    for_each_lane(event.mask, [&](std::uint32_t lane) {
      const std::uint64_t first = event.address[lane];
      const std::uint64_t last = first + site.width - 1;
      inside =
          inside && begin(lane) == aligned(first, width_) && begin(lane) == aligned(last, width_);
    });
    return inside;
  }
  void want(const Site& site, const EventView& event) {
    for_each_lane(event.mask, [&](std::uint32_t lane) { want(lane, event.address[lane], site); });
  }
  [[nodiscard]] bool is_whole() const {
    bool whole = true;
    for_each_lane(event_.mask,
                  [&](std::uint32_t lane) { whole = whole && wanted_[lane] == ones(width_); });
    return whole;
  }
  [[nodiscard]] std::uint32_t site() const { return event_.site; }

 private:
  [[nodiscard]] std::uint64_t begin(std::uint32_t lane) const {
    return aligned(event_.address[lane], width_);
  }
  void want(std::uint32_t lane, std::uint64_t address, const Site& site) {
    wanted_[lane] |= ones(site.width) << (address - begin(lane));
  }

  const Site* site_;
  EventView event_;
  std::uint32_t width_;
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
      wide_.emplace_back(trace.sites[site], trace.events.view(row), parts[site].width);
    }
  }

  void add_to(Coverage& result) {
    for (const std::size_t row : rows_) {
      const std::uint32_t site = trace_.events.site(row);
      if (parts_[site].role != SassRole::orphan) continue;
      const WideExecution* wide = cover(trace_.events.view(row));
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
