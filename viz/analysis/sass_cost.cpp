#include "viz/analysis/sass_cost.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "kernels/trace/site_latest.h"
#include "viz/analysis/sass_doubts.h"
#include "viz/analysis/unrolled_loop.h"
#include "viz/analysis/wide_accesses.h"

namespace warplens::analysis {

namespace {

using sass::Access;
using trace::EventKind;
using trace::EventView;
using trace::Site;
using trace::SiteTotals;
using trace::Space;
using trace::Trace;

constexpr std::array<std::string_view, 6> kFates{"not run",  "as written", "wider",
                                                 "narrower", "covered",    "removed"};
constexpr std::array<TextView, kLastDoubt + 1> kReasons{{
    {"", ""},
    {"the trace has not kept every event", "访问轨迹没有保留全部事件"},
    {"no SASS instruction stands for it, and nothing shows why",
     "没有与它对应的 SASS 指令，也看不出原因"},
    {"its line has other kinds of SASS accesses", "这一行在 SASS 中是别的访问"},
    {"copies of it in the SASS have different widths", "它在 SASS 中的各份副本宽度不同"},
    {"parts of its wider store are written by no PTX store",
     "它的更宽写入有一部分不对应任何 PTX 写入"},
    {"its SASS instruction runs for other lanes than PTX does",
     "它的 SASS 指令由与 PTX 不同的 lane 执行"},
    {"PTX repeats it in a loop, its SASS instruction stands in none",
     "PTX 在循环中重复它，而它的 SASS 指令不在循环中"},
    {"lanes of a warp may run different copies of it in the SASS",
     "同一 warp 的 lane 可能执行它在 SASS 中的不同副本"},
    {"a loop of compare-and-swap does it, as often as it takes",
     "由反复的比较并交换完成，次数不定"},
    {"ptxas or nvdisasm is not here, and ptxas may fuse accesses",
     "此处没有 ptxas 或 nvdisasm，而 ptxas 可能合并访问"},
}};

bool is_counted(const Site& site) {
  if (!trace::is_access(site.kind)) return false;
  return site.space == Space::global || site.space == Space::shared;
}

bool stands_for(const Access& access, const Site& site) {
  return access.kind == site.kind && (access.space == Space::none || access.space == site.space);
}

class Join {
 public:
  Join(const Trace& trace, const std::vector<Access>& accesses)
      : trace_(trace),
        accesses_(accesses),
        parts_(trace.sites.size()),
        latest_(trace.sites.size()) {
    cost_.sites.resize(trace.sites.size());
  }

  SassCost cost() {
    find_lines();
    for (std::uint32_t i = 0; i < trace_.sites.size(); ++i) decide(i);
    follow_events();
    find_doubts(trace_, accesses_, cost_.sites);
    count_unrolled();
    leave_doubtful_to_ptx();
    for (std::uint32_t i = 0; i < trace_.sites.size(); ++i) {
      add_to_class(trace_.sites[i], cost_.sites[i].totals, cost_.totals);
    }
    return std::move(cost_);
  }

 private:
  void find_lines() {
    std::set<std::uint32_t> sites;
    for (const Site& site : trace_.sites) sites.insert(site.ptx_line);
    for (std::uint32_t i = 0; i < accesses_.size(); ++i) {
      const Access& access = accesses_[i];
      if (access.function != trace_.entry || access.is_never_run) continue;
      if (access.space == Space::local) continue;
      if (sites.contains(access.ptx_line)) {
        lines_[access.ptx_line].push_back(i);
      } else {
        cost_.strays.push_back(i);
      }
    }
  }

  void decide(std::uint32_t index) {
    const Site& site = trace_.sites[index];
    SiteInSass& result = cost_.sites[index];
    result.totals = trace_.totals[index];
    if (!is_counted(site) || trace_.totals[index].events == 0) return;
    result.fate = Fate::as_written;
    for (const std::uint32_t access : lines_[site.ptx_line]) {
      if (stands_for(accesses_[access], site)) result.accesses.push_back(access);
    }
    if (result.accesses.empty()) {
      if (!lines_[site.ptx_line].empty())
        result.doubt = Doubt::replaced;
      else
        parts_[index].role = SassRole::orphan;
    } else {
      decide_width(index);
    }
  }

