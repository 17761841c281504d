#include "viz/analysis/executed/wide_accesses.h"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>

#include "kernels/cost/sectors.h"

namespace warplens::analysis {

namespace {

using trace::EventKind;
using trace::EventView;
using trace::Site;

constexpr std::size_t kKnown = 1 << 10;

constexpr std::uint32_t ones(std::uint32_t count) { return count >= 32 ? ~0u : (1u << count) - 1; }

// Whether both want the same of memory; widths are powers of two.
bool are_alike(const Site& a, const Site& b) { return a.space == b.space && a.width == b.width; }

}  // namespace

WideAccesses::WideAccesses(const std::vector<Site>& sites, const std::vector<SassPart>& parts)
    : sites_(sites),
      parts_(parts),
      looks_at_(sites.size()),
      may_repeat_(sites.size()),
      found_{std::vector<bool>(sites.size(), true), std::vector<bool>(sites.size(), true),
             std::vector<std::uint32_t>(sites.size(), trace::kNone),
             std::vector<bool>(sites.size(), false), std::vector<bool>(sites.size(), true)},
      of_site_(sites.size()),
      hints_(sites.size()),
      known_(kKnown) {
  const auto is_orphan = [](const SassPart& part) { return part.role == SassRole::orphan; };
  const bool has_orphans = std::ranges::any_of(parts, is_orphan);
  find_repeatable();
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const bool ends_stretch = has_orphans && sites[i].kind == EventKind::barrier;
    looks_at_[i] = parts[i].role != SassRole::other || may_repeat_[i] || ends_stretch;
  }
}

void WideAccesses::read(const trace::Events& events) {
  events_ = &events;
  is_joined_.clear();
  for (std::size_t row = 0; row < events.size(); ++row) {
    if (!looks_at_[events.site(row)]) continue;
    if (events.block(row) != block_) end_block();
    block_ = events.block(row);
    add(row);
  }
  end_block();
}

void WideAccesses::add(std::size_t row) {
  const std::uint32_t warp = events_->warp(row);
  if (warp >= warps_.size()) warps_.resize(warp + 1);
  if (sites_[events_->site(row)].kind == EventKind::barrier) return end_stretch(warps_[warp]);
  warps_[warp].push_back(row);
}

void WideAccesses::end_block() {
  for (Rows& rows : warps_) end_stretch(rows);
}

void WideAccesses::end_stretch(Rows& rows) {
  if (rows.empty()) return;
  cover(rows);
  repeat(rows);
  rows.clear();
}

void WideAccesses::cover(const Rows& rows) {
  wides_ = 0;
  std::ranges::fill(hints_, 0);
  std::ranges::fill(of_site_, 0);
  for (const std::size_t row : rows) {
    if (parts_[events_->site(row)].role == SassRole::wider && !join_trip(row)) add_wide(row);
  }
  for (const std::size_t row : rows) {
    const std::uint32_t site = events_->site(row);
    if (parts_[site].role != SassRole::orphan) continue;
    Wide* const wide = find_wide(row);
    if (wide == nullptr) {
      found_.covered[site] = false;
    } else {
      write(*wide, row);
      if (found_.by[site] == trace::kNone) found_.by[site] = events_->site(wide->row);
    }
  }
  for (std::size_t i = 0; i < wides_; ++i) {
    if (!is_whole(wide_[i])) found_.whole[events_->site(wide_[i].row)] = false;
  }
}

void WideAccesses::add_wide(std::size_t row) {
  if (wides_ == wide_.size()) wide_.emplace_back();
  Wide& wide = wide_[wides_++];
  wide.row = row;
  wide.written = {};
  wide.joined.clear();
  of_site_[events_->site(row)] = wides_;
  write(wide, row);
}

// A load of the same lanes that lies in what its site loaded last, at bytes that were not asked
// for.
bool WideAccesses::join_trip(std::size_t row) {
  const std::uint32_t site = events_->site(row);
  if (sites_[site].kind != EventKind::load || of_site_[site] == 0) return false;
  Wide& wide = wide_[of_site_[site] - 1];
  if (!covers(wide, row) || events_->mask(row) != events_->mask(wide.row)) return false;
  if (asks_again(wide, row)) return false;
  wide.joined.push_back(row);
  is_joined_.resize(events_->size());
  is_joined_[row] = true;
  found_.joins_trips[site] = true;
  return true;
}

bool WideAccesses::asks_again(const Wide& wide, std::size_t row) {
  events_->view(row, event_);
  const auto is_same = [&](std::size_t before) {
    events_->view(before, wide_event_);
    bool same = false;
    for_each_lane(event_.mask, [&](std::uint32_t lane) {
      same = same || event_.address[lane] == wide_event_.address[lane];
    });
    return same;
  };
  return is_same(wide.row) || std::ranges::any_of(wide.joined, is_same);
}

