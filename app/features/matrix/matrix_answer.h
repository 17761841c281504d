// A question about elements, answered in the matrix.
#pragma once

#include <span>

#include "app/ui/widgets.h"
#include "viz/scene/access/matrix_view.h"

namespace warplens::ui {

// Once a step that asks where a lane lands: as near as a cell can be hit.
void look_near_the_question(const AppState& app, Ui& ui);

// While it is asked where one of an access's lanes lands: the elements of those that are told, each
// in this access or, where it takes no part, in its last one before at the same place of the code.
[[nodiscard]] std::vector<scene::ElementTouch> told_elements(const AppState& app, const Ui& ui,
                                                             const ExplainedEvent& current);

// While it is asked who brings a box: where it lies.
void asked_box(Ui& ui, std::span<const scene::ElementTouch> touched,
               const scene::MatrixLayout& layout, ImVec2 origin);

// Cells that say nothing but which element they are, in place of colours.
void empty_cells(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin);

// A click answers where a lane lands, and which lanes are asked for.
void answer_by_click(const AppState& app, Ui& ui, const ExplainedEvent* current,
                     const scene::MatrixLayout& layout, ImVec2 origin);

// The element that is chosen; once it is given as the answer, the right one too.
void answer_cells(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin);

}  // namespace warplens::ui