  void decide_width(std::uint32_t index) {
    const Site& site = trace_.sites[index];
    SiteInSass& result = cost_.sites[index];
    const std::uint8_t width = first(result).width;
    const bool alike = std::ranges::all_of(
        result.accesses, [&](std::uint32_t access) { return accesses_[access].width == width; });
    if (!alike) {
      result.doubt = Doubt::mixed_widths;
    } else if (width > site.width) {
      parts_[index] = {SassRole::wider, width};
      result.fate = Fate::wider;
    } else if (width < site.width) {
      result.fate = Fate::narrower;
      if (!are_pieces(result, site.width / width)) result.doubt = Doubt::mixed_widths;
    }
  }

  // Whether the site's accesses follow one another from one address, `count` of them.
  [[nodiscard]] bool are_pieces(const SiteInSass& site, std::uint32_t count) const {
    std::set<std::int64_t> offsets;
    for (const std::uint32_t access : site.accesses) {
      if (accesses_[access].base != first(site).base) return false;
      offsets.insert(accesses_[access].offset);
    }
    const std::int64_t extent = std::int64_t{first(site).width} * (count - 1);
    return site.accesses.size() == count && offsets.size() == count &&
           *offsets.rbegin() - *offsets.begin() == extent;
  }

  [[nodiscard]] const Access& first(const SiteInSass& site) const {
    return accesses_[site.accesses.front()];
  }

  [[nodiscard]] bool needs_events(std::uint32_t index) const {
    const SiteInSass& site = cost_.sites[index];
    if (parts_[index].role != SassRole::other || site.fate == Fate::narrower) return true;
    const Site& ptx = trace_.sites[index];
    return !site.accesses.empty() && ptx.traits != executed_site(ptx, site, accesses_).traits;
  }

  void follow_events() {
    std::vector<bool> wanted(trace_.sites.size());
    for (std::uint32_t i = 0; i < wanted.size(); ++i) wanted[i] = needs_events(i);
    if (std::ranges::find(wanted, true) == wanted.end()) return;
    for (std::uint32_t i = 0; i < wanted.size(); ++i) {
      if (!wanted[i]) continue;
      if (!trace_.events_complete) cost_.sites[i].doubt = Doubt::events_left_out;
    }
    if (!trace_.events_complete) return;
    count_again(wanted);
    place_orphans();
  }

  // Costs of the sites whose accesses are not as written.
  void count_again(const std::vector<bool>& wanted) {
    std::vector<Site> sites(wanted.size());
    for (std::uint32_t i = 0; i < wanted.size(); ++i) {
      if (!wanted[i] || cost_.sites[i].doubt != Doubt::none) continue;
      cost_.sites[i].totals = {};
      if (parts_[i].role != SassRole::orphan)
        sites[i] = executed_site(trace_.sites[i], cost_.sites[i], accesses_);
    }
    EventView event;
    for (std::size_t row = 0; row < trace_.events.size(); ++row) {
      const std::uint32_t site = trace_.events.site(row);
      if (!wanted[site] || parts_[site].role == SassRole::orphan) continue;
      if (cost_.sites[site].doubt != Doubt::none) continue;
      trace_.events.view(row, event);
      add_pieces(sites[site], event);
    }
    settle_pieces();
  }

  void add_pieces(const Site& executed, const EventView& event) {
    SiteTotals& totals = cost_.sites[event.site].totals;
    for_each_executed(trace_.sites[event.site], executed, event, [&](const EventView& piece) {
      latest_[event.site].follow(executed, piece, add_cost, totals);
    });
  }
  void settle_pieces() {
    for (std::size_t i = 0; i < latest_.size(); ++i) latest_[i].settle(cost_.sites[i].totals);
  }

