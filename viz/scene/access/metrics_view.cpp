#include "viz/scene/access/metrics_view.h"

#include <fmt/format.h>

#include <bit>

#include "viz/scene/access/elements.h"
#include "viz/scene/draw/palette.h"

namespace warplens::scene {
namespace {

using MetricRows = std::vector<MetricRow>;

void add_count(MetricRows& rows, MetricLabel label, std::uint64_t count, bool costly) {
  rows.push_back({label, with_separators(count), costly, static_cast<double>(count)});
}

void add_global(MetricRows& rows, const trace::SiteTotals& totals) {
  add_count(rows, MetricLabel::requests, totals.requests, false);
  const bool costly = is_costly(totals.sectors, totals.ideal_sectors);
  add_count(rows, MetricLabel::sectors, totals.sectors, costly);
  if (totals.requests > 0) {
    const double ratio = static_cast<double>(totals.sectors) / static_cast<double>(totals.requests);
    rows.push_back({MetricLabel::sectors_per_request, fmt::format("{:.2f}", ratio), costly, ratio});
  }
  const double used = analysis::efficiency(totals);
  rows.push_back({MetricLabel::efficiency, fmt::format("{:.1f} %", 100 * used), costly, used});
}

void add_shared(MetricRows& rows, const trace::SiteTotals& totals) {
  if (!totals.modelled) {
    rows.push_back({MetricLabel::not_modelled, "", false});
    return;
  }
  const bool costly = is_costly(totals.wavefronts, totals.ideal_wavefronts);
  add_count(rows, MetricLabel::wavefronts, totals.wavefronts, costly);
  add_count(rows, MetricLabel::ideal_wavefronts, totals.ideal_wavefronts, false);
  add_count(rows, MetricLabel::conflicts, totals.conflicts, costly);
  add_count(rows, MetricLabel::n_way, totals.max_way, totals.max_way > 1);
}

void add_copies(MetricRows& rows, const trace::SiteTotals& totals) {
  if (totals.modelled)
    add_global(rows, totals);
  else
    rows.push_back({MetricLabel::no_rule, "", false});
}

}  // namespace

std::string with_separators(std::uint64_t number) {
  std::string text = fmt::format("{}", number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

warplens::Text counted(std::uint64_t count, const TextView& one, const TextView& many) {
  return tr(count == 1 ? one : many, with_separators(count));
}

std::vector<MetricRow> event_metrics(const analysis::CostedEvent& event) {
  MetricRows rows;
  const trace::Site& site = *event.site;
  const int lanes = std::popcount(event.view.mask);
  rows.push_back({MetricLabel::active_lanes, fmt::format("{} / 32", lanes), false,
                  static_cast<double>(lanes)});
  const trace::SiteTotals totals = analysis::as_totals(event.cost);
  if (trace::is_bulk_copy(site.kind)) add_copies(rows, totals);
  if (touches_global(site) || site.space == trace::Space::local) add_global(rows, totals);
  if (site.kind == trace::EventKind::async_copy || site.space == trace::Space::shared)
    add_shared(rows, totals);
  return rows;
}

std::vector<MetricTable> kernel_metrics(const analysis::KernelTotals& totals) {
  std::vector<MetricTable> tables;
  const auto add = [&tables](MetricClass of, const trace::SiteTotals& sums, bool global,
                             bool shared) {
    if (sums.events == 0) return;
    MetricTable table{of, {}};
    if (global) add_global(table.rows, sums);
    if (shared) add_shared(table.rows, sums);
    tables.push_back(std::move(table));
  };
  add(MetricClass::global_load, totals.global_load, true, false);
  add(MetricClass::global_store, totals.global_store, true, false);
  add(MetricClass::global_atomic, totals.global_atomic, true, false);
  add(MetricClass::shared_load, totals.shared_load, false, true);
  add(MetricClass::shared_store, totals.shared_store, false, true);
  add(MetricClass::shared_atomic, totals.shared_atomic, false, true);
  add(MetricClass::async_copy, totals.async_copy, true, true);
  add(MetricClass::local_load, totals.local_load, true, false);
  add(MetricClass::local_store, totals.local_store, true, false);
  add(MetricClass::bulk_load, totals.bulk_load, true, false);
  add(MetricClass::bulk_store, totals.bulk_store, true, false);
  return tables;
}

}  // namespace warplens::scene
