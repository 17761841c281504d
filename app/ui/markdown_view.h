// Draws parsed lesson text, wrapped to a width, with Chinese line breaking.
#pragma once

#include "app/lessons/markdown.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Whether the glossary's terms in a text are dotted below (at their first place) and explain
// themselves under the pointer.
enum class Terms { explained, plain };

// At ImGui's cursor, `width` pixels wide; advances the cursor below it.
void draw_markdown(Ui& ui, const lessons::Markdown& markdown, float width,
                   Terms terms = Terms::explained);

}  // namespace warplens::ui
