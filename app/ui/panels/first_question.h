// The first start's question: how many passes does a warp need that reads a column of a tile? The
// banks answer by moving.
#pragma once

#include "app/ui/panels/overlay_states.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// As wide as `width`, as high as `height` allows. Until it is answered the warp reads a row.
void first_question(Ui& ui, float width, float height);

// Takes the answer in place `choice`, from 0; only the first counts.
void answer_first_question(Ui& ui, std::size_t choice);

}  // namespace warplens::ui
