#include "viz/analysis/limits/launch_demand.h"

#include <algorithm>
#include <vector>

#include "kernels/base/dim3.h"
#include "viz/analysis/limits/fusable_sites.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;
using trace::InstructionClass;
using trace::Site;
using trace::SiteTotals;
using trace::Space;

constexpr std::uint64_t kWidestAccess = 16;  // bytes a lane
constexpr std::uint64_t kWavefrontBytes = 128;
constexpr std::uint64_t kL2Sector = 32;

std::uint64_t divided_up(std::uint64_t value, std::uint64_t by) { return (value + by - 1) / by; }

// The rest of `count` if its accesses are fused as far as they can be.
std::uint64_t fused(std::uint64_t count, std::uint8_t width) {
  return width >= kWidestAccess ? count : divided_up(count * width, kWidestAccess);
}

struct CountedSite {
  const Site& site;
  const SiteTotals& totals;
  bool may_be_fused = false;

  [[nodiscard]] std::uint64_t least(std::uint64_t count) const {
    return may_be_fused ? fused(count, site.width) : count;
  }
};

bool is_copy(const Site& site) { return site.kind == EventKind::async_copy; }

// Loads that L1 does not keep: each time from L2.
bool passes_l1(const Site& site) {
  const bool is_load = site.kind == EventKind::load && site.space == Space::global;
  return is_load && (site.ptx.find(".cg") != std::string::npos ||
                     site.ptx.find(".volatile") != std::string::npos);
}

std::uint64_t sectors_bytes(const CountedSite& one) {
  return kL2Sector *
         std::max(one.least(one.totals.sectors), divided_up(one.totals.bytes_used, kL2Sector));
}

AccessAmounts amounts_of(const CountedSite& one) {
  AccessAmounts amounts;
  const bool is_global = one.site.space == Space::global && !is_copy(one.site);
  const bool is_shared = one.site.space == Space::shared || is_copy(one.site);
  if (is_global) {
    amounts.l1_wavefronts =
        std::max({one.least(one.totals.requests), one.least(one.totals.wavefronts),
                  divided_up(one.totals.bytes_used, kWavefrontBytes)});
    if (one.site.kind != EventKind::load) amounts.l2_bytes = sectors_bytes(one);
  }
  if (is_shared) amounts.shared_wavefronts = one.least(one.totals.wavefronts);
  if (is_global || is_shared) amounts.requests = one.least(one.totals.requests);
  return amounts;
}

// That lanes ask for; ldmatrix and stmatrix move whole matrices of 128 bytes.
std::uint64_t asked_bytes(const CountedSite& one) {
  const bool is_matrix =
      one.site.kind == EventKind::load_matrix || one.site.kind == EventKind::store_matrix;
  if (is_matrix) return kWavefrontBytes * one.site.traits.matrices * one.totals.events;
  return one.totals.lanes * one.site.width;
}

std::uint64_t shared_bytes_of(const CountedSite& one, const AccessAmounts& least) {
  return std::min(asked_bytes(one), kWavefrontBytes * least.shared_wavefronts);
}

void add(const AccessAmounts& amounts, LaunchDemand& demand) {
  demand.l1_wavefronts += amounts.l1_wavefronts;
  demand.shared_wavefronts += amounts.shared_wavefronts;
  demand.requests += amounts.requests;
  demand.l2_bytes += amounts.l2_bytes;
}

AccessAmounts difference(const AccessAmounts& all, const AccessAmounts& least) {
  return {all.l1_wavefronts - least.l1_wavefronts, all.shared_wavefronts - least.shared_wavefronts,
          all.requests - least.requests, all.l2_bytes - least.l2_bytes};
}

void add_narrow(const CountedSite& one, const AccessAmounts& least, LaunchDemand& demand) {
  const AccessAmounts more = difference(amounts_of({one.site, one.totals}), least);
  if (more != AccessAmounts{}) demand.narrow.push_back({one.site.ptx_line, one.site.width, more});
}

// By wgmma or TMA: as many bytes a wavefront as there are.
void add_reads_of_shared(std::uint64_t bytes, LaunchDemand& demand) {
  demand.shared_wavefronts += bytes / kWavefrontBytes;
  demand.shared_bytes += bytes;
}

