// A chip's roofs, and where kernels stand below them.
//
//   FLOP/s
//      │        ______  FP32: the units' rate
//      │      ╱   ·
//      │    ╱  ·
//      │  ╱  ·          DRAM: FLOP a byte × bytes a second
//      │╱
//      └──────────────  FLOP a byte
//
// - A byte is one of a distinct 32-byte sector that a launch fetches or writes, counted once a
//   launch: what DRAM moves at least where no cache keeps it.
// - A FLOP is an FP32 addition or multiplication of a lane; a multiply-add is two, so that only
//   multiply-adds reach the level roof. A warp's instruction counts for its 32 lanes, whichever
//   take part, since the units are busy for all. Integers, FP64, tensor cores are not counted.
// - No run is above the roof, but for one whose data stay in the L2 from run to run.
//
// A run without FLOP has no place on a logarithmic axis: what it does is bytes, and its roof
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
  double flop_a_second = 0;
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

[[nodiscard]] Roofs roofs_of(const Chip& chip);
[[nodiscard]] RooflinePoint roofline_point(std::span<const LaunchDemand> launches,
                                           std::optional<double> seconds);

// The most that a run with so many FLOP a byte can do, in what its rate() is in.
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
