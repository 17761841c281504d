// Draws parsed lesson text, wrapped to a width, with Chinese line breaking.
#pragma once

#include "app/lessons/markdown.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// At ImGui's cursor, `width` pixels wide; advances the cursor below it.
void draw_markdown(Ui& ui, const lessons::Markdown& markdown, float width);

}  // namespace warplens::ui
