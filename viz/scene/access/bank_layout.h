// The layout of the bank view, shared by its picture and by the lanes that move over it.
#pragma once

#include <optional>
#include <vector>

#include "viz/scene/access/bank_rows.h"
#include "viz/scene/access/bank_view.h"

namespace warplens::scene {

struct BankLayout {
  struct Panel {
    BankPanel content;
    float title = 0, depths = 0, rows = 0;  // y of its title, its wavefronts, its first row
  };

  float label_size = 0, line_height = 0;
  float gutter = 0;  // width of the labels on the left
  float cell_width = 0, row_height = 0;
  bool has_titles = true;     // of the groups; left out where rows would be hidden for them
  std::vector<Panel> panels;  // none: no room

  [[nodiscard]] Box cell(std::uint32_t bank, float y, float height) const {
    return {gutter + static_cast<float>(bank) * cell_width, y, cell_width, height};
  }
  // The word's place in the panel, as a row and in pixels; nothing when the panel does not show it.
  [[nodiscard]] std::optional<std::size_t> row_of(const analysis::WordUse& use,
                                                  const Panel& panel) const;
  [[nodiscard]] std::optional<Box> box_of(const analysis::WordUse& use, const Panel& panel) const;
};

[[nodiscard]] BankLayout bank_layout(const BankViewInput& input, Size size, const Style& style);

// The box of a lane's number in a word: a conflict leaves a wide frame of its depth's colour.
[[nodiscard]] Box mark_box(const Box& cell, bool conflict);

}  // namespace warplens::scene
