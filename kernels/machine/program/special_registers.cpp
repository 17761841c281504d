#include "kernels/machine/program/special_registers.h"

#include <array>

#include "kernels/machine/operations/address_windows.h"

namespace warplens::machine {
namespace {

using ValueFunction = std::uint64_t (*)(const WarpPlace&, std::uint32_t lane);

struct Special {
  std::string_view name;
  ValueFunction value;
  bool depends_on_block = false;
  bool is_clock = false;
};

Dim3 thread(const WarpPlace& p, std::uint32_t lane) {
  return p.block.at(std::uint64_t{p.warp} * kWarpSize + lane);
}

std::uint64_t zero(const WarpPlace&, std::uint32_t) { return 0; }
std::uint64_t one(const WarpPlace&, std::uint32_t) { return 1; }
std::uint64_t block_x(const WarpPlace& p, std::uint32_t) { return p.block_index.x; }
std::uint64_t block_y(const WarpPlace& p, std::uint32_t) { return p.block_index.y; }
std::uint64_t block_z(const WarpPlace& p, std::uint32_t) { return p.block_index.z; }
std::uint64_t grid_x(const WarpPlace& p, std::uint32_t) { return p.shape.grid.x; }
std::uint64_t grid_y(const WarpPlace& p, std::uint32_t) { return p.shape.grid.y; }
std::uint64_t grid_z(const WarpPlace& p, std::uint32_t) { return p.shape.grid.z; }
Dim3 cluster(const WarpPlace& p) { return p.shape.cluster_of(p.block_index); }
Dim3 in_cluster(const WarpPlace& p) { return p.shape.place_in_cluster(p.block_index); }

std::uint64_t time_low(const WarpPlace& p, std::uint32_t) { return p.time & 0xffffffffu; }
std::uint64_t time_high(const WarpPlace& p, std::uint32_t) { return p.time >> 32; }
std::uint64_t time(const WarpPlace& p, std::uint32_t) { return p.time; }

std::uint64_t own_window(const WarpPlace& p, std::uint32_t lane) {
  return local_window(std::uint64_t{p.warp} * kWarpSize + lane);
}

constexpr auto kSpecials = std::to_array<Special>({
    {"%tid.x", [](const WarpPlace& p, std::uint32_t i) -> std::uint64_t { return thread(p, i).x; }},
    {"%tid.y", [](const WarpPlace& p, std::uint32_t i) -> std::uint64_t { return thread(p, i).y; }},
    {"%tid.z", [](const WarpPlace& p, std::uint32_t i) -> std::uint64_t { return thread(p, i).z; }},
    {"%ntid.x", [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.block.x; }},
    {"%ntid.y", [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.block.y; }},
    {"%ntid.z", [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.block.z; }},
    {"%ctaid.x", block_x, true},
    {"%ctaid.y", block_y, true},
    {"%ctaid.z", block_z, true},
    {"%nctaid.x", grid_x},
    {"%nctaid.y", grid_y},
    {"%nctaid.z", grid_z},
    {"%clusterid.x",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return cluster(p).x; }, true},
    {"%clusterid.y",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return cluster(p).y; }, true},
    {"%clusterid.z",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return cluster(p).z; }, true},
    {"%nclusterid.x",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.shape.clusters().x; }},
    {"%nclusterid.y",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.shape.clusters().y; }},
    {"%nclusterid.z",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.shape.clusters().z; }},
    {"%cluster_ctaid.x",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return in_cluster(p).x; }, true},
    {"%cluster_ctaid.y",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return in_cluster(p).y; }, true},
    {"%cluster_ctaid.z",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return in_cluster(p).z; }, true},
    {"%cluster_nctaid.x",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.shape.cluster.x; }},
    {"%cluster_nctaid.y",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.shape.cluster.y; }},
    {"%cluster_nctaid.z",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.shape.cluster.z; }},
    {"%cluster_ctarank",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.shape.rank(p.block_index); },
     true},
    {"%cluster_nctarank",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.shape.blocks(); }},
    {"%is_explicit_cluster",
     [](const WarpPlace& p,
        std::uint32_t) -> std::uint64_t { return p.shape.is_explicit ? 1 : 0; }},
    {"%laneid", [](const WarpPlace&, std::uint32_t i) -> std::uint64_t { return i; }},
    {"%warpid", [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.warp; }},
    {"%nwarpid",
     [](const WarpPlace& p,
        std::uint32_t) -> std::uint64_t { return (p.block.count() + kWarpSize - 1) / kWarpSize; }},
    {"%smid", zero},
    {"%nsmid", one},
    {"%gridid", one},
    {"%clock", time_low, false, true},
    {"%clock_hi", time_high, false, true},
    {"%clock64", time, false, true},
    {"%globaltimer", time, false, true},
    {"%globaltimer_lo", time_low, false, true},
    {"%globaltimer_hi", time_high, false, true},
    {"%lanemask_eq", [](const WarpPlace&, std::uint32_t i) { return std::uint64_t{1} << i; }},
    {"%lanemask_lt", [](const WarpPlace&, std::uint32_t i) { return (std::uint64_t{1} << i) - 1; }},
    {"%lanemask_le", [](const WarpPlace&, std::uint32_t i) { return (std::uint64_t{2} << i) - 1; }},
    {"%lanemask_ge", [](const WarpPlace&,
                        std::uint32_t i) { return 0xffffffffu & ~((std::uint64_t{1} << i) - 1); }},
    {"%lanemask_gt", [](const WarpPlace&,
                        std::uint32_t i) { return 0xffffffffu & ~((std::uint64_t{2} << i) - 1); }},
    {"%dynamic_smem_size",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.dynamic_shared_bytes; }},
    {"%total_smem_size",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.total_shared_bytes; }},
    {"%aggr_smem_size",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.total_shared_bytes; }},
    // Cooperative groups find the workspace of a cooperative launch here.
    {"%envreg1",
     [](const WarpPlace& p, std::uint32_t) -> std::uint64_t { return p.grid_workspace >> 32; }},
    {"%envreg2",
     [](const WarpPlace& p,
        std::uint32_t) -> std::uint64_t { return p.grid_workspace & 0xffffffffu; }},
    {kLocalWindowOfThread, own_window},
    {"%reserved_smem_offset_begin", zero},
    {"%reserved_smem_offset_end", zero},
    {"%reserved_smem_offset_cap", zero},
});

}  // namespace

std::optional<std::uint32_t> find_special(std::string_view name) {
  for (std::uint32_t i = 0; i < kSpecials.size(); ++i) {
    if (kSpecials[i].name == name) return i;
  }
  return std::nullopt;
}

bool depends_on_block(std::uint32_t special) { return kSpecials[special].depends_on_block; }

bool is_clock(std::uint32_t special) { return kSpecials[special].is_clock; }

std::uint64_t special_value(std::uint32_t special, const WarpPlace& place, std::uint32_t lane) {
  return kSpecials[special].value(place, lane);
}

}  // namespace warplens::machine
