// What of an instruction's matrices and registers is in sight, and where.
//
//              B                lane  a0       a1
//     A  ·  C = D                     lo  hi   lo  hi
//                                 0
//   matrices: A, B and a sum     ...            one line a lane,
//   where cells are legible so,  31             a column a part of a register
//   else the chosen operand
//
// What has no room is scrolled: a matrix by rows and columns, the registers by lanes and columns.
#pragma once

#include <optional>
#include <vector>

#include "viz/fragments/fragment_words.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// A part of an operand's register, of which a cell of a matrix is the other side.
struct FragmentMark {
  std::size_t operand = 0;
  machine::FragmentPart part;
  friend bool operator==(const FragmentMark&, const FragmentMark&) = default;
};

struct FragmentLook {
  std::size_t operand = 0;               // chosen: its registers are shown
  std::optional<FragmentMark> mark;      // pointed at, or kept
  bool shows_values = false;             // in cells, where there are some
  std::uint32_t told_lanes = kWarpSize;  // those from it on hold nothing that is shown
  // Of what is scrolled, in cells.
  std::uint32_t first_row = 0, first_column = 0, first_register = 0, first_lane = 0;

  // It is asked who holds the mark: nothing but its place in the matrix is shown of it.
  [[nodiscard]] bool asks() const { return told_lanes < kWarpSize; }
};

// Cells of an operand's matrix.
struct MatrixPart {
  std::size_t operand = 0;
  std::uint32_t matrix = 0;
  Box box;  // of the cells alone
  float cell_width = 0, cell_height = 0;
  std::uint32_t first_row = 0, first_column = 0, rows = 0, columns = 0;
  bool is_alone = false;  // titled in full

  [[nodiscard]] Box cell(std::uint32_t row, std::uint32_t column) const {
    return {box.x + static_cast<float>(column - first_column) * cell_width,
            box.y + static_cast<float>(row - first_row) * cell_height, cell_width, cell_height};
  }
  [[nodiscard]] bool has(std::uint32_t row, std::uint32_t column) const {
    return row - first_row < rows && column - first_column < columns;
  }
};

// Lanes by parts of registers; in two or four bands of lanes where that makes them legible.
struct RegisterTable {
  Box box;  // of the first band's cells
  float cell_width = 0, cell_height = 0, label_width = 0, header = 0, next_band = 0;
  std::uint32_t first = 0, columns = 0;                // parts in sight
  std::uint32_t first_lane = 0, lanes = 0, bands = 1;  // lanes of a band

  [[nodiscard]] Box band(std::uint32_t index) const {
    return {box.x + static_cast<float>(index) * next_band, box.y, box.width, box.height};
  }
  [[nodiscard]] Box cell(std::uint32_t lane, std::uint32_t column) const {
    const std::uint32_t at = lane - first_lane;
    return {band(at / lanes).x + static_cast<float>(column - first) * cell_width,
            box.y + static_cast<float>(at % lanes) * cell_height, cell_width, cell_height};
  }
  [[nodiscard]] bool has(std::uint32_t lane, std::uint32_t column) const {
    return lane - first_lane < lanes * bands && column - first < columns;
  }
};

struct FragmentLayout {
  std::vector<MatrixPart> matrices;
  std::size_t operand = 0;             // whose registers are shown
  std::optional<RegisterTable> table;  // none: no register holds the operand, or no room
  Box phrase;                          // below, for words
  float title = 0;                     // height of a line above each matrix
  float margin = 0;                    // left of each matrix, for rows' numbers
};

[[nodiscard]] FragmentLayout fragment_layout(const machine::MatrixForm& form,
                                             const FragmentLook& look, Size size,
                                             const Style& style);

[[nodiscard]] inline bool has_hidden_lanes(const RegisterTable& table) {
  return table.lanes * table.bands < kWarpSize;
}
// Whether a matrix has rows out of sight.
[[nodiscard]] bool has_hidden_rows(const machine::MatrixForm& form, const FragmentLayout& layout);

// The part of a register under a point, in the table or by its element; its span's first.
[[nodiscard]] std::optional<FragmentMark> fragment_at(const machine::MatrixForm& form,
                                                      const FragmentLayout& layout, float x,
                                                      float y);

// The look scrolled as little as it takes for the mark to be in sight on both sides.
[[nodiscard]] FragmentLook brought_into_sight(const machine::MatrixForm& form, FragmentLook look,
                                              Size size, const Style& style);

}  // namespace warplens::scene
