// A scene's draw list → ImGui draw calls.
#pragma once

#include <string>

#include "app/ui/ui.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::ui {

// Draws `list` with its top left corner at `origin`, cut at its size. `view` names its grids.
void draw(Ui& ui, const std::string& view, const scene::DrawList& list, ImVec2 origin);

}  // namespace warplens::ui
