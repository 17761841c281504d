// A picture in a buffer of RGBA pixels, as a launch changes it event by event.
//
//   pixel ── before ──(the event that stores it)── after ──► time, in events that are over
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "kernels/trace/run.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::scene {

// A color has its bytes the other way round.
[[nodiscard]] constexpr Color color_of(std::uint32_t pixel) { return __builtin_bswap32(pixel); }

// Pixels are numbered row by row, red in the lowest byte.
struct Picture {
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
  std::size_t buffer = 0;  // of the trace's
  std::shared_ptr<const trace::RunPicture> pixels = std::make_shared<const trace::RunPicture>();
  std::vector<std::uint32_t> stored_by;  // the event that stores it first; kNever: none recorded
  std::vector<std::uint32_t> stored;     // pixels stored once so many events are over

  // The colour of the pixel after the first `moment` events.
  [[nodiscard]] Color color(std::uint64_t pixel, std::size_t moment) const;
  [[nodiscard]] bool is_stored(std::uint64_t pixel, std::size_t moment) const {
    return stored_by[pixel] < moment;
  }
  [[nodiscard]] std::uint32_t stored_at(std::size_t moment) const;
};

// The picture in buffer `buffer` of the trace, without padding between rows. Empty if `pixels` is
// not of its size.
[[nodiscard]] Picture picture_of(const trace::Trace& trace, std::size_t buffer,
                                 std::shared_ptr<const trace::RunPicture> pixels);

// How many events are over: those before the one under the cursor, and it once nothing moves.
[[nodiscard]] std::size_t moment_of(std::size_t event, double phase);

}  // namespace warplens::scene
