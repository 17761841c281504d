#include "viz/analysis/executed/executed_trace.h"

#include <algorithm>
#include <map>

#include "viz/analysis/executed/sass_plan.h"
#include "viz/analysis/executed/unrolled_loop.h"
#include "viz/analysis/executed/wide_accesses.h"

namespace warplens::analysis {

namespace {

using trace::Site;
using trace::Trace;

bool is_executed(const SiteInSass& site) {
  const bool is_left_out = site.fate == Fate::covered || site.fate == Fate::removed;
  return !is_left_out || !site.is_certain();
}

bool is_changed(const SiteInSass& site, const Site& ptx, const Site& executed) {
  return !is_executed(site) || ptx != executed || site.unrolled != 0;
}

// Events that the SASS executes for unrolled loops, where lanes that left early run with the
// others; by the row of the PTX event that they replace.
class UnrolledEvents {
 public:
  UnrolledEvents(const Trace& trace, const SassCost& cost)
      : trace_(trace), loops_(unrolled_loops(trace.events, unrolled_copies(cost))) {
    for (const auto& [site, loops] : loops_) {
      for (const UnrolledLoop& loop : loops) {
        for (const UnrolledLoop::Step& step : loop.steps())
          at_row_.emplace(step.row, Own{loop, step});
      }
    }
  }

  [[nodiscard]] bool are_of(std::uint32_t site) const { return loops_.contains(site); }

  template <class Visit>
  void for_each(std::size_t row, const Visit& visit) const {
    const auto [begin, end] = at_row_.equal_range(row);
    for (auto own = begin; own != end; ++own) {
      visit(own->second.loop.get().view(trace_.events, own->second.step));
    }
  }

 private:
  struct Own {
    std::reference_wrapper<const UnrolledLoop> loop;
    UnrolledLoop::Step step;
  };
  const Trace& trace_;
  UnrolledLoops loops_;
  std::multimap<std::size_t, Own> at_row_;
};

// The events that a wider load of a trip before executes.
WideAccesses joined_trips(const Trace& trace, const Code& code, const SassCost& cost) {
  if (std::ranges::none_of(cost.sites, &SiteInSass::joins_trips)) return {};
  WideAccesses wide(trace.sites, sass_plan(trace, code.accesses()).parts);
  wide.read(trace.events);
  return wide;
}

// All but the events.
Trace without_events(const Trace& trace) {
  Trace copy;
  copy.kernel = trace.kernel;
  copy.entry = trace.entry;
  copy.backend = trace.backend;
  copy.target = trace.target;
  copy.launch = trace.launch;
  copy.buffers = trace.buffers;
  copy.shared_arrays = trace.shared_arrays;
  copy.ptx_files = trace.ptx_files;
  copy.first_block = trace.first_block;
  copy.block_count = trace.block_count;
  copy.events_complete = trace.events_complete;
  copy.findings = trace.findings;
  copy.printed = trace.printed;
  copy.order_dependent = trace.order_dependent;
  copy.lane_instructions = trace.lane_instructions;
  copy.seconds = trace.seconds;
  return copy;
}

}  // namespace

std::shared_ptr<const Trace> executed_trace(const std::shared_ptr<const Trace>& trace,
                                            const Code& code, const Executed& executed) {
  const std::vector<SiteInSass>& sites = executed.cost.sites;
  std::vector<Site> now;
  std::vector<bool> changed;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    now.push_back(executed_site(trace->sites[i], sites[i], code.accesses()));
    changed.push_back(is_changed(sites[i], trace->sites[i], now[i]));
  }
  if (std::ranges::find(changed, true) == changed.end()) return trace;

  Trace result = without_events(*trace);
  const UnrolledEvents unrolled(*trace, executed.cost);
  const WideAccesses wide = joined_trips(*trace, code, executed.cost);
  for (const SiteInSass& site : sites) result.totals.push_back(site.totals);
  for (std::size_t row = 0; row < trace->events.size(); ++row) {
    const std::uint32_t site = trace->events.site(row);
    const bool has_address = trace::has_addresses(now[site]);
    const bool has_address2 = now[site].kind == trace::EventKind::async_copy;
    const auto keep = [&](const trace::EventView& event) {
      result.events.append(event, has_address, has_address2);
    };
    const auto keep_executed = [&](const trace::EventView& event) {
      for_each_executed(trace->sites[site], now[site], event, keep);
    };
    if (!changed[site]) {
      keep(trace->events.view(row));
    } else if (unrolled.are_of(site)) {
      unrolled.for_each(row, keep_executed);
    } else if (is_executed(sites[site]) && !wide.is_joined(row)) {
      keep_executed(trace->events.view(row));
    }
  }
  result.sites = std::move(now);
  return std::make_shared<const Trace>(std::move(result));
}

}  // namespace warplens::analysis
