// A tile of C between the slices of A and B that the access under the cursor feeds it from.
//
//                 B  ┌─┬─┬─┬─┐   k down: rows of B         a cell that is read now: the lane that
//                    └─┴─┴─┴─┘                             reads it, by colour and number
//    A  ┌─┬─┬─┐   C  ┌─┬─┬─┬─┐   a row of A meets a        of C: the greyer, the more of its terms
//       │ │ │ │      │ │ │ │ │   column of B in one        are there; fed now: its lane's colour
//       └─┴─┴─┘      └─┴─┴─┴─┘   element of C
//       k across
//
// The step of k that is read now is framed in A and B; outlined in C is what one thread keeps: that
// of the picked element, else of the first lane that reads. Below stand what the access reads and
// feeds, and the loads for each multiply-add of the whole launch.
#pragma once

#include "viz/analysis/gemm_counts.h"
#include "viz/scene/access/gemm_layout.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::scene {

// `plain`: what lanes read, and neither what it feeds nor how much is loaded, so that a person can
// be asked about it.
enum class GemmMarks : std::uint8_t { all, plain };

struct GemmScene {
  const analysis::GemmFlow& flow;
  const analysis::GemmMoment& moment;  // of `event`
  const analysis::GemmCounts& counts;
  std::size_t event = 0;  // of the trace
  double phase = 1;
  GemmLook look;
};

// Ids: lane (a: lane, b: step of k) on cells of A and B that are read, word (row, column) on the
// picked element of C.
[[nodiscard]] DrawList gemm_view(const GemmScene& scene, Size size, const Style& style,
                                 GemmMarks marks = GemmMarks::all);

}  // namespace warplens::scene
