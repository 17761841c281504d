#include <array>

#include "viz/explain/metric_figures.h"
#include "viz/explain/metric_rows.h"

namespace warplens::explain {
namespace {

using namespace figures;

constexpr TextView kWidth =
    tr("A request of 8 bytes a lane takes two wavefronts and one of 16 bytes four without any "
       "conflict; lanes that want the same 8 or 16 bytes may halve that.");

constexpr std::array<Metric, 10> kSourceMetrics{{
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
}};

}  // namespace

std::span<const Metric> source_metrics() { return kSourceMetrics; }

}  // namespace warplens::explain
