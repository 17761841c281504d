// A scene's draw list → ImGui draw calls.
#pragma once

#include <string>

#include "app/ui/ui.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::ui {

// Draws `list` with its top left corner at `origin`, cut at its size. `view` names its grids.
void draw(Ui& ui, const std::string& view, const scene::DrawList& list, ImVec2 origin);

// The same of a picture that is empty only where it has no room; there it says so.
void draw_or_tell(Ui& ui, const std::string& view, const scene::DrawList& list, ImVec2 origin);

// A line that ImGui draws with its top left corner at `at`, kept beside the lists where those are.
void keep_phrase(Ui& ui, std::string_view words, ImVec2 at, ImFont* font, Color color);

}  // namespace warplens::ui
