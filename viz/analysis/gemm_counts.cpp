#include "viz/analysis/gemm_counts.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;

constexpr std::uint64_t kMatrixBytes = 128;  // 8 × 8 elements of two bytes

bool is_load(const trace::Site& site) {
  const bool reads = site.kind == EventKind::load || site.kind == EventKind::load_matrix ||
                     site.kind == EventKind::async_copy;
  return reads && (site.space == trace::Space::global || site.space == trace::Space::shared ||
                   site.kind == EventKind::async_copy);
}

std::uint64_t bytes_of(const trace::Site& site, const trace::SiteTotals& totals) {
  if (site.kind == EventKind::load_matrix) {
    return totals.events * site.traits.matrices * kMatrixBytes;
  }
  return totals.lanes * site.width;
}

}  // namespace

std::uint64_t GemmCounts::for_a_thousand(std::uint64_t count) const {
  if (multiply_adds == 0) return 0;
  return (count * 1000 + multiply_adds / 2) / multiply_adds;
}

GemmCounts gemm_counts(const trace::Trace& trace, const GemmShape& shape) {
  GemmCounts counts;
  counts.multiply_adds = std::uint64_t{shape.m} * shape.n * shape.k;
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    const trace::Site& site = trace.sites[i];
    if (!is_load(site)) continue;
    const bool is_shared = site.space == trace::Space::shared && site.kind != EventKind::async_copy;
    GemmLoads& loads = is_shared ? counts.shared : counts.global;
    loads.accesses += trace.totals[i].lanes;
    loads.values += bytes_of(site, trace.totals[i]) / shape.a.element_bytes;
  }
  return counts;
}

}  // namespace warplens::analysis
