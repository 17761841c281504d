// Agents: what the race detector takes for the threads that do asynchronous accesses which nothing
// orders with what comes after them, not even for the thread that asked, but an mbarrier or wgmma's
// wait (ProgramImage::has_agents):
//
//   the block's threads | an agent of each | 32 of each warp, if there is tcgen05
//                                          | 32 of each warpgroup, if there is wgmma
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/program/block_races.h"

namespace warplens::machine {

[[nodiscard]] inline std::uint32_t agent_of(const BlockContext& block, std::uint32_t thread) {
  return block.launch->warps * kWarpSize + thread;
}

// Warps of the block's threads and of their agents, those of wgmma left out.
[[nodiscard]] inline std::uint32_t warps_before_wgmma(const PreparedLaunch& launch) {
  return (launch.image->uses_tensor_memory ? 3 : 2) * launch.warps;
}
// How many threads the race detector counts.
[[nodiscard]] inline std::uint32_t threads_and_agents(const PreparedLaunch& launch) {
  const std::uint32_t warps = launch.warps;
  if (!launch.image->has_agents) return warps * kWarpSize;
  const bool has_wgmma = !launch.image->wgmma_multiplies.empty();
  const std::uint32_t warpgroups = (warps + WgmmaMultiply::kWarps - 1) / WgmmaMultiply::kWarps;
  return (warps_before_wgmma(launch) + (has_wgmma ? warpgroups : 0)) * kWarpSize;
}
[[nodiscard]] inline std::uint32_t warp_of_tcgen05(const BlockContext& block, std::uint32_t warp) {
  return 2 * block.launch->warps + warp;
}
[[nodiscard]] inline std::uint32_t warp_of_wgmma(const BlockContext& block,
                                                 std::uint32_t warpgroup) {
  return warps_before_wgmma(*block.launch) + warpgroup;
}
// The thread itself, or the one whose agent it is: the first of its warp for those of tcgen05, the
// first of its warpgroup for those of wgmma.
[[nodiscard]] inline std::uint32_t thread_of(const BlockContext& block, std::uint32_t agent) {
  const std::uint32_t warps = block.launch->warps, before = warps_before_wgmma(*block.launch);
  const std::uint32_t warp = agent / kWarpSize;
  if (warp >= before) return (warp - before) * WgmmaMultiply::kWarps * kWarpSize;
  if (warp >= 2 * warps) return (warp - 2 * warps) * kWarpSize;
  return agent % (warps * kWarpSize);
}

// The threads of a warp, or of agents.
[[nodiscard]] inline std::vector<std::uint32_t> threads_of_warp(std::uint32_t warp) {
  std::vector<std::uint32_t> threads(kWarpSize);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) threads[lane] = warp * kWarpSize + lane;
  return threads;
}

// `later` knows what `earlier` has done so far; each is a thread or an agent. `name`: apart from
// those of all barriers (OpenBarriers::key, mbarriers.cpp). `races` may be null.
inline void order(BlockRaces* races, std::uint64_t name, std::uint32_t earlier,
                  std::uint32_t later) {
  if (races == nullptr) return;
  races->arrive(name, {&earlier, 1});
  races->complete_phase(name);
  races->wait(name, {&later, 1});
}
// Of a thread and its agent: the agent begins what the thread asks for, the thread waits for it.
inline void order_behind_thread(BlockRaces* races, const BlockContext& block,
                                std::uint32_t thread) {
  order(races, std::uint64_t{1} << 33 | thread, thread, agent_of(block, thread));
}
inline void order_behind_agent(BlockRaces* races, const BlockContext& block, std::uint32_t thread) {
  order(races, std::uint64_t{1} << 35 | thread, agent_of(block, thread), thread);
}

// A thread asks for what tensor cores do by tcgen05: the agents of its warp, which do one thing
// after the other, know what it has done.
inline void order_tcgen05_behind(BlockRaces* races, const BlockContext& block,
                                 std::uint32_t thread) {
  if (races == nullptr) return;
  const std::uint64_t name = std::uint64_t{1} << 36 | thread;
  const std::vector<std::uint32_t> agents =
      threads_of_warp(warp_of_tcgen05(block, thread / kWarpSize));
  races->arrive(name, {&thread, 1});
  races->arrive(name, agents);
  races->complete_phase(name);
  races->wait(name, agents);
}

// What an agent does to shared memory; without places.
[[nodiscard]] inline RaceAccess access_of_agent(std::uint32_t agent, RaceAccessKind kind,
                                                std::uint32_t bytes, std::uint32_t instruction) {
  RaceAccess access;
  access.warp = agent / kWarpSize;
  access.mask = 1u << agent % kWarpSize;
  access.width = bytes;
  access.kind = kind;
  access.instruction = instruction;
  return access;
}

// A warp asks for its so many-th part of a wgmma; the warpgroup's agents know what it had done by
// then when that begins.
[[nodiscard]] inline std::uint64_t name_of_part(std::uint32_t warp, std::uint32_t number) {
  constexpr std::uint32_t kAtOnce = 256;  // far more than registers hold
  return std::uint64_t{1} << 34 | std::uint64_t{warp} * kAtOnce | number % kAtOnce;
}
inline void ask_agents(BlockRaces* races, std::uint32_t warp, std::uint32_t number) {
  if (races != nullptr) races->arrive(name_of_part(warp, number), threads_of_warp(warp));
}
inline void order_behind_part(BlockRaces* races, const BlockContext& block, std::uint32_t warp,
                              std::uint32_t number) {
  if (races == nullptr) return;
  races->complete_phase(name_of_part(warp, number));
  races->wait(name_of_part(warp, number),
              threads_of_warp(warp_of_wgmma(block, warp / WgmmaMultiply::kWarps)));
}

}  // namespace warplens::machine
