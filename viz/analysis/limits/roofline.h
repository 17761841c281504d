// A chip's roofs, and where kernels stand below them.
//
//   FLOP/s
//      │        ______  FP32: the units' rate
//      │      ╱   ·
//      │    ╱  ·
//      │  ╱  ·          DRAM, or shared memory: FLOP a byte × bytes a second
//      │╱
//      └──────────────  FLOP a byte
//
// - A byte is one of a distinct 32-byte sector that a launch fetches or writes, counted once a
//   launch: what DRAM moves at least where no cache keeps it. Of shared memory it is one that a
//   lane asks for: conflicts, which take more wavefronts, are the distance to the roof of a
//   wavefront of 128 bytes a cycle and multiprocessor.
// - A FLOP is an FP32 addition or multiplication of a lane; a multiply-add is two, so that only
//   multiply-adds reach the level roof. A warp's instruction counts for its 32 lanes, whichever
//   take part, since the units are busy for all. Integers, FP64, tensor cores are not counted.
// - No run is above the roof, but for one whose data stay in the L2 from run to run.
//
// A run without FLOP has no place on a logarithmic axis: what it does is bytes, and its roof
// is the memory's rate.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/operator_kind.h"
#include "kernels/timing/timings.h"
#include "viz/analysis/limits/chip.h"
#include "viz/analysis/limits/launch_demand.h"

namespace warplens::analysis {

// Whose bytes are meant.
enum class RooflineMemory : std::uint8_t { dram, shared };
inline constexpr std::array<std::string_view, 2> kRooflineMemoryIds{"dram", "shared"};
[[nodiscard]] constexpr std::string_view id_of(RooflineMemory memory) {
  return kRooflineMemoryIds[static_cast<std::size_t>(memory)];
}

struct Roofs {
  double bytes_a_second = 0;
  double flop_a_second = 0;
  RooflineMemory memory = RooflineMemory::dram;
  bool are_bytes_measured = false;  // by us; else published, or computed of what is
  // FLOP a byte from which on FP32 is the roof.
  [[nodiscard]] double ridge() const { return flop_a_second / bytes_a_second; }
};

struct RooflinePoint {
  double flop = 0, bytes = 0;
  std::optional<double> seconds{};  // measured; nothing: not
  friend bool operator==(const RooflinePoint&, const RooflinePoint&) = default;

  [[nodiscard]] bool has_flop() const { return flop > 0; }
  // FLOP a byte; 0 where nothing is moved.
  [[nodiscard]] double intensity() const { return bytes > 0 ? flop / bytes : 0; }
  // FLOP a second; of a run without any, bytes.
  [[nodiscard]] std::optional<double> rate() const;
};

[[nodiscard]] Roofs roofs_of(const Chip& chip, RooflineMemory memory = RooflineMemory::dram);
[[nodiscard]] RooflinePoint roofline_point(std::span<const LaunchDemand> launches,
                                           std::optional<double> seconds,
                                           RooflineMemory memory = RooflineMemory::dram);

// The most that a run with so many FLOP a byte can do, in what its rate() is in.
[[nodiscard]] double roof_over(const RooflinePoint& point, const Roofs& roofs);
[[nodiscard]] bool is_below_memory(const RooflinePoint& point, const Roofs& roofs);
// Its rate, of the roof's; nothing where it was not measured.
[[nodiscard]] std::optional<double> share_of_roof(const RooflinePoint& point, const Roofs& roofs);

// A kernel at one size.
struct RooflineKernel {
  std::string family, variant;  // of an own kernel the file's name and nothing
  std::optional<OperatorKind> kind;
  std::int64_t side = 0;  // as timing::Entry::side
  timing::Parameters parameters{};
  RooflinePoint point{};
  bool fits_in_l2 = false;  // all that it moves, in the chip's
  bool is_live = false;     // its time was measured here

  [[nodiscard]] std::string name() const {
    return variant.empty() ? family : family + "/" + variant;
  }
};

struct Roofline {
  Chip chip;
  Roofs roofs;
  std::vector<RooflineKernel> kernels;
  // Products whose multiply-adds are none of FP32: the chart has no roof for the units that make
  // them.
  std::vector<std::string> unplaced{};

  [[nodiscard]] const RooflineKernel* find(const std::string& name) const;
};

}  // namespace warplens::analysis
