// A chip's roofs, and where kernels stand below them.
//
//   operations a second
//      │        ______  FP32: the units' rate
//      │      ╱   ·
//      │    ╱  ·
//      │  ╱  ·          DRAM: operations a byte × bytes a second
//      │╱
//      └──────────────  operations a byte
//
// - A byte is one of a distinct 32-byte sector that a launch fetches or writes, counted once a
//   launch: what DRAM moves at least where no cache keeps it.
// - An operation is what an FP32 unit does for a lane with one instruction: an addition, a
//   multiplication, or both at once (a multiply-add). A warp's instruction is 32 of them, whichever
//   lanes take part, since the units are busy for all. Integers, FP64, tensor cores are not
//   counted.
// - No run is above the roof, but for one whose data stay in the L2 from run to run.
//
// A run without operations has no place on a logarithmic axis: what it does is bytes, and its roof
// is the DRAM's rate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/operator_kind.h"
#include "kernels/timing/timings.h"
#include "viz/analysis/limits/chip.h"
#include "viz/analysis/limits/launch_demand.h"

namespace warplens::analysis {

struct Roofs {
  double bytes_a_second = 0;
  double operations_a_second = 0;
  // Operations a byte from which on FP32 is the roof.
  [[nodiscard]] double ridge() const { return operations_a_second / bytes_a_second; }
};

struct RooflinePoint {
  double operations = 0, bytes = 0;
  std::optional<double> seconds{};  // measured; nothing: not
  friend bool operator==(const RooflinePoint&, const RooflinePoint&) = default;

  [[nodiscard]] bool has_operations() const { return operations > 0; }
  // Operations a byte; 0 where nothing is moved.
  [[nodiscard]] double intensity() const { return bytes > 0 ? operations / bytes : 0; }
  // Operations a second; of a run without any, bytes.
  [[nodiscard]] std::optional<double> rate() const;
};

[[nodiscard]] Roofs roofs_of(const Chip& chip);
[[nodiscard]] RooflinePoint roofline_point(std::span<const LaunchDemand> launches,
                                           std::optional<double> seconds);

// The most that a run with so many operations a byte can do, in what its rate() is in.
[[nodiscard]] double roof_over(const RooflinePoint& point, const Roofs& roofs);
[[nodiscard]] bool is_below_dram(const RooflinePoint& point, const Roofs& roofs);
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
