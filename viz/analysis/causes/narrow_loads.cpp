#include "viz/analysis/causes/narrow_loads.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "kernels/cost/sectors.h"
#include "viz/analysis/causes/passes.h"

namespace warplens::analysis {
namespace {

constexpr std::size_t kMostBetween = 32;  // loads
// The fewest loads of one lane that count: two words are the end of a tree of sums, not a row that
// is loaded in pieces.
constexpr int kLeastLoaders = 4;

// Loads of one warp between two barriers; `order` counts them.
struct Load {
  const Access* access = nullptr;
  std::size_t order = 0;
  std::uint64_t first = 0;  // the lowest active lane's address
};
using Loads = std::vector<Load>;

struct Group {
  std::vector<Load> members;
  std::vector<bool> places;  // of the group's bytes, in units of the loads' width
};

struct Grouped {
  std::vector<Group> whole;
  Loads rest;
};

// The place that all lanes take among `bytes` aligned bytes; nothing where they differ or straddle.
std::optional<std::size_t> place_of(const Access& access, std::uint32_t bytes) {
  const trace::EventView view = access.view();
  std::optional<std::uint64_t> place;
  bool differ = false;
  for_each_lane(access.mask, [&](std::uint32_t lane) {
    const std::uint64_t inside = view.address[lane] % bytes;
    differ |= inside % access.site->width != 0 || place.value_or(inside) != inside;
    place = inside;
  });
  if (differ || !place.has_value()) return std::nullopt;
  return *place / access.site->width;
}

bool begin_in_the_same_bytes(const Load& a, const Load& b, std::uint32_t bytes) {
  if (a.first / bytes != b.first / bytes) return false;
  const trace::EventView one = a.access->view(), other = b.access->view();
  bool same = true;
  for_each_lane(one.mask, [&](std::uint32_t lane) {
    same &= one.address[lane] / bytes == other.address[lane] / bytes;
  });
  return same;
}

bool belong_together(const Load& a, const Load& b, std::uint32_t bytes) {
  return a.access->mask == b.access->mask && a.access->site->width == b.access->site->width &&
         a.access->site->space == b.access->site->space && begin_in_the_same_bytes(a, b, bytes);
}

bool is_whole(const Group& group) {
  return std::ranges::find(group.places, false) == group.places.end();
}

// Adds the load to an open group that has its place free; false where there is none.
bool join(std::vector<Group>& groups, const Load& load, std::size_t place, std::uint32_t bytes) {
  for (Group& group : groups) {
    const Load& first = group.members.front();
    if (load.order - first.order > kMostBetween || group.places[place]) continue;
    if (!belong_together(first, load, bytes)) continue;
    group.places[place] = true;
    group.members.push_back(load);
    return true;
  }
  return false;
}

void forget_far(std::vector<Group>& open, std::size_t order, Grouped& grouped) {
  const auto close = [&](Group& group) {
    if (!is_whole(group) && order - group.members.front().order <= kMostBetween) return false;
    if (is_whole(group)) {
      grouped.whole.push_back(std::move(group));
    } else {
      for (const Load& member : group.members) grouped.rest.push_back(member);
    }
    return true;
  };
  std::erase_if(open, close);
}

Grouped grouped_by(const Loads& loads, std::uint32_t bytes) {
  Grouped grouped;
  std::vector<Group> open;
  for (const Load& load : loads) {
    forget_far(open, load.order, grouped);
    const auto place = place_of(*load.access, bytes);
    if (load.access->site->width >= bytes || !place.has_value()) {
      grouped.rest.push_back(load);
    } else if (!join(open, load, *place, bytes)) {
      Group group{{load}, std::vector<bool>(bytes / load.access->site->width)};
      group.places[*place] = true;
      open.push_back(std::move(group));
    }
  }
  forget_far(open, ~std::size_t{0}, grouped);
  std::ranges::sort(grouped.rest, {}, &Load::order);
  return grouped;
}

// The passes that a single load of the group's bytes takes.
double passes_as_one(const Group& group, std::uint32_t bytes) {
  const Access& first = *group.members.front().access;
  trace::Site site = *first.site;
  site.width = static_cast<std::uint8_t>(bytes);
  trace::EventView view = first.view();
  for (std::uint64_t& address : view.address) address -= address % bytes;
  return passes_of(site, view, access_cost(site, view));
}

void add_group(const Group& group, std::uint32_t bytes, NarrowLoads& found) {
  double passes = 0;
  for (const Load& member : group.members) passes += member.access->passes;
  const Access& first = *group.members.front().access;
  const double saved = passes - passes_as_one(group, bytes);
  if (saved <= 0) return;
  const bool is_shared = first.site->space == trace::Space::shared;
  const auto loads = static_cast<double>(group.members.size());
  for (const Load& member : group.members) {
    const Access& access = *member.access;
    found.rows.insert(access.row);
    found.suspects.push_back({CauseKind::narrow_loads,
                              access.row,
                              access.site_number,
                              saved / loads,
                              {group.members.size(), 1, bytes, is_shared}});
  }
}

void find_groups(Loads loads, NarrowLoads& found) {
  for (const std::uint32_t bytes : {16u, 8u, 4u}) {
    Grouped grouped = grouped_by(loads, bytes);
    for (const Group& group : grouped.whole) add_group(group, bytes, found);
    loads = std::move(grouped.rest);
  }
}

std::uint64_t first_address(const Access& access) {
  return access.view().address[static_cast<std::size_t>(std::countr_zero(access.mask))];
}

bool is_grouped(const Access& access) {
  const trace::Space space = access.site->space;
  const bool has_vectors = space == trace::Space::global || space == trace::Space::shared;
  return has_vectors && is_plain_load(*access.site) && std::popcount(access.mask) >= kLeastLoaders;
}

}  // namespace

bool is_ordered(const trace::Site& site) {
  const auto has = [&](std::string_view word) { return site.ptx.find(word) != std::string::npos; };
  return has(".volatile") || has(".acquire") || has(".release") || has(".relaxed") || has(".mmio");
}

bool is_plain_load(const trace::Site& site) {
  return site.kind == trace::EventKind::load && !is_ordered(site);
}

NarrowLoads narrow_loads(const BlockAccesses& block) {
  NarrowLoads found;
  std::map<std::uint32_t, Loads> warps;
  std::map<std::uint32_t, std::size_t> orders;
  for (const Access& access : block) {
    Loads& loads = warps[access.warp];
    if (access.site->kind == trace::EventKind::barrier) {
      find_groups(std::exchange(loads, {}), found);
    } else if (is_grouped(access)) {
      loads.push_back({&access, orders[access.warp]++, first_address(access)});
    }
  }
  for (auto& [warp, loads] : warps) find_groups(std::move(loads), found);
  return found;
}

}  // namespace warplens::analysis
