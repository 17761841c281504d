#include "viz/explain/metrics.h"

#include <array>

namespace warplens::explain {
namespace {

using analysis::KernelTotals;
using trace::SiteTotals;
using K = KernelTotals;
using S = SiteTotals;

template <std::uint64_t S::*Figure, SiteTotals K::*... Classes>
std::optional<double> sum(const KernelTotals& totals) {
  return static_cast<double>((((totals.*Classes).*Figure) + ...));
}

template <std::uint64_t S::*Part, std::uint64_t S::*Whole, SiteTotals K::*... Classes>
std::optional<double> ratio(const KernelTotals& totals) {
  const double whole = static_cast<double>((((totals.*Classes).*Whole) + ...));
  if (whole == 0) return std::nullopt;
  return static_cast<double>((((totals.*Classes).*Part) + ...)) / whole;
}

constexpr auto kSharedWavefronts =
    sum<&S::wavefronts, &K::shared_load, &K::shared_store, &K::shared_atomic, &K::async_copy>;
constexpr auto kSharedConflicts =
    sum<&S::conflicts, &K::shared_load, &K::shared_store, &K::shared_atomic, &K::async_copy>;

// Of cp.async the source page has another least, and it is no class's figure here.
template <std::uint64_t S::*Figure>
std::optional<double> without_copies(const KernelTotals& totals) {
  if (totals.async_copy.wavefronts != 0) return std::nullopt;
  return sum<Figure, &K::shared_load, &K::shared_store, &K::shared_atomic>(totals);
}

// The tag stage's counter has other figures of copies.
std::optional<double> sectors_without_copies(const KernelTotals& totals) {
  if (totals.async_copy.sectors != 0) return std::nullopt;
  return static_cast<double>(totals.global_load.sectors);
}

std::optional<double> excess_sectors(const KernelTotals& totals) {
  double excess = 0;
  for (const SiteTotals& each :
       {totals.global_load, totals.global_store, totals.global_atomic, totals.async_copy}) {
    excess += static_cast<double>(each.sectors) - static_cast<double>(each.ideal_sectors);
  }
  return excess;
}
constexpr auto kGlobalSectors =
    sum<&S::sectors, &K::global_load, &K::global_store, &K::global_atomic, &K::async_copy>;

constexpr TextView kArbitration = tr(
    "Counts passes lost to other traffic, too: global stores, cp.async, TMA and tensor cores share "
    "shared memory's pipe. On large grids it is above zero without a conflict; another run gives "
    "another number. The source page's L1 Wavefronts Shared Excessive has conflicts alone.");
constexpr TextView kWidth =
    tr("A request of 8 bytes a lane takes two wavefronts and one of 16 bytes four without any "
       "conflict; lanes that want the same 8 or 16 bytes may halve that.");
constexpr TextView kNotHere = tr("None: caches and DRAM hang on what else runs.");
constexpr TextView kCopiesMissed =
    tr("May miss cp.async under a predicate (@P0 LDGSTS.E.BYPASS.128): all of them on an H100 by "
       "CUPTI; on an H200 by ncu 2025.3 none in a row of six, and one in a hundred in a loop.");
constexpr TextView kTagStage =
    tr("Of cp.async.cg it counts pairs of a source line and a destination segment, not sectors.");

constexpr std::array<Metric, 39> kMetrics{{
    // The source page.
    {"inst_executed", "Instructions Executed", Page::source, Unit::requests,
     tr("How often warps executed the instruction."),
     tr("Requests of the access's line; one more where no lane was on."),
     tr("An instruction whose lanes are all turned off by its predicate counts, and makes no "
        "request."),
     nullptr},
    {"memory_l1_wavefronts_shared", "L1 Wavefronts Shared", Page::source, Unit::wavefronts,
     tr("Passes through shared memory's data pipe, from the instruction's addresses."),
     tr("Wavefronts."), kWidth, kSharedWavefronts},
    {"memory_l1_wavefronts_shared_ideal",
     "L1 Wavefronts Shared Ideal",
     Page::source,
     Unit::wavefronts,
     tr("The passes that the instruction takes at least, for its width: one for 128 bytes."),
     tr("Wavefronts less conflicts."),
     {},
     without_copies<&S::ideal_wavefronts>},
    {"derived__memory_l1_wavefronts_shared_excessive",
     "L1 Wavefronts Shared Excessive",
     Page::source,
     Unit::conflicts,
     tr("L1 Wavefronts Shared less L1 Wavefronts Shared Ideal."),
     tr("Bank conflicts."),
     {},
     without_copies<&S::conflicts>},
    {"derived__memory_l1_conflicts_shared_nway", "L1 Conflicts Shared N-Way", Page::source,
     Unit::ratio, tr("L1 Wavefronts Shared over Instructions Executed: an average."),
     tr("Wavefronts over requests."),
     tr("Not how many lanes meet in a bank: a float4 load without conflicts is 4-way here, one of "
        "doubles 2-way. On the raw page it is the sum of its instructions' values: no average."),
     nullptr},
    {"memory_l1_tag_requests_global",
     "L1 Tag Requests Global",
     Page::source,
     Unit::requests,
     tr("Lines of 128 bytes that L1 looked up for the instruction."),
     tr("None: lines are not counted here."),
     {},
     nullptr},
    {"memory_l2_theoretical_sectors_global", "L2 Theoretical Sectors Global", Page::source,
     Unit::sectors, tr("Sectors of 32 bytes that the lanes' addresses touch, request by request."),
     tr("Sectors."),
     tr("From addresses, not from L2: what L1 has is counted as well, so it is no traffic of L2."),
     kGlobalSectors},
    {"memory_l2_theoretical_sectors_global_ideal",
     "L2 Theoretical Sectors Global Ideal",
     Page::source,
     Unit::sectors,
     tr("The sectors that the bytes of a request would fill if all lay side by side; bytes that "
        "several lanes want count once."),
     tr("The fewest sectors that could hold the bytes wanted."),
     {},
     sum<&S::ideal_sectors, &K::global_load, &K::global_store, &K::global_atomic, &K::async_copy>},
    {"derived__memory_l2_theoretical_sectors_global_excessive",
     "L2 Theoretical Sectors Global Excessive", Page::source, Unit::sectors,
     tr("L2 Theoretical Sectors Global less L2 Theoretical Sectors Global Ideal."),
     tr("Sectors less the fewest that could hold the bytes wanted."),
     tr("The next access may use the rest of a sector out of L1: each request counts by itself, so "
        "bytes read one after another look as bad as bytes never used."),
     excess_sectors},
    {"memory_l2_theoretical_sectors_local", "L2 Theoretical Sectors Local", Page::source,
     Unit::sectors, tr("The same of local memory: spilled registers, arrays of a thread."),
     tr("Sectors of local memory."),
     tr("Spilled registers stand in no PTX: they are not counted here."),
     sum<&S::sectors, &K::local_load, &K::local_store>},
    // Shared memory's table.
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "Shared Load: Bank Conflicts",
     Page::details, Unit::conflicts,
     tr("Passes of shared loads and ldmatrix beyond those that their width takes."),
     tr("Bank conflicts of shared loads."), kArbitration, sum<&S::conflicts, &K::shared_load>},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "Shared Store: Bank Conflicts",
     Page::details, Unit::conflicts,
     tr("Passes of shared stores and stmatrix beyond those that their width takes."),
     tr("Bank conflicts of shared stores."), kArbitration, sum<&S::conflicts, &K::shared_store>},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", "Shared Atomic: Bank Conflicts",
     Page::details, Unit::conflicts, tr("Passes of shared atomics beyond one a request."),
     tr("Bank conflicts of shared atomics, where they are modelled."),
     tr("Lanes that add to one address count as conflicts where the result is used."),
     sum<&S::conflicts, &K::shared_atomic>},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "Shared Total: Bank Conflicts",
     Page::details, Unit::conflicts, tr("The sum of the rows of shared memory's table."),
     tr("Bank conflicts."), kArbitration, kSharedConflicts},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "Shared Load: Wavefronts",
     Page::details, Unit::wavefronts, tr("Passes of shared loads and ldmatrix."),
     tr("Wavefronts of shared loads."), kArbitration, sum<&S::wavefronts, &K::shared_load>},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "Shared Store: Wavefronts",
     Page::details, Unit::wavefronts, tr("Passes of shared stores and stmatrix."),
     tr("Wavefronts of shared stores."), kArbitration, sum<&S::wavefronts, &K::shared_store>},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "Shared Total: Wavefronts", Page::details,
     Unit::wavefronts, tr("Passes of shared memory's pipe, whoever makes them."),
     tr("None: it has passes that are no access to shared memory."),
     tr("Is above the sum of its rows: a kernel without shared memory that stored 128 times to "
        "global memory was counted 256 (NVIDIA H200)."),
     nullptr},
    {"sass__inst_executed_shared_loads", "Shared Load: Instructions by SASS", Page::details,
     Unit::requests, tr("How often warps executed LDS."), tr("Requests of shared loads."),
     tr("Has no ldmatrix."), nullptr},
    {"smsp__inst_executed_op_shared_ld.sum", "Shared Load: Instructions", Page::details,
     Unit::requests, tr("How often warps executed a load of shared memory."),
     tr("Requests of shared loads."),
     tr("The rule of thumb that divides wavefronts by this calls a float4 load without conflicts "
        "a 4-way conflict."),
     sum<&S::requests, &K::shared_load>},
    {"smsp__inst_executed_op_shared_st.sum",
     "Shared Store: Instructions",
     Page::details,
     Unit::requests,
     tr("How often warps executed a store to shared memory."),
     tr("Requests of shared stores."),
     {},
     sum<&S::requests, &K::shared_store>},
    {"smsp__sass_average_data_bytes_per_wavefront_mem_shared.ratio",
     "Data Bytes per Shared Wavefront", Page::details, Unit::ratio,
     tr("Bytes that lanes wanted over passes: 128 at best."), tr("None: see wavefronts."),
     tr("Lanes that want the same word count their bytes each, so broadcasts can pass 128."),
     nullptr},
    {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "Shared Load: Wavefronts by instruction",
     Page::details,
     Unit::wavefronts,
     tr("Passes of plain shared loads, from their addresses."),
     tr("Wavefronts of shared loads; those of ldmatrix are in …_op_ldsm."),
     {},
     nullptr},
    {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum",
     "ldmatrix: Wavefronts by instruction",
     Page::details,
     Unit::wavefronts,
     tr("Passes of ldmatrix, from its addresses: one a matrix without conflicts."),
     tr("Wavefronts of ldmatrix."),
     {},
     nullptr},
    {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum",
     "cp.async: Wavefronts by instruction", Page::details, Unit::wavefronts,
     tr("Passes in which cp.async writes shared memory."), tr("Wavefronts of cp.async."),
     kCopiesMissed, sum<&S::wavefronts, &K::async_copy>},
    {"smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum",
     "cp.async: Bank Conflicts", Page::details, Unit::conflicts,
     tr("Passes of cp.async beyond those that its width takes."), tr("Bank conflicts of cp.async."),
     kCopiesMissed, sum<&S::conflicts, &K::async_copy>},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum",
     "Shared LDGSTS: Bank Conflicts", Page::details, Unit::conflicts,
     tr("Passes of cp.async beyond those that its width takes."), tr("Bank conflicts of cp.async."),
     tr("Stays 0 of copies past L1, however many passes they take; the source page's L1 Wavefronts "
        "Shared Excessive has those."),
     sum<&S::conflicts, &K::async_copy>},
    {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
     "Shared Atomic: Wavefronts by instruction",
     Page::details,
     Unit::wavefronts,
     tr("Passes of shared atomics."),
     tr("Wavefronts of shared atomics, where they are modelled."),
     {},
     sum<&S::wavefronts, &K::shared_atomic>},
    // Global memory.
    {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
     "Global Load: Requests",
     Page::details,
     Unit::requests,
     tr("Requests of global loads to L1; of any width one an instruction."),
     tr("Requests of global loads and of cp.async."),
     {},
     sum<&S::requests, &K::global_load, &K::async_copy>},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     "Global Store: Requests",
     Page::details,
     Unit::requests,
     tr("Requests of global stores to L1."),
     tr("Requests of global stores."),
     {},
     sum<&S::requests, &K::global_store>},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "Global Load: Sectors", Page::details,
     Unit::sectors, tr("Sectors that global loads ask L1 for, whether it has them or not."),
     tr("Sectors of global loads; with cp.async.cg another count."), kTagStage,
     sectors_without_copies},
    {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum",
     "Global Load: Sectors by instruction",
     Page::details,
     Unit::sectors,
     tr("Sectors that plain global loads touch, from their addresses."),
     tr("Sectors of global loads."),
     {},
     sum<&S::sectors, &K::global_load>},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
     "Global Store: Sectors",
     Page::details,
     Unit::sectors,
     tr("Sectors that global stores write to."),
     tr("Sectors of global stores."),
     {},
     sum<&S::sectors, &K::global_store>},
    {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
     "Global Load: Sectors/Req", Page::details, Unit::ratio,
     tr("Sectors over requests of global loads: an average of all of them."),
     tr("Sectors over requests of global loads."),
     tr("Best is 4 at 4 bytes a lane, 8 at 8, 16 at 16, and 1 where all lanes want one address: a "
        "small number is no good one by itself. Different loads average out."),
     ratio<&S::sectors, &S::requests, &K::global_load>},
    {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
     "Global Store: Sectors/Req",
     Page::details,
     Unit::ratio,
     tr("Sectors over requests of global stores: an average of all of them."),
     tr("Sectors over requests of global stores."),
     {},
     ratio<&S::sectors, &S::requests, &K::global_store>},
    {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio",
     "Bytes used per sector, global loads", Page::details, Unit::ratio,
     tr("Bytes that lanes wanted over sectors: 32 at best; \"of the 32 bytes transmitted per "
        "sector\" quotes it."),
     tr("Bytes wanted over sectors of global loads, bytes that several lanes want counted once."),
     tr("An average of all loads: one address for all lanes has 4 bytes of a sector and is as good "
        "as "
        "it can be. What L1 keeps for the next access is not seen."),
     ratio<&S::bytes_used, &S::sectors, &K::global_load>},
    {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum", "cp.async: Sectors",
     Page::details, Unit::sectors, tr("Sectors that cp.async reads."), tr("Sectors of cp.async."),
     kCopiesMissed, sum<&S::sectors, &K::async_copy>},
    // Caches.
    {"l1tex__t_sector_hit_rate.pct", "L1/TEX Hit Rate", Page::details, Unit::percent,
     tr("Sectors that L1 had over sectors that it was asked for, of all its kinds of requests."),
     kNotHere,
     tr("0 % is right where each sector is read once. Stores, and loads past L1, count as well. "
        "Between passes of a profile ncu empties the caches."),
     nullptr},
    {"lts__t_sector_hit_rate.pct", "L2 Hit Rate", Page::details, Unit::percent,
     tr("Sectors that L2 had over sectors that it was asked for, by whomever."), kNotHere,
     tr("Has traffic that is no access of the kernel's: it was seen above 100 % for small grids."),
     nullptr},
    {"dram__bytes_read.sum",
     "DRAM: Bytes Read",
     Page::details,
     Unit::bytes,
     tr("Bytes that came from DRAM."),
     kNotHere,
     {},
     nullptr},
}};

}  // namespace

std::span<const Metric> metrics() { return kMetrics; }

}  // namespace warplens::explain
