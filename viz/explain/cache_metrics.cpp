#include <array>

#include "viz/explain/metric_figures.h"
#include "viz/explain/metric_rows.h"

namespace warplens::explain {
namespace {

using namespace figures;

constexpr TextView kOthersToo = tr("Has traffic that is no access of the kernel's.");

// What hangs on what else runs: no figure here.
constexpr Metric elsewhere(std::string_view name, std::string_view label, Unit unit,
                           TextView counts, TextView lies = {}) {
  return {name, label, Page::details, unit, counts, kNotHere, lies, nullptr};
}

constexpr std::array<Metric, 18> kCacheMetrics{{
    {"l1tex__t_sector_hit_rate.pct", "L1/TEX Hit Rate", Page::details, Unit::percent,
     tr("Sectors that L1 had over sectors that it was asked for, by loads, stores, local memory, "
        "cp.async and atomics."),
     kReplayed,
     tr("0 % is right where each sector is asked for once, and eight floats a lane, one after "
        "another, make 87.5 %. A store misses at first and hits where a load of its SM has been. "
        "ld.cg, volatile loads and cp.async.cg always miss; so did atomics (NVIDIA H200). Each SM "
        "has an L1 of its own. Between passes of a profile ncu empties the caches."),
     nullptr},
    elsewhere("l1tex__m_xbar2l1tex_read_bytes.sum", "L1: Bytes from L2", Unit::bytes,
              tr("Bytes that came to all L1s: what missed, and what atomics return.")),
    elsewhere("l1tex__m_l1tex2xbar_write_bytes.sum", "L1: Bytes to L2", Unit::bytes,
              tr("Bytes that left all L1s: stores, atomics.")),
    elsewhere("lts__t_sector_hit_rate.pct", "L2 Hit Rate", Unit::percent,
              tr("Sectors that L2 had over sectors that it was asked for, by whomever."),
              tr("Has traffic that is no access of the kernel's: it was seen above 100 % for small "
                 "grids.")),
    elsewhere("lts__t_sectors.sum", "L2: Sectors", Unit::sectors,
              tr("Sectors that L2 was asked for, by whomever."), kOthersToo),
    elsewhere("lts__t_sectors_op_read.sum", "L2: Sectors Read", Unit::sectors,
              tr("Sectors that were read from L2, by whomever."), kOthersToo),
    elsewhere("lts__t_sectors_op_write.sum", "L2: Sectors Written", Unit::sectors,
              tr("Sectors that were written to L2, by whomever."), kOthersToo),
    elsewhere("lts__t_requests_srcunit_tex.sum", "L2: Requests of L1", Unit::requests,
              tr("Requests of all L1s to L2, each for up to four sectors of a line.")),
    elsewhere("lts__t_sectors_srcunit_tex.sum", "L2: Sectors of L1", Unit::sectors,
              tr("Sectors that all L1s asked L2 for, to read and to write.")),
    elsewhere("lts__t_sectors_srcunit_tex_op_read.sum", "L2: Sectors Read by L1", Unit::sectors,
              tr("Sectors that all L1s read from L2."),
              tr("Can be fewer than L1s' misses: where all SMs of an H200 read one table, 4,224 "
                 "misses were 1,144 sectors here.")),
    {"lts__t_sectors_srcunit_tex_op_write.sum",
     "L2: Sectors Written by L1",
     Page::details,
     Unit::sectors,
     tr("Sectors that all L1s wrote to L2: those of stores, whether L1 had them or not."),
     tr("Sectors of stores to global and local memory."),
     {},
     nullptr},
    elsewhere("lts__t_sectors_srcunit_tex_lookup_miss.sum", "L2: Sector Misses of L1",
              Unit::sectors, tr("Sectors that L1s asked for and L2 did not have.")),
    elsewhere("lts__t_sector_op_read_hit_rate.pct", "L2 Read Hit Rate", Unit::percent,
              tr("Sectors to read that L2 had over those that it was asked for."), kOthersToo),
    elsewhere("lts__t_sector_op_write_hit_rate.pct", "L2 Write Hit Rate", Unit::percent,
              tr("Sectors to write that L2 had over those that came."), kOthersToo),
    elsewhere("dram__bytes_read.sum", "DRAM: Bytes Read", Unit::bytes,
              tr("Bytes that came from DRAM.")),
    elsewhere("dram__bytes_write.sum", "DRAM: Bytes Written", Unit::bytes,
              tr("Bytes that went to DRAM."),
              tr("What a kernel stores last stays in L2, and goes to DRAM after it.")),
    elsewhere("dram__sectors_read.sum", "DRAM: Sectors Read", Unit::sectors,
              tr("Sectors of 32 bytes that came from DRAM.")),
    elsewhere("dram__sectors_write.sum", "DRAM: Sectors Written", Unit::sectors,
              tr("Sectors of 32 bytes that went to DRAM.")),
}};

}  // namespace

std::span<const Metric> cache_metrics() { return kCacheMetrics; }

}  // namespace warplens::explain
