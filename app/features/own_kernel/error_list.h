// The compiler's errors as the drawer shows them, beside the text or below its lines.
#pragma once

#include "app/features/own_kernel/own_panels.h"

namespace warplens::ui {

// Chooses the first error of a file whose errors were not shown before.
void follow_errors(const AppState& app, Ui& ui, const session::OwnFile& file);
[[nodiscard]] Color color_of(const Ui& ui, const run::Diagnostic& said);
// One line each; a click chooses it.
void error_list(Ui& ui, const session::OwnFile& file);

}  // namespace warplens::ui