  void place_orphans() {
    const Coverage found = coverage(trace_, parts_);
    std::vector<bool> repeats;
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
      SiteInSass& site = cost_.sites[i];
      const bool stores = trace_.sites[i].kind == EventKind::store;
      if (parts_[i].role == SassRole::wider && stores && !found.whole[i]) {
        site.doubt = Doubt::partly_covered;
      }
      if (parts_[i].role != SassRole::orphan) continue;
      if (found.covered[i]) {
        site.fate = Fate::covered;
        site.covered_by = found.by[i];
        continue;
      }
      if (repeats.empty()) repeats = repeated(trace_, parts_);
      site.fate = Fate::removed;
      if (!repeats[i]) site.doubt = Doubt::missing;
    }
  }

  void count_unrolled() {
    for (const auto& [site, loops] : unrolled_loops(trace_.events, unrolled_copies(cost_))) {
      const Site executed = executed_site(trace_.sites[site], cost_.sites[site], accesses_);
      cost_.sites[site].totals = {};
      for (const UnrolledLoop& loop : loops) {
        for (const UnrolledLoop::Step& step : loop.steps()) {
          add_pieces(executed, loop.view(trace_.events, step));
        }
      }
    }
    settle_pieces();
  }

  // Figures of a wider access hold only together with those of the sites that it covers.
  void leave_doubtful_to_ptx() {
    for (SiteInSass& site : cost_.sites) {
      if (site.covered_by == trace::kNone || !site.is_certain()) continue;
      site.doubt = cost_.sites[site.covered_by].doubt;
    }
    for (std::size_t i = 0; i < cost_.sites.size(); ++i) {
      if (!cost_.sites[i].is_certain()) cost_.sites[i].totals = trace_.totals[i];
    }
  }

  const Trace& trace_;
  const std::vector<Access>& accesses_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> lines_;  // accesses by PTX line
  std::vector<SassPart> parts_;                                // beside the trace's sites
  std::vector<trace::SiteLatest> latest_;                      // pieces, by site
  SassCost cost_;
};

}  // namespace

std::string_view name_of(Fate fate) { return kFates[static_cast<std::size_t>(fate)]; }
TextView reason(Doubt doubt) { return kReasons[static_cast<std::size_t>(doubt)]; }

std::vector<Doubt> doubts_of(const SassCost& cost) {
  std::set<Doubt> doubts;
  for (const SiteInSass& site : cost.sites) doubts.insert(site.doubt);
  doubts.erase(Doubt::none);
  if (!cost.strays.empty()) doubts.insert(Doubt::replaced);  // accesses that PTX does not have
  return {doubts.begin(), doubts.end()};
}

bool SassCost::is_certain() const {
  return strays.empty() && std::ranges::all_of(sites, [](const SiteInSass& site) {
           return site.doubt == Doubt::none;
         });
}

std::map<std::uint32_t, std::uint32_t> unrolled_copies(const SassCost& cost) {
  std::map<std::uint32_t, std::uint32_t> copies;
  for (std::uint32_t i = 0; i < cost.sites.size(); ++i) {
    const SiteInSass& site = cost.sites[i];
    if (site.unrolled != 0 && site.is_certain()) copies[i] = site.unrolled;
  }
  return copies;
}

Site executed_site(const Site& site, const SiteInSass& in_sass,
                   const std::vector<Access>& accesses) {
  Site executed = site;
  if (in_sass.accesses.empty() || !in_sass.is_certain()) return executed;
  const Access& access = accesses[in_sass.accesses.front()];
  executed.width = access.width;
  if (site.kind == EventKind::atomic) executed.traits = access.traits;
  return executed;
}

SassCost cost_without_sass(const Trace& trace) {
  SassCost cost;
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    SiteInSass& site = cost.sites.emplace_back();
    site.totals = trace.totals[i];
    add_to_class(trace.sites[i], site.totals, cost.totals);
    if (!is_counted(trace.sites[i]) || site.totals.events == 0) continue;
    site.fate = Fate::as_written;
    site.doubt = Doubt::not_assembled;
  }
  return cost;
}

SassCost sass_cost(const Trace& trace, const std::vector<Access>& accesses) {
  return Join(trace, accesses).cost();
}

}  // namespace warplens::analysis
