// Occupancy, what is resident of a launch on a multiprocessor: small bars of resident warps, one a
// GPU; bars of the chosen GPU's four limits that fill with blocks; resident warps as stairs.
//
//   T4 ████░░ 16/32   A100 ██████ 64/64   …            one GPU is chosen
//   3 blocks resident: 24 of 64 warps
//   warps          ▐██▐██▐██▐                │
//   registers      ▐███████▐███████▐███████▐┄┄┄┄┄┄     full first: one more block does not fit
//   shared memory  ▐█▐█▐█▐                   │
//   blocks         ▐█▐█▐█▐                   │
//   64 ┤───┐                                          resident warps against registers a thread,
//      ┤   └──┐  ○                                    the catalogue's kernels among them
//      └────────●──────
#pragma once

#include <string>
#include <vector>

#include "viz/analysis/limits/occupancy_curve.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct OccupancyOfGpu {
  std::string name;
  const analysis::Multiprocessor* sm = nullptr;  // never null
  // The needs of a block there, with what is asked "what if"; nothing if its registers are not
  // known.
  std::optional<analysis::BlockNeeds> needs;
};

// A kernel of the catalogue on the chosen GPU.
struct PlacedKernel {
  std::string name;
  analysis::BlockNeeds needs;
};

struct OccupancyScene {
  std::vector<OccupancyOfGpu> gpus;
  std::size_t chosen = 0;                           // of them; its needs are known
  analysis::Need axis = analysis::Need::registers;  // of the stairs
  std::vector<PlacedKernel> kernels;                // the one on the stage is none of them
  bool is_hidden = false;  // a prediction is open: one block is shown, and no count
};

// GPUs carry MarkId{bank, its number}, limits MarkId{row, the limit}, blocks MarkId{group, block,
// the limit}, kernels of the stairs MarkId{point, the first at that place}.
[[nodiscard]] DrawList occupancy_view(const OccupancyScene& scene, Size size, const Style& style);

// Kernels that stand at the same place of the stairs as number `first`, it among them.
[[nodiscard]] std::vector<std::size_t> kernels_at(const OccupancyScene& scene, std::size_t first);

}  // namespace warplens::scene
