// A shared array in the person's source: its declaration, and each place that names it.
//
//   __shared__ float tile[32][kPitch];      two extents; words of the source with their places
//   tile[threadIdx.x][j]                    a use with two subscripts
//   tile[row * kPitch + col]                one subscript, which a pitch parts into row and column
//
// Read without a compiler: what is not of these forms is said, and not guessed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/own/expression.h"

namespace warplens::swizzle {

// Characters [begin, end) of the source.
struct SourcePart {
  std::size_t begin = 0, end = 0;
  [[nodiscard]] std::string_view of(std::string_view source) const {
    return source.substr(begin, end - begin);
  }
};

struct SourceUse {
  SourcePart name;
  std::uint32_t line = 0;
  std::uint32_t last_line = 0;  // of its statement
  std::vector<SourcePart> subscripts;
  bool is_address = false;  // &tile[…][…]
};

struct SourceArray {
  std::string code;  // the source, its comments made blanks; parts are of both
  std::string name;
  std::uint32_t line = 0;
  std::uint32_t element_bytes = 0;  // 0: of a type that is not known
  bool is_dynamic = false;          // extern: without an extent of its own
  std::vector<SourcePart> extents;
  std::vector<SourceUse> uses;
  own::Values constants;  // of the source

  [[nodiscard]] std::string_view text(const SourcePart& part) const { return part.of(code); }
  // The part's value where constants say it.
  [[nodiscard]] std::optional<std::int64_t> value(std::string_view expression) const;
};

// The array whose declaration stands last before `line`. Errors: none does.
Result<SourceArray> read_source_array(std::string_view source, const std::string& name,
                                      std::uint32_t line);

// "threadIdx.x * kPitch + j": a pitch times the row, and the column.
struct PitchedIndex {
  SourcePart pitch;
  std::string row, column;
  SourcePart column_part;  // where the column's terms stand side by side; else empty
};
// Nothing where the subscript is no such sum, or its pitch has another value.
[[nodiscard]] std::optional<PitchedIndex> pitched_index(const SourceArray& array,
                                                        const SourcePart& subscript,
                                                        std::uint32_t pitch);
// The value that most subscripts have for a pitch.
[[nodiscard]] std::optional<std::uint32_t> named_pitch(const SourceArray& array);

}  // namespace warplens::swizzle
