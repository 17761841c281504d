#include "viz/analysis/executed/sass_plan.h"

#include <algorithm>
#include <map>
#include <set>

namespace warplens::analysis {

namespace {

using sass::Access;
using trace::Site;
using trace::Space;
using trace::Trace;

bool stands_for(const Access& access, const Site& site) {
  return access.kind == site.kind && (access.space == Space::none || access.space == site.space);
}

class Join {
 public:
  Join(const Trace& launch, const std::vector<Access>& accesses)
      : launch_(launch), accesses_(accesses) {
    plan_.sites.resize(launch.sites.size());
    plan_.parts.resize(launch.sites.size());
  }

  SassPlan plan() {
    find_lines();
    for (std::uint32_t i = 0; i < launch_.sites.size(); ++i) decide(i);
    return std::move(plan_);
  }

 private:
  void find_lines() {
    std::set<std::uint32_t> sites;
    for (const Site& site : launch_.sites) sites.insert(site.ptx_line);
    for (std::uint32_t i = 0; i < accesses_.size(); ++i) {
      const Access& access = accesses_[i];
      if (access.function != launch_.entry || access.is_never_run) continue;
      if (access.space == Space::local) continue;
      if (sites.contains(access.ptx_line)) {
        lines_[access.ptx_line].push_back(i);
      } else {
        plan_.strays.push_back(i);
      }
    }
  }

  void decide(std::uint32_t index) {
    const Site& site = launch_.sites[index];
    SiteInSass& result = plan_.sites[index];
    const bool may_run = launch_.totals.empty() || launch_.totals[index].events != 0;
    if (!is_counted(site) || !may_run) return;
    result.fate = Fate::as_written;
    for (const std::uint32_t access : lines_[site.ptx_line]) {
      if (stands_for(accesses_[access], site)) result.accesses.push_back(access);
    }
    if (result.accesses.empty()) {
      if (!lines_[site.ptx_line].empty())
        result.doubt = Doubt::replaced;
      else
        plan_.parts[index].role = SassRole::orphan;
    } else {
      decide_width(index);
    }
  }

  void decide_width(std::uint32_t index) {
    const Site& site = launch_.sites[index];
    SiteInSass& result = plan_.sites[index];
    const std::uint8_t width = first(result).width;
    const bool alike = std::ranges::all_of(
        result.accesses, [&](std::uint32_t access) { return accesses_[access].width == width; });
    if (!alike) {
      result.doubt = Doubt::mixed_widths;
    } else if (width > site.width) {
      plan_.parts[index] = {SassRole::wider, width};
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

  const Trace& launch_;
  const std::vector<Access>& accesses_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> lines_;  // accesses by PTX line
  SassPlan plan_;
};

}  // namespace

bool is_counted(const Site& site) {
  if (!trace::is_access(site.kind)) return false;
  return site.space == Space::global || site.space == Space::shared;
}

bool SassPlan::needs_events(const Trace& launch, std::uint32_t site,
                            const std::vector<Access>& accesses) const {
  const SiteInSass& in_sass = sites[site];
  if (parts[site].role != SassRole::other || in_sass.fate == Fate::narrower) return true;
  const Site& ptx = launch.sites[site];
  return !in_sass.accesses.empty() && ptx.traits != executed_site(ptx, in_sass, accesses).traits;
}

SassPlan sass_plan(const Trace& launch, const std::vector<Access>& accesses) {
  return Join(launch, accesses).plan();
}

}  // namespace warplens::analysis
