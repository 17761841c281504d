// The lines above the fragments view's picture: instruction, block, warp and execution; operands;
// what cells tell.
#pragma once

#include "app/features/fragments/fragment_moment.h"

namespace warplens::ui {

// `operand` is the one shown.
void fragment_controls(const AppState& app, Ui& ui, const FragmentMoment& moment,
                       std::size_t operand);

}  // namespace warplens::ui
