// Source, PTX and SASS side by side: what belongs to the marked row is lit in all three, a bar
// beside each instruction has the registers live there, and the whole code's profile of them stands
// at the right.
//
// A bar is as long and as far up the ramp as its share of the registers that a thread has.
#pragma once

#include <string>

#include "viz/scene/code/code_layout.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::scene {

// Ids: row (row, column) on lit rows, label (of the header's figure) on its tiles, bar (0) on the
// overview's frame of what is in sight.
[[nodiscard]] DrawList code_view(const code::CodeModel& model, const CodeLook& look, Size size,
                                 const Style& style);

// What is said of a row: long, then in few words.
struct CodeWords {
  std::string whole, brief;
};
[[nodiscard]] CodeWords code_words(const code::CodeModel& model, const code::CodeMark& mark,
                                   Language language);

}  // namespace warplens::scene
