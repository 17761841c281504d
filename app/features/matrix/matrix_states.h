// What the matrix view keeps from frame to frame: ui.state<…>().
#pragma once

#include "app/session/selection.h"
#include "app/ui/compat.h"
#include "viz/scene/access/matrix_view.h"

namespace warplens::ui {

// The first block's corner in the matrix view while it is dragged. The picture changes its scale
// with the block, so the pointer is read in the layout that it began in.
struct BlockDrag {
  bool is_on = false;
  session::Side side = session::Side::left;
  scene::MatrixLayout layout{};
  ImVec2 origin{0, 0};
  bool continues = false;
};

}  // namespace warplens::ui
