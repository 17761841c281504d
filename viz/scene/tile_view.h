// A shared array as the matrix that the kernel's author has in mind: rows × pitch, each cell with
// its bank's number, padding columns hatched, the current event's lanes lit. One column of padding
// shows at once: the bank numbers no longer line up from row to row.
#pragma once

#include <cstdint>

#include "kernels/trace/trace.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/layout.h"
#include "viz/scene/shared_access.h"

namespace warplens::scene {

// In words of four bytes.
struct TileShape {
  std::uint32_t pitch = 32;    // words from row to row
  std::uint32_t columns = 32;  // of them, those that hold data; the rest is padding
};

// Ids: word (a: word in the shared window, b: lanes on it) on every lit cell.
[[nodiscard]] DrawList tile_view(const trace::SharedArray& array, const TileShape& shape,
                                 const SharedAccess& access, Size size, const Style& style);

}  // namespace warplens::scene
