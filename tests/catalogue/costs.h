// What a kernel of the catalogue costs.
#pragma once

#include <memory>
#include <set>

#include "tests/catalogue/running.h"
#include "viz/analysis/kernel_cost.h"

namespace warplens {

// Totals alone, without events.
inline std::shared_ptr<const trace::Trace> totals_trace(std::string_view name,
                                                        const catalog::Parameters& settings) {
  run::Options options = quick();
  options.machine.recording = machine::Recording::totals;
  options.machine.cost = analysis::add_cost;
  const auto result = run::run_variant(catalogue(), name, settings, options);
  EXPECT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  return result->traces.at(0);
}

inline analysis::KernelTotals totals_of(std::string_view name,
                                        const catalog::Parameters& settings) {
  return analysis::kernel_totals(*totals_trace(name, settings));
}

inline std::uint64_t instructions_of(std::string_view name, const catalog::Parameters& settings) {
  return totals_trace(name, settings)->lane_instructions;
}

inline double sectors_a_request(const trace::SiteTotals& totals) {
  return static_cast<double>(totals.sectors) / static_cast<double>(totals.requests);
}

// With totals and the events of all blocks, one trace a launch.
inline std::vector<std::shared_ptr<const trace::Trace>> recorded(
    std::string_view name, const catalog::Parameters& settings) {
  run::Options options;
  options.machine.cost = analysis::add_cost;
  const auto result = run::run_variant(catalogue(), name, settings, options);
  EXPECT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_TRUE(result->traces.at(0)->events_complete);
  return result->traces;
}

// Calls visit(event, site) for each access of global memory of this kind.
template <class F>
void for_each_global(const trace::Trace& trace, trace::EventKind kind, const F& visit) {
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::Site& site = trace.sites[trace.events.site(row)];
    if (site.space != trace::Space::global || site.kind != kind) continue;
    visit(trace.events.view(row), site);
  }
}

// The numbers of sectors that requests of 32 active lanes touch.
inline std::set<std::uint32_t> sectors_of_full_warps(const trace::Trace& trace,
                                                     trace::EventKind kind) {
  std::set<std::uint32_t> sectors;
  for_each_global(trace, kind, [&](const trace::EventView& event, const trace::Site& site) {
    if (event.mask == ~0u) sectors.insert(analysis::access_cost(site, event).sectors);
  });
  return sectors;
}

// Of the variant's only launch, when loads and stores are alike.
inline std::set<std::uint32_t> sectors_of_full_warps(std::string_view name,
                                                     const catalog::Parameters& settings) {
  const auto traces = recorded(name, settings);
  auto sectors = sectors_of_full_warps(*traces.at(0), trace::EventKind::load);
  sectors.merge(sectors_of_full_warps(*traces.at(0), trace::EventKind::store));
  return sectors;
}

}  // namespace warplens
