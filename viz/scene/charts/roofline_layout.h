// The layout of a roofline: a column for runs without FLOP, the plot, their axes.
//
//   no FP32 operations   FP32 FLOP/s
//   ┌─────────┐          ┌──────────────────────┐
//   │ ─ DRAM ─│          │         ____ FP32    │   or shared memory
//   │  ·  ·   │          │      ╱  ·            │
//   │  ·      │          │   ╱ ·                │
//   └─────────┘          └──────────────────────┘
//    copy transpose       0.1     1     10     100   FLOP a byte
#pragma once

#include <string>
#include <vector>

#include "viz/analysis/limits/roofline.h"
#include "viz/scene/charts/chart_axis.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct RooflineLayout {
  Box legend, column, plot;           // no width: there is no room, or nothing to show there
  Axis intensities, rates;            // of the plot
  Axis bytes;                         // bytes a second, of the column
  std::vector<std::string> families;  // in the column, each in a lane of its own

  struct Place {
    float x = 0, y = 0;
  };
  // The place of a kernel; one that was not measured is at the roof.
  [[nodiscard]] Place place(const analysis::Roofline& roofline,
                            const analysis::RooflineKernel& kernel) const;
  [[nodiscard]] Place roof(const analysis::Roofline& roofline,
                           const analysis::RooflineKernel& kernel) const;
  [[nodiscard]] bool has_room() const { return plot.width > 0 && plot.height > 0; }

 private:
  [[nodiscard]] Place at(const analysis::RooflineKernel& kernel, double rate) const;
};

[[nodiscard]] RooflineLayout roofline_layout(const analysis::Roofline& roofline, Size size,
                                             const Style& style);

}  // namespace warplens::scene
