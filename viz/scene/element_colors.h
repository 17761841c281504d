// Who touched each element first: the base colours of the matrix view, computed once a trace.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"
#include "viz/scene/palette.h"

namespace warplens::scene {

enum class ColorBy : std::uint8_t { warp, lane, thread, time };

// Row-major, one colour for each square of step × step elements (step is 1 unless the buffer has
// more than four million elements). 0 where no recorded event touched.
struct ElementColors {
  std::uint64_t rows = 0, columns = 0;  // elements
  std::uint32_t step = 1;
  std::vector<Color> colors;

  // 0 outside the buffer.
  [[nodiscard]] Color at(std::uint64_t row, std::uint64_t column) const;
};

// The first toucher in the trace's order decides. warp: the warp's number in the whole grid;
// thread: its position in the block; time: the event's position in the trace.
[[nodiscard]] ElementColors element_colors(const trace::Trace& trace, const trace::Buffer& buffer,
                                           ColorBy by);

}  // namespace warplens::scene
