// Which buffer the matrix view shows and which part of it. Two kernels side by side are looked at
// alike: where both have a buffer of one shape, both show the same part.
#pragma once

#include "app/ui/ui.h"
#include "viz/scene/access/matrix_view.h"

namespace warplens::ui {

// The part of buffer `buffer` of the side being drawn that is looked at from now on.
void look_at(Ui& ui, std::size_t buffer, const scene::MatrixWindow& window);

// About what the access under the cursor touches, where that can be seen; else about the middle.
void zoom_matrix(Ui& ui, const AppState& app, double factor);
// By parts of what is looked at.
void pan_matrix(Ui& ui, double rows, double columns);
void show_whole_matrix(Ui& ui);
// Of the item drawn last, in which `layout` puts ui.cache().buffer, of that shape. Wheel: zooms
// about the pointer. Drag: moves. Double click: all of it.
void navigate_matrix(Ui& ui, const trace::Buffer& shape, const scene::MatrixLayout& layout,
                     ImVec2 origin);

// The buffer that the access touches, each buffer in turn, and back to the first.
void next_buffer(Ui& ui);

void next_coloring(Ui& ui);

// What the matrices of both sides are coloured by.
void recolor_all(Ui& ui, scene::ColorBy by);

}  // namespace warplens::ui