void add_site(const CountedSite& one, LaunchDemand& demand) {
  // What a multicast brings to many comes from L2 once: only stores are sure to pass it each time.
  if (one.site.kind == EventKind::bulk_store) {
    demand.l2_bytes += one.totals.bytes_moved;
    add_reads_of_shared(one.totals.bytes_used, demand);
  }
  if (!trace::is_access(one.site.kind)) return;
  if (one.site.space == Space::local) {
    demand.local_requests += one.totals.requests;
    demand.local_bytes += one.totals.bytes_moved;
  }
  const bool is_global = one.site.space == Space::global;
  if (is_global && one.site.kind == EventKind::atomic) demand.atomic_sectors += one.totals.sectors;
  const AccessAmounts least = amounts_of(one);
  add(least, demand);
  demand.shared_bytes += shared_bytes_of(one, least);
  add_narrow(one, least, demand);
}

// Of all sectors that are loaded, and those that loads past L1 ask for.
std::uint64_t loaded_bytes(const trace::Trace& trace, const std::vector<bool>& fusable) {
  std::uint64_t passing = 0;
  for (std::size_t i = 0; i < trace.sites.size() && i < trace.totals.size(); ++i) {
    const CountedSite one{trace.sites[i], trace.totals[i], fusable[i]};
    if (passes_l1(one.site)) passing += sectors_bytes(one);
  }
  return std::max(passing, trace.counts->read_bytes);
}

// Of one precision, whose classes follow one another.
std::uint64_t arithmetic(const trace::LaunchCounts& counts, InstructionClass add) {
  const auto after = [&](int places) {
    return counts.of(static_cast<InstructionClass>(static_cast<int>(add) + places));
  };
  return after(3) + after(2) + std::max(after(0), after(1));
}

void add_work(const trace::LaunchCounts& counts, LaunchDemand& demand) {
  const auto amount = [&](Work work) -> std::uint64_t& {
    return demand.work[static_cast<std::size_t>(work)];
  };
  amount(Work::fp32) = arithmetic(counts, InstructionClass::fp32_add);
  amount(Work::fp16) = arithmetic(counts, InstructionClass::fp16_add);
  amount(Work::fp64) = arithmetic(counts, InstructionClass::fp64_add);
  amount(Work::special) = counts.of(InstructionClass::special) + counts.of(InstructionClass::bits) +
                          counts.of(InstructionClass::conversion);
  amount(Work::alu) = counts.of(InstructionClass::comparison);
  amount(Work::shuffle) = counts.of(InstructionClass::shuffle);
  amount(Work::reduction) = counts.of(InstructionClass::reduction);
  amount(Work::texture) = counts.of(InstructionClass::texture);
  for (std::size_t kind = 0; kind < trace::kTensorKinds; ++kind) {
    demand.work[static_cast<std::size_t>(Work::mma_f16) + kind] = counts.multiply_adds[kind];
  }
}

void add_instructions(const trace::LaunchCounts& counts, LaunchDemand& demand) {
  using enum InstructionClass;
  demand.flop = kWarpSize * (2 * counts.of(fp32_fused) + counts.of(fp32_rounded) +
                             counts.of(fp32_add) + counts.of(fp32_multiply));
  add_work(counts, demand);
  demand.executed = counts.blocks;
  demand.issued = demand.requests + counts.of(vote) + counts.of(barrier) + counts.of(tensor);
  for (std::size_t i = 0; i < kWorks; ++i) {
    if (!is_of_tensor_cores(static_cast<Work>(i))) demand.issued += demand.work[i];
  }
}

}  // namespace

std::optional<LaunchDemand> launch_demand(const trace::Trace& trace) {
  if (!trace.counts.has_value()) return std::nullopt;
  const trace::LaunchCounts& counts = *trace.counts;
  LaunchDemand demand;
  demand.entry = trace.entry;
  demand.blocks = trace.launch.grid.count();
  demand.threads = trace.launch.block.count();
  demand.dynamic_shared_bytes = trace.launch.dynamic_shared_bytes;
  demand.fetched_bytes = counts.fetched_bytes;
  demand.written_bytes = counts.written_bytes;
  demand.updated_bytes = counts.updated_bytes;
  demand.most_updates = counts.most_updates;
  demand.most_float_updates = counts.most_float_updates;
  const std::vector<bool> fusable = fusable_sites(trace);
  demand.l2_bytes = loaded_bytes(trace, fusable);
  for (std::size_t i = 0; i < trace.sites.size() && i < trace.totals.size(); ++i) {
    add_site({trace.sites[i], trace.totals[i], fusable[i]}, demand);
  }
  add_reads_of_shared(counts.wgmma_bytes, demand);
  add_instructions(counts, demand);
  return demand;
}

}  // namespace warplens::analysis
