#include "viz/analysis/sass_cost.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "viz/analysis/sass_doubts.h"
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
constexpr std::array<std::string_view, 9> kDoubts{
    "",
    "the trace has not kept every event",
    "no SASS instruction stands for it, and nothing shows why",
    "its line has other kinds of SASS accesses",
    "copies of it in the SASS have different widths",
    "parts of its wider store are written by no PTX store",
    "its SASS instruction runs for other lanes than PTX does",
    "PTX repeats it in a loop, its SASS instruction stands in none",
    "lanes of a warp may run different copies of it in the SASS"};

bool is_counted(const Site& site) {
  if (site.kind == EventKind::barrier || site.kind == EventKind::branch) return false;
  return site.space == Space::global || site.space == Space::shared;
}

bool stands_for(const Access& access, const Site& site) {
  return access.kind == site.kind && (access.space == Space::none || access.space == site.space);
}

class Join {
 public:
  Join(const Trace& trace, const std::vector<Access>& accesses)
      : trace_(trace), accesses_(accesses), parts_(trace.sites.size()) {
    cost_.sites.resize(trace.sites.size());
  }

  SassCost cost() {
    find_lines();
    for (std::uint32_t i = 0; i < trace_.sites.size(); ++i) decide(i);
    follow_events();
    find_doubts(trace_, accesses_, cost_.sites);
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
    if (!is_counted(site) || trace_.totals[index].events == 0) return;
    result.totals = trace_.totals[index];
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

  // The site as its SASS accesses have it.
  [[nodiscard]] Site in_sass(std::uint32_t index) const {
    Site site = trace_.sites[index];
    const Access& access = first(cost_.sites[index]);
    site.width = access.width;
    if (site.kind == EventKind::atomic) site.traits = access.traits;
    return site;
  }

  [[nodiscard]] bool needs_events(std::uint32_t index) const {
    const SiteInSass& site = cost_.sites[index];
    if (parts_[index].role != SassRole::other || site.fate == Fate::narrower) return true;
    return !site.accesses.empty() && trace_.sites[index].traits != in_sass(index).traits;
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
      SiteTotals& totals = cost_.sites[i].totals;
      totals = {.events = totals.events, .lanes = totals.lanes};
      if (parts_[i].role != SassRole::orphan) sites[i] = in_sass(i);
    }
    for (std::size_t row = 0; row < trace_.events.size(); ++row) {
      const std::uint32_t site = trace_.events.site(row);
      if (!wanted[site] || parts_[site].role == SassRole::orphan) continue;
      if (cost_.sites[site].doubt == Doubt::none) add_pieces(sites[site], trace_.events.view(row));
    }
  }

  void add_pieces(const Site& piece, EventView event) {
    const std::uint32_t pieces =
        std::max<std::uint32_t>(1, trace_.sites[event.site].width / piece.width);
    for (std::uint64_t& address : event.address) address = aligned(address, piece.width);
    for (std::uint32_t i = 0; i < pieces; ++i) {
      add_cost(piece, event, cost_.sites[event.site].totals);
      for (std::uint64_t& address : event.address) address += piece.width;
    }
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
        continue;
      }
      if (repeats.empty()) repeats = repeated(trace_, parts_);
      site.fate = Fate::removed;
      if (!repeats[i]) site.doubt = Doubt::missing;
    }
  }

  const Trace& trace_;
  const std::vector<Access>& accesses_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> lines_;  // accesses by PTX line
  std::vector<SassPart> parts_;                                // beside the trace's sites
  SassCost cost_;
};

}  // namespace

std::string_view name_of(Fate fate) { return kFates[static_cast<std::size_t>(fate)]; }
std::string_view name_of(Doubt doubt) { return kDoubts[static_cast<std::size_t>(doubt)]; }

bool SassCost::is_certain() const {
  return strays.empty() && std::ranges::all_of(sites, [](const SiteInSass& site) {
           return site.doubt == Doubt::none;
         });
}

SassCost sass_cost(const Trace& trace, const std::vector<Access>& accesses) {
  return Join(trace, accesses).cost();
}

}  // namespace warplens::analysis
