#include "viz/explain/explanation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "viz/explain/measured_rows.h"

namespace warplens::explain {
namespace {

using trace::SiteTotals;

constexpr std::uint64_t kPassBytes = 128;

// Passes that the access takes at least: of copies past L1 no class of cost has them.
std::uint64_t least_wavefronts(const ExplainedAccess& access) {
  const SiteTotals& counted = access.counted;
  if (access.kind != AccessClass::async_copy) return counted.ideal_wavefronts;
  const std::uint64_t bytes = counted.lanes * access.width;
  return std::min(counted.wavefronts,
                  std::max(counted.requests, (bytes + kPassBytes - 1) / kPassBytes));
}

std::uint64_t sum_of(const std::vector<Part>& parts) {
  std::uint64_t sum = 0;
  for (const Part& part : parts) sum += part.count;
  return sum;
}

void add_part(std::vector<Part>& parts, Cause cause, std::uint64_t count) {
  if (count != 0) parts.push_back({cause, count});
}

Cause shared_cause(const ExplainedAccess& access) {
  if (access.kind == AccessClass::async_copy && access.counted.conflicts == 0) return Cause::pieces;
  const bool is_one_word = access.crowd && access.crowd->words == 1;
  return is_one_word ? Cause::same_address : Cause::conflicts;
}

std::vector<Part> wavefront_parts(const ExplainedAccess& access) {
  std::vector<Part> parts;
  const std::uint64_t wavefronts = access.counted.wavefronts, least = least_wavefronts(access);
  const std::uint64_t first = std::min(access.counted.requests, least);
  add_part(parts, Cause::request, first);
  add_part(parts, Cause::width, least - first);
  add_part(parts, shared_cause(access), wavefronts - std::min(wavefronts, least));
  return parts;
}

bool lies_side_by_side(const Spread& spread, std::uint32_t width) {
  return spread.stride && std::abs(*spread.stride) == std::int64_t{width};
}

std::vector<Part> sector_parts(const ExplainedAccess& access) {
  std::vector<Part> parts;
  const std::uint64_t sectors = access.counted.sectors;
  const std::uint64_t needed = std::min(sectors, access.counted.ideal_sectors);
  add_part(parts, Cause::bytes, needed);
  const bool is_run = access.spread && lies_side_by_side(*access.spread, access.width);
  add_part(parts, is_run ? Cause::misaligned : Cause::apart, sectors - needed);
  return parts;
}

using Key = std::tuple<std::string, std::uint32_t, AccessClass>;

void add_site(const Explained& launch, std::uint32_t site, const DearestEvents& dearest,
              ExplainedAccess& access) {
  const trace::Site& at = launch.trace.sites[site];
  const analysis::SiteInSass& in_sass = launch.executed.cost.sites[site];
  access.width = access.sites.empty() || access.width == at.width ? at.width : 0;
  access.sites.push_back(site);
  access.counted += in_sass.totals;
  for (const std::uint32_t index : in_sass.accesses) {
    if (index < launch.code.accesses().size())
      access.sass.push_back(launch.code.accesses()[index].text);
  }
  if (!in_sass.is_certain()) {
    access.is_certain = false;
    access.doubt = Text(analysis::reason(in_sass.doubt));
  }
  const auto& crowd = dearest.crowd;
  if (crowd && (!access.crowd || crowd->wavefronts > access.crowd->wavefronts))
    access.crowd = crowd;
  const auto& spread = dearest.spread;
  const auto excess = [](const Spread& each) {
    return each.sectors - std::min(each.sectors, each.ideal_sectors);
  };
  if (spread && (!access.spread || excess(*spread) > excess(*access.spread)))
    access.spread = spread;
}

std::vector<ExplainedAccess> accesses_of(const Explained& launch) {
  const std::vector<DearestEvents> dearest = dearest_events(launch.trace);
  std::map<Key, ExplainedAccess> by_key;
  for (std::uint32_t i = 0; i < launch.trace.sites.size(); ++i) {
    const trace::Site& site = launch.trace.sites[i];
    const auto kind = class_of(site);
    if (!kind || launch.executed.cost.sites[i].totals.requests == 0) continue;
    ExplainedAccess& access = by_key[{site.file, site.line, *kind}];
    access.place = {site.file, site.line};
    access.kind = *kind;
    add_site(launch, i, dearest[i], access);
  }
  std::vector<ExplainedAccess> accesses;
  for (auto& [key, access] : by_key) {
    if (has_shared_side(access.kind)) access.wavefronts = wavefront_parts(access);
    if (has_global_side(access.kind)) access.sectors = sector_parts(access);
    accesses.push_back(std::move(access));
  }
  return accesses;
}

bool differs(const std::optional<std::uint64_t>& measured, std::uint64_t counted) {
  return measured && *measured != counted;
}

Rest rest_of(const Explained& launch, const ExplainedAccess& access) {
  if (!access.measured) return Rest::none;
  const MeasuredAccess& measured = *access.measured;
  const bool is_equal = !differs(measured.wavefronts, sum_of(access.wavefronts)) &&
                        !differs(measured.sectors, sum_of(access.sectors));
  if (is_equal) return Rest::none;
  if (!access.counted.modelled) return Rest::without_rule;
  if (launch.trace.order_dependent) return Rest::another_order;
  if (!access.is_certain) return Rest::uncertain;
  const bool may_miss =
      access.kind == AccessClass::async_copy && launch.executed.cost.has_predicated_copies;
  if (may_miss && measured.executed >= access.counted.requests) return Rest::missed_copies;
  // An instruction whose lanes are all off is executed and makes no request.
  if (measured.executed < access.counted.requests) return Rest::other_launch;
  return Rest::unknown;
}

// Counters of the pipe itself, which is shared with other traffic.
bool counts_lost_passes(const Metric& metric) {
  return metric.page == Page::details &&
         metric.name.find("_pipe_lsu_mem_shared") != std::string_view::npos &&
         !metric.name.starts_with("smsp__sass");
}

bool is_pipe_wavefronts(const Metric& metric) {
  return metric.name.starts_with("l1tex__data_pipe_lsu_wavefronts_mem_shared_op");
}

bool is_about_copies(const Metric& metric) {
  return metric.name.find("ldgsts") != std::string_view::npos;
}

// Ratios are printed with two digits.
bool are_equal(const Metric& metric, double measured, double counted) {
  const bool is_rounded = metric.unit == Unit::ratio || metric.unit == Unit::percent;
  return std::abs(measured - counted) < (is_rounded ? 0.0051 : 0.5);
}

bool is_modelled(const analysis::KernelTotals& totals) {
  return std::ranges::all_of(analysis::kTotalsClasses, [&](const analysis::TotalsClass& each) {
    return (totals.*each.own).modelled;
  });
}

Rest rest_of(const Explained& launch, const Explanation& explanation, const ExplainedMetric& row) {
  if (!row.counted || are_equal(*row.metric, row.measured, *row.counted)) return Rest::none;
  if (!explanation.is_same_launch) return Rest::other_launch;
  if (!is_modelled(explanation.totals)) return Rest::without_rule;
  if (launch.trace.order_dependent) return Rest::another_order;
  if (!launch.executed.cost.is_certain()) return Rest::uncertain;
  const bool may_lose = counts_lost_passes(*row.metric) || is_pipe_wavefronts(*row.metric);
  if (may_lose && row.measured > *row.counted) return Rest::arbitration;
  const bool has_copies = row.metric->page == Page::source || is_about_copies(*row.metric);
  const bool may_miss = has_copies && launch.executed.cost.has_predicated_copies;
  if (may_miss && row.measured < *row.counted) return Rest::missed_copies;
  return Rest::unknown;
}

bool is_same(const trace::TracedLaunch& launch, const ProfiledLaunch& report) {
  const bool grid = !report.grid || *report.grid == launch.grid;
  return grid && (!report.block || *report.block == launch.block);
}

void add_metrics(const Explained& launch, const ProfiledLaunch& report, Explanation& explanation) {
  std::map<const Metric*, double> measured;
  for (const auto& [name, value] : report.metrics) {
    if (const Metric* metric = find_metric(name)) measured.emplace(metric, value);
  }
  for (const Metric& metric : metrics()) {
    const auto at = measured.find(&metric);
    if (at == measured.end()) continue;
    ExplainedMetric row{&metric, at->second, std::nullopt, Rest::none};
    if (metric.figure != nullptr) row.counted = metric.figure(explanation.totals);
    row.rest = rest_of(launch, explanation, row);
    explanation.metrics.push_back(row);
  }
}

}  // namespace

std::uint64_t ExplainedAccess::excess() const {
  std::uint64_t excess = 0;
  for (const std::vector<Part>* parts : {&wavefronts, &sectors}) {
    for (const Part& part : *parts) {
      const bool is_needed =
          part.cause == Cause::request || part.cause == Cause::width || part.cause == Cause::bytes;
      if (!is_needed) excess += part.count;
    }
  }
  return excess;
}

Explanation explain(const Explained& launch, const ProfiledLaunch* report) {
  Explanation explanation;
  explanation.accesses = accesses_of(launch);
  explanation.totals = launch.executed.cost.totals;
  std::set<AccessClass> classes;
  for (const ExplainedAccess& access : explanation.accesses) classes.insert(access.kind);
  explanation.classes.assign(classes.begin(), classes.end());
  if (report == nullptr) return explanation;
  explanation.is_same_launch = is_same(launch.trace.launch, *report);
  explanation.unplaced = place_rows(report->rows, launch, explanation.accesses);
  for (ExplainedAccess& access : explanation.accesses) {
    access.rest = rest_of(launch, access);
    if (access.rest != Rest::none && !explanation.is_same_launch) access.rest = Rest::other_launch;
  }
  add_metrics(launch, *report, explanation);
  return explanation;
}

}  // namespace warplens::explain