// A site's next event is mostly covered a little further on than its last one.
WideAccesses::Wide* WideAccesses::find_wide(std::size_t row) {
  std::size_t& hint = hints_[events_->site(row)];
  for (std::size_t i = 0; i < wides_; ++i) {
    const std::size_t index = (hint + i) % wides_;
    if (!covers(wide_[index], row)) continue;
    hint = index + 1;
    return &wide_[index];
  }
  return nullptr;
}

bool WideAccesses::covers(const Wide& wide, std::size_t row) {
  const std::uint32_t wide_site = events_->site(wide.row);
  const Site &site = sites_[events_->site(row)], &other = sites_[wide_site];
  if (site.space != other.space || site.kind != other.kind) return false;
  const std::uint64_t base = events_->base(wide.row);
  const Known asked{events_->pattern(wide.row), events_->pattern(row), events_->base(row) - base,
                    base & (parts_[wide_site].width - 1u)};
  Known& known =
      known_[(asked.wide * 31 + asked.other + asked.distance * 7 + asked.place) % known_.size()];
  const bool is_known = known.wide == asked.wide && known.other == asked.other &&
                        known.distance == asked.distance && known.place == asked.place;
  if (!is_known) {
    known = asked;
    known.covers = compute_covers(wide, row);
  }
  return known.covers;
}

bool WideAccesses::compute_covers(const Wide& wide, std::size_t row) {
  events_->view(wide.row, wide_event_);
  events_->view(row, event_);
  if ((event_.mask & ~wide_event_.mask) != 0) return false;
  const std::uint64_t width = parts_[wide_event_.site].width;
  std::uint64_t outside = 0;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t first = event_.address[lane] - (wide_event_.address[lane] & -width);
    const std::uint64_t last = first + (sites_[event_.site].width - 1u);
    const std::uint64_t is_active = event_.mask >> lane & 1;
    outside |= (first | last) & -width & (0 - is_active);
  }
  return outside == 0;
}

// Only stores note which bytes they want.
void WideAccesses::write(Wide& wide, std::size_t row) {
  const std::uint32_t site = events_->site(row);
  if (sites_[site].kind != EventKind::store) return;
  events_->view(wide.row, wide_event_);
  events_->view(row, event_);
  const std::uint64_t width = parts_[wide_event_.site].width;
  for_each_lane(event_.mask, [&](std::uint32_t lane) {
    const std::uint64_t begin = wide_event_.address[lane] & -width;
    wide.written[lane] |= ones(sites_[site].width) << (event_.address[lane] - begin);
  });
}

bool WideAccesses::is_whole(const Wide& wide) {
  const std::uint32_t site = events_->site(wide.row);
  if (sites_[site].kind != EventKind::store) return true;
  bool whole = true;
  for_each_lane(events_->mask(wide.row), [&](std::uint32_t lane) {
    whole = whole && wide.written[lane] == ones(parts_[site].width);
  });
  return whole;
}

void WideAccesses::find_repeatable() {
  const auto is_wanted = [&](const Site& site) {
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      const bool may_repeat = parts_[i].role == SassRole::orphan && found_.repeated[i];
      if (may_repeat && are_alike(sites_[i], site)) return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    may_repeat_[i] = trace::is_access(sites_[i].kind) && is_wanted(sites_[i]);
  }
}

void WideAccesses::repeat(const Rows& rows) {
  using Wanted = std::tuple<trace::Space, std::uint8_t, std::uint32_t, std::uint64_t>;
  const auto asks = [&](std::size_t row) {
    const std::uint32_t site = events_->site(row);
    return parts_[site].role == SassRole::orphan && found_.repeated[site];
  };
  const auto last = std::ranges::find_if(rows.rbegin(), rows.rend(), asks).base();
  std::set<Wanted> had;
  bool has_changed = false;
  for (const std::size_t row : std::span(rows.begin(), last)) {
    const std::uint32_t index = events_->site(row);
    const Site& site = sites_[index];
    const bool is_orphan = parts_[index].role == SassRole::orphan;
    if (!may_repeat_[index] || (is_orphan && !found_.repeated[index])) continue;
    events_->view(row, event_);
    bool had_all = site.kind == EventKind::load;
    for_each_lane(event_.mask, [&](std::uint32_t lane) {
      const Wanted wanted{site.space, site.width, lane, event_.address[lane]};
      if (!is_orphan) had.insert(wanted);
      if (is_orphan && !had.contains(wanted)) had_all = false;
    });
    if (!is_orphan || had_all) continue;
    found_.repeated[index] = false;
    has_changed = true;
  }
  if (has_changed) find_repeatable();
}

}  // namespace warplens::analysis
