// A map as a change of the person's own lines.
//
//   padding 1        __shared__ float tile[32][32]   ─► tile[32][32 + 1], or the pitch's constant
//   Swizzle<5,0,5>   tile[threadIdx.x][j]            ─► tile[threadIdx.x][j ^ threadIdx.x]
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viz/swizzle/traced/source_array.h"
#include "viz/swizzle/traced/traced_array.h"

namespace warplens::swizzle {

// col ^ ((row >> row_shift) & mask) << group_shift.
struct RowXor {
  std::uint32_t row_shift = 0, mask = 0, group_shift = 0;
};
// Nothing for a map that takes other bits than a row's, or changes others than a column's, of a row
// of `columns` elements.
[[nodiscard]] std::optional<RowXor> row_xor(const Map& map, std::uint32_t columns);

struct Edit {
  std::size_t begin = 0, end = 0;
  std::string text;
};

struct PatchedArray {
  const SourceArray& source;
  const TracedArray& traced;
  const Tile& tile;
  std::uint32_t inner_rows = 0;  // of the extent before the last
};

// Errors, one line: the first use that is no expression of row and column, an access that names the
// array in no line, what the map would have to change elsewhere.
Result<std::vector<Edit>> edits_for(const PatchedArray& array, const Map& map);

// `edits` do not overlap, and none has a line's end.
[[nodiscard]] std::string with_edits(std::string_view source, std::vector<Edit> edits);

// What `patch -p0` takes. Both have as many lines; empty where they are alike.
[[nodiscard]] std::string unified_diff(std::string_view path, std::string_view before,
                                       std::string_view after);

}  // namespace warplens::swizzle
