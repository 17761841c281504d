// A document's items in words.
#pragma once

#include <string>

#include "app/lessons/documents.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Who wrote it, and where.
[[nodiscard]] std::string source_words(const lessons::Document& document);
// "Lesson 7 · Step 5 of 9 · A tile of 16"
[[nodiscard]] std::string place_words(const AppState& app, const Ui& ui,
                                      const lessons::DocumentPlace& place);
// What is true in place of what a mistaken item says; where this step's open question asks for
// that, only that it is mistaken.
[[nodiscard]] std::string truth_words(const AppState& app, const Ui& ui,
                                      const lessons::DocumentItem& item);
// All of it, to be copied.
[[nodiscard]] std::string document_words(const AppState& app, const Ui& ui,
                                         const lessons::Document& document);

}  // namespace warplens::ui
