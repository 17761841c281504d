// Where the columns of source, PTX and SASS stand, and their rows.
//
//   ┌ figures ─────────────────────────────────────────────┐
//   │ source        │ PTX         │ live │ SASS     │ costs │ overview of the whole code
//   │ …             │ …           │ ▇▇▇  │ …        │       │ ▇▇
//   └ phrase ──────────────────────────────────────────────┘
//
// Where there is no room for all three, PTX goes first, then source: SASS stays.
#pragma once

#include <optional>
#include <vector>

#include "viz/code/code_model.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct CodeLook {
  std::array<std::uint32_t, code::kCodeColumns> first{};  // row at the top of each column
  std::optional<code::CodeMark> mark{};                   // what is pointed at or kept
  std::string found{};                                    // words that are looked for
  bool hides_costs = false;
};

struct CodeColumnPlace {
  code::CodeColumn column = code::CodeColumn::sass;
  Box title, rows;          // rows: all of them that are in sight
  float numbers = 0;        // width of line numbers, or of addresses
  float bar = 0;            // width of the bar of live registers, before the text
  float figures = 0;        // width of costs, behind the text
  std::uint32_t first = 0;  // the row at the top
  std::uint32_t count = 0;  // rows in sight

  [[nodiscard]] Box row(std::uint32_t index, float height) const {
    return {rows.x, rows.y + static_cast<float>(index - first) * height, rows.width, height};
  }
  [[nodiscard]] bool has(std::uint32_t index) const {
    return index >= first && index - first < count;
  }
};

struct CodeLayout {
  float text = 14, row_height = 18;  // of code, pixels
  Box header, phrase;                // no height: left out
  std::vector<CodeColumnPlace> columns;
  Box overview;  // no width: left out

  [[nodiscard]] const CodeColumnPlace* find(code::CodeColumn column) const;
};

[[nodiscard]] CodeLayout code_layout(const code::CodeModel& model, const CodeLook& look, Size size,
                                     const Style& style);

// The row under a point, in the overview the instruction; nothing: none is there.
[[nodiscard]] std::optional<code::CodeMark> code_at(const code::CodeModel& model,
                                                    const CodeLayout& layout, float x, float y);
[[nodiscard]] bool is_in_overview(const CodeLayout& layout, float x, float y);

// The same look, scrolled so that what belongs to the mark is in sight in all columns; `but`: a
// column that stays as it is.
[[nodiscard]] CodeLook brought_into_sight(const code::CodeModel& model, CodeLook look, Size size,
                                          const Style& style,
                                          std::optional<code::CodeColumn> but = std::nullopt);

}  // namespace warplens::scene
