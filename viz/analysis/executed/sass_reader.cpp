#include "viz/analysis/executed/sass_reader.h"

#include "viz/analysis/executed/local_sites.h"
#include "viz/analysis/executed/sass_doubts.h"

namespace warplens::analysis {

using trace::EventKind;
using trace::Events;
using trace::Site;
using trace::Trace;

namespace {

bool has_run(const Trace& trace, std::size_t site) { return trace.totals[site].events != 0; }

// Figures of a wider access hold only together with those of the sites that it covers.
void leave_doubtful_to_ptx(const Trace& trace, std::vector<SiteInSass>& sites) {
  for (SiteInSass& site : sites) {
    if (site.covered_by == trace::kNone || !site.is_certain()) continue;
    site.doubt = sites[site.covered_by].doubt;
  }
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (!sites[i].is_certain()) sites[i].totals = trace.totals[i];
  }
}

}  // namespace

void SassReader::start(const Trace& launch) {
  plan_ = sass_plan(launch, *accesses_);
  std::vector<Site> executed;
  needs_events_.clear();
  for (std::uint32_t i = 0; i < launch.sites.size(); ++i) {
    needs_events_.push_back(plan_.needs_events(launch, i, *accesses_));
    executed.push_back(executed_site(launch.sites[i], plan_.sites[i], *accesses_));
  }
  pieces_ = PieceTotals(launch.sites, std::move(executed));
  wide_ = WideAccesses(launch.sites, plan_.parts);
  parting_ = PartingLanes(launch, plan_, *accesses_);
}

bool SassReader::is_recounted(std::uint32_t site) const {
  return needs_events_[site] && plan_.parts[site].role != SassRole::orphan &&
         plan_.sites[site].is_certain();
}

bool SassReader::reads(std::uint32_t site) const {
  return is_recounted(site) || wide_.looks_at(site) || parting_.looks_at(site);
}

void SassReader::read(const Events& events) {
  wide_.read(events);
  for (std::size_t row = 0; row < events.size(); ++row) {
    if (is_recounted(events.site(row)) && !wide_.is_joined(row)) pieces_.add(events, row);
  }
  parting_.read(events);
}

SassCost SassReader::cost(const Trace& trace) const {
  SassCost cost;
  cost.strays = plan_.strays;
  cost.sites = plan_.sites;
  for (std::size_t i = 0; i < cost.sites.size(); ++i) {
    if (!has_run(trace, i)) cost.sites[i] = {};
    cost.sites[i].totals = trace.totals[i];
    if (!trace.sites[i].traits.is_async_bypass_l1) continue;
    for (const std::uint32_t access : cost.sites[i].accesses) {
      cost.has_predicated_copies |= (*accesses_)[access].is_predicated;
    }
  }
  if (trace.events_complete) {
    recount(trace, cost.sites);
    place_orphans(trace, cost.sites);
  } else {
    doubt_without_events(trace, cost.sites);
  }
  find_doubts(trace, *accesses_, parting_, cost.sites);
  for (std::uint32_t i = 0; i < cost.sites.size(); ++i) {
    const SiteInSass& site = cost.sites[i];
    if (site.unrolled != 0 && site.is_certain()) cost.sites[i].totals = parting_.totals(i);
  }
  decide_local_sites(trace, *accesses_, cost.sites);
  leave_doubtful_to_ptx(trace, cost.sites);
  for (std::size_t i = 0; i < cost.sites.size(); ++i) {
    add_to_class(trace.sites[i], cost.sites[i].totals, cost.totals);
  }
  return cost;
}

void SassReader::doubt_without_events(const Trace& trace, std::vector<SiteInSass>& sites) const {
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (has_run(trace, i) && needs_events_[i]) sites[i].doubt = Doubt::events_left_out;
  }
}

// Costs of the sites whose accesses are not as written; those of an orphan are another's.
void SassReader::recount(const Trace& trace, std::vector<SiteInSass>& sites) const {
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    if (!has_run(trace, i) || !needs_events_[i] || !sites[i].is_certain()) continue;
    sites[i].totals = is_recounted(i) ? pieces_.of(i) : trace::SiteTotals();
  }
}

void SassReader::place_orphans(const Trace& trace, std::vector<SiteInSass>& sites) const {
  const Coverage& found = wide_.found();
  for (std::size_t i = 0; i < sites.size(); ++i) {
    SiteInSass& site = sites[i];
    if (!has_run(trace, i)) continue;
    const bool stores = trace.sites[i].kind == EventKind::store;
    site.joins_trips = found.joins_trips[i];
    if (plan_.parts[i].role == SassRole::wider && stores && !found.whole[i]) {
      site.doubt = Doubt::partly_covered;
    }
    if (plan_.parts[i].role != SassRole::orphan) continue;
    if (found.covered[i]) {
      site.fate = Fate::covered;
      site.covered_by = found.by[i];
      continue;
    }
    site.fate = Fate::removed;
    if (!found.repeated[i]) site.doubt = Doubt::missing;
  }
}

}  // namespace warplens::analysis
