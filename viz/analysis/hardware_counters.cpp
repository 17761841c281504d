#include "viz/analysis/hardware_counters.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warplens::analysis {

namespace {

using trace::SiteTotals;
using Names = std::string_view[];

constexpr Names kLoadRequests = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"};
// The pipe's counter of requests also counts the copies of cp.async (seen on an H200 with
// gemm/async_copy, whose only global reads they are), and its counter of sectors counts pairs of
// source line and destination segment for those past L1: by instruction each has its own.
constexpr Names kCopyRequests = {"smsp__sass_l1tex_t_requests_pipe_lsu_mem_global_op_ldgsts.sum"};
constexpr Names kLoadSectors = {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum"};
constexpr Names kStoreRequests = {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"};
constexpr Names kStoreSectors = {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"};
constexpr Names kAtomicSectors = {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum",
                                  "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum"};
constexpr Names kCopySectors = {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum"};
// ldmatrix and stmatrix have counters of their own by instruction, and share the pipe's (measured
// on an H100 and an H200 with each kind alone and beside a plain access).
constexpr Names kLoadWavefronts = {
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum"};
constexpr Names kLoadConflicts = {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"};
constexpr Names kStoreWavefronts = {
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_stsm.sum"};
constexpr Names kStoreConflicts = {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"};
constexpr Names kAtomicWavefronts = {
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"};
constexpr Names kCopyWavefronts = {
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum"};
constexpr Names kCopyConflicts = {
    "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum"};

constexpr LostPasses kLostLoads{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                                kLoadWavefronts};
constexpr LostPasses kLostStores{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                                 kStoreWavefronts};

template <SiteTotals KernelTotals::*Class, std::uint64_t SiteTotals::*Figure>
std::uint64_t figure(const KernelTotals& totals) {
  return totals.*Class.*Figure;
}

// MODEL.md has no rule for some shared accesses.
template <SiteTotals KernelTotals::*Class>
bool modelled(const KernelTotals& totals) {
  return (totals.*Class).modelled;
}

using T = KernelTotals;
using S = SiteTotals;
using F = HardwareCounter::Figure;
constexpr Names kBulkLoadSectors = {"l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"};
constexpr Names kBulkStoreSectors = {"l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum",
                                     "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_red.sum"};
constexpr std::array<HardwareCounter, 16> kCounters{{
    {"global load requests",
     F::requests,
     kLoadRequests,
     figure<&T::global_load, &S::requests>,
     {},
     nullptr,
     kCopyRequests},
    {"global load sectors", F::sectors, kLoadSectors, figure<&T::global_load, &S::sectors>},
    {"global store requests", F::requests, kStoreRequests, figure<&T::global_store, &S::requests>},
    {"global store sectors", F::sectors, kStoreSectors, figure<&T::global_store, &S::sectors>},
    {"global atomic sectors", F::sectors, kAtomicSectors, figure<&T::global_atomic, &S::sectors>},
    {"async copy requests", F::requests, kCopyRequests, figure<&T::async_copy, &S::requests>},
    {.name = "async copy sectors",
     .figure = F::sectors,
     .metrics = kCopySectors,
     .predicted = figure<&T::async_copy, &S::sectors>,
     .misses_predicated = true},
    {.name = "TMA load sectors",
     .figure = F::sectors,
     .metrics = kBulkLoadSectors,
     .predicted = figure<&T::bulk_load, &S::sectors>,
     .is_modelled = modelled<&T::bulk_load>},
    {"TMA store sectors", F::sectors, kBulkStoreSectors, figure<&T::bulk_store, &S::sectors>},
    {"shared load wavefronts", F::wavefronts, kLoadWavefronts,
     figure<&T::shared_load, &S::wavefronts>},
    {"shared load conflicts", F::conflicts, kLoadConflicts, figure<&T::shared_load, &S::conflicts>,
     kLostLoads},
    {"shared store wavefronts", F::wavefronts, kStoreWavefronts,
     figure<&T::shared_store, &S::wavefronts>},
    {"shared store conflicts", F::conflicts, kStoreConflicts,
     figure<&T::shared_store, &S::conflicts>, kLostStores},
    {"shared atomic wavefronts",
     F::wavefronts,
     kAtomicWavefronts,
     figure<&T::shared_atomic, &S::wavefronts>,
     {},
     modelled<&T::shared_atomic>},
    {.name = "async copy wavefronts",
     .figure = F::wavefronts,
     .metrics = kCopyWavefronts,
     .predicted = figure<&T::async_copy, &S::wavefronts>,
     .is_modelled = modelled<&T::async_copy>,
     .misses_predicated = true},
    {.name = "async copy conflicts",
     .figure = F::conflicts,
     .metrics = kCopyConflicts,
     .predicted = figure<&T::async_copy, &S::conflicts>,
     .is_modelled = modelled<&T::async_copy>,
     .misses_predicated = true},
}};

// L2's own rate (lts__t_sector_hit_rate.pct) also counts what is no access of the kernel: it was
// seen above 100 % for small grids. The sectors that come from L1 are the kernel's alone.
using Unit = ObservedCounter::Unit;
constexpr std::array<ObservedCounter, 4> kObserved{{
    {"L1 hit rate", "l1tex__t_sectors_lookup_hit.sum", "l1tex__t_sectors_lookup_miss.sum",
     Unit::percent},
    {"L2 hit rate", "lts__t_sectors_srcunit_tex_lookup_hit.sum",
     "lts__t_sectors_srcunit_tex_lookup_miss.sum", Unit::percent},
    {"DRAM bytes read", "dram__bytes_read.sum", "", Unit::bytes},
    {"DRAM bytes written", "dram__bytes_write.sum", "", Unit::bytes},
}};

}  // namespace

std::span<const HardwareCounter> hardware_counters() { return kCounters; }
std::span<const ObservedCounter> observed_counters() { return kObserved; }

namespace {

// The sum; nothing if one of them was not counted.
std::optional<double> sum_of(std::span<const std::string_view> metrics,
                             const MetricValues& values) {
  double sum = 0;
  for (const std::string_view metric : metrics) {
    const auto value = values.find(metric);
    if (value == values.end()) return std::nullopt;
    sum += value->second;
  }
  return sum;
}

double lost(const LostPasses& passes, const MetricValues& values) {
  const auto pipe = values.find(passes.pipe);
  const auto instructions = sum_of(passes.instructions, values);
  if (pipe == values.end() || !instructions.has_value()) return 0;
  return std::max(pipe->second - *instructions, 0.0);
}

}  // namespace

std::optional<std::uint64_t> measured(const HardwareCounter& counter, const MetricValues& values) {
  const auto sum = sum_of(counter.metrics, values);
  const auto others = sum_of(counter.others, values);
  if (!sum.has_value() || !others.has_value()) return std::nullopt;
  const double own = *sum - *others - lost(counter.lost, values);
  return static_cast<std::uint64_t>(std::llround(std::max(own, 0.0)));
}

std::optional<double> observed(const ObservedCounter& counter, const MetricValues& values) {
  const auto part = values.find(counter.metric);
  if (part == values.end()) return std::nullopt;
  if (counter.rest.empty()) return part->second;
  const auto rest = values.find(counter.rest);
  if (rest == values.end() || part->second + rest->second <= 0) return std::nullopt;
  return 100 * part->second / (part->second + rest->second);
}

std::vector<std::string> predicted_metrics() {
  std::vector<std::string> names;
  for (const HardwareCounter& counter : kCounters) {
    names.insert(names.end(), counter.metrics.begin(), counter.metrics.end());
    if (!counter.lost.pipe.empty()) names.emplace_back(counter.lost.pipe);
  }
  return names;
}

std::vector<std::string> all_metrics() {
  std::vector<std::string> names = predicted_metrics();
  for (const ObservedCounter& counter : kObserved) {
    names.emplace_back(counter.metric);
    if (!counter.rest.empty()) names.emplace_back(counter.rest);
  }
  return names;
}

}  // namespace warplens::analysis
