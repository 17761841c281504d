// Which chip views of chips are of: ui.state<ChosenChip>().
#pragma once

#include <cstddef>

namespace warplens::ui {

struct ChosenChip {
  std::size_t index = 0;  // of those that the view has, and round again
};

}  // namespace warplens::ui
