// Hover help on the glossary's terms, wherever a text that is drawn names one.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// Explains a term at the pointer.
void term_tooltip(Ui& ui, std::size_t term);

// While the pointer is on the last item, or on a rectangle of the current window: explains the
// terms that `words` name.
void term_help(Ui& ui, std::string_view words);
void term_help(Ui& ui, ImVec2 low, ImVec2 high, std::string_view words);

// "lane · 束内线程": a term in the language on screen, with its other name.
[[nodiscard]] std::string term_heading(const lessons::Term& term, Language language);

}  // namespace warplens::ui
