// The launch's blocks in the matrix view, where each thread has the element at its own place: their
// outlines, threads without an element, the arithmetic of an index, and a corner to drag.
#pragma once

#include <optional>
#include <string>

#include "app/ui/ui.h"
#include "viz/scene/access/matrix_view.h"

namespace warplens::ui {

// Turns the blocks on and off; nothing for a buffer whose threads are elsewhere, or without room.
void blocks_button(Ui& ui, float gap, float height);

// "31 of 64 lanes idle · 24 sectors in all", behind the last item, while the blocks are shown and
// no prediction is open.
void idle_label(const AppState& app, Ui& ui);

// The first block's corner under the mouse: where the ribbon offers `block_x` and `block_y` a drag
// changes them. True while it has the mouse.
bool drag_block(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin);

void draw_blocks(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, scene::Size size,
                 ImVec2 origin);

// What pointing at the place says: the thread and its arithmetic, while no prediction is open.
// Nothing where the buffer has no threads of its own.
[[nodiscard]] std::optional<std::string> thread_phrase(const AppState& app, const Ui& ui,
                                                       scene::Element element);

}  // namespace warplens::ui
