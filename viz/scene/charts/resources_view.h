// The resources of a multiprocessor that a kernel takes, by architecture, beside another kernel: a
// row each, a bar for each kernel and figure. Where the two differ, the place is outlined.
//
//   ■ register_tile  ■ register_tile_padded
//                 registers   spilled bytes   shared memory   blocks an SM   16-byte loads
//   sm_75 T4      ▆▆▆▆ 62     0               ▆▆▆▆ 32,768     ┌▆▆▆▆ 2─┐      ┌▆▆ 4 of 20─┐
//                 ▆▆▆▆ 61     0               ▆▆▆▆ 33,280     └▆▆   1─┘      └   0 of 32─┘
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "viz/scene/draw/layout.h"

namespace warplens::scene {

enum class ResourceFigure : std::uint8_t {
  registers,     // a thread
  spilled,       // bytes, a thread
  shared_bytes,  // a block
  blocks,        // an SM
  wide_loads,    // instructions that load 16 bytes of shared memory a lane
};
inline constexpr std::size_t kResourceFigures = 5;

// Values by ResourceFigure; nothing if not known.
struct KernelResources {
  std::array<std::optional<std::uint32_t>, kResourceFigures> figures{};
  std::uint32_t loads = 0;  // of shared memory, instructions of any width
};

struct ResourcesRow {
  std::string architecture;                            // "sm_75"
  std::string gpu;                                     // "T4"; empty: none is known by it
  std::array<std::optional<KernelResources>, 2> of{};  // by kernel
};

struct ResourcesScene {
  std::vector<std::string> kernels;  // one, or two side by side
  std::vector<ResourcesRow> rows;
};

// Whether the two kernels' figures are both known and not the same.
[[nodiscard]] bool differs(const ResourcesRow& row, ResourceFigure figure);

// Places carry MarkId{row, the row, the figure}, outlines of those that differ MarkId{group, …}.
[[nodiscard]] DrawList resources_view(const ResourcesScene& scene, Size size, const Style& style);

}  // namespace warplens::scene
