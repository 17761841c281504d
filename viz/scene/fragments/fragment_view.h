// An instruction's matrices, each cell in the colour of the lane that holds it, beside the
// registers of the lanes: what is pointed at on one side is framed on the other, and said below in
// a line.
//
// A cell carries its lane's number, or its value; a register's the element that it holds, or its
// value. Framed thinly is what else the same register holds.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "viz/scene/draw/draw_list.h"
#include "viz/scene/fragments/fragment_layout.h"

namespace warplens::scene {

struct FragmentScene {
  const machine::MatrixForm& form;
  FragmentLook look;
  // Of each operand; empty: nothing is known of it.
  std::vector<std::span<const std::byte>> registers{};
  std::uint32_t first_row = 0;  // of the warp in A, C and D: wgmma
  // As the kernel calls it: "%r45"; null: no kernel does.
  std::function<std::string(const machine::FormOperand&, std::uint32_t reg)> name{};
};

// Ids: element (row, column) on the marked element, lane (lane, column of the table) on its
// register.
[[nodiscard]] DrawList fragment_view(const FragmentScene& scene, Size size, const Style& style);

// What is said of a mark: long, then in few words.
struct FragmentWords {
  std::string whole, brief;
};
[[nodiscard]] FragmentWords fragment_words(const FragmentScene& scene, const FragmentMark& mark,
                                           Language language);

}  // namespace warplens::scene
