// A shared array as the matrix that the kernel's author has in mind: rows × pitch, each cell with
// its bank's number, padding columns hatched, the current event's lanes lit. One column of padding
// shows at once: the bank numbers no longer line up from row to row.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/cost/shared_breakdown.h"
#include "kernels/trace/trace.h"
#include "viz/scene/access/service.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// The shape of a tile in words of four bytes.
struct TileShape {
  std::uint32_t pitch = 32;    // words from row to row
  std::uint32_t columns = 32;  // of them, those that hold data; the rest is padding
};

// Nothing if the layout is not known or its rows are not whole words.
[[nodiscard]] std::optional<TileShape> shape_of(const SharedLayout& layout);

// The contents of cells besides lit lanes: each word's bank, its number on a colour where it fits
// (else a line before each word of bank 0), or nothing, so that a person can be asked about banks.
enum class TileCells : std::uint8_t { banks, plain };

// Ids: word (a: word in the shared window, b: lanes on it) on every lit cell. `motion` of `access`;
// null: at rest. What is not served yet is dim.
[[nodiscard]] DrawList tile_view(const trace::SharedArray& array, const TileShape& shape,
                                 const analysis::SharedBreakdown& access, Size size,
                                 const Style& style, TileCells cells = TileCells::banks,
                                 const Motion* motion = nullptr);

// The word of the shared window whose cell lies under a point.
[[nodiscard]] std::optional<std::uint64_t> tile_word_at(const trace::SharedArray& array,
                                                        const TileShape& shape, Size size,
                                                        const Style& style, float x, float y);

}  // namespace warplens::scene
