// The lane or warp that touched each element first: the base colours of the matrix view, computed
// once a trace.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"
#include "viz/scene/draw/palette.h"

namespace warplens::scene {

enum class ColorBy : std::uint8_t { warp, lane, thread, time };

// Row-major, one colour for each square of step × step elements (step is 1 unless the buffer has
// more than four million elements). 0 where no recorded event touched.
struct ElementColors {
  std::uint64_t rows = 0, columns = 0;  // elements
  std::uint32_t step = 1;
  std::vector<Color> colors;
  // The number of the warp or lane, parallel to `colors`, since eight colours do not tell all warps
  // apart. Empty if the colours only show an order (ColorBy::thread and time).
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::vector<std::uint32_t> numbers{};

  // 0 outside the buffer.
  [[nodiscard]] Color at(std::uint64_t row, std::uint64_t column) const;
  // kNone outside the buffer, where nothing touched and where there are no numbers.
  [[nodiscard]] std::uint32_t number_at(std::uint64_t row, std::uint64_t column) const;
};

// Row-major like ElementColors: the event that touched each square first and the lane that did.
struct FirstTouches {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint64_t rows = 0, columns = 0;  // elements
  std::uint32_t step = 1;
  std::vector<std::uint32_t> events;  // kNone: no recorded event
  std::vector<std::uint8_t> lanes;

  struct Touch {
    std::uint32_t event = kNone;
    std::uint32_t lane = 0;
  };
  // The first touch of the square that holds the element; kNone outside the buffer.
  [[nodiscard]] Touch at(std::uint64_t row, std::uint64_t column) const;
};

// The first toucher in the trace's order.
[[nodiscard]] FirstTouches first_touches(const trace::Trace& trace, const trace::Buffer& buffer);

// warp: the warp's number in the whole grid; thread: its position in the block; time: the event's
// position in the trace.
[[nodiscard]] ElementColors element_colors(const trace::Trace& trace, const FirstTouches& touches,
                                           ColorBy by);

}  // namespace warplens::scene
