// The table that a person wants saved: the trace's, or that of a view with figures of its own.
#pragma once

#include "app/state/saved_tables.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Errors: it is not there yet.
Result<MakeTable> table_to_save(const AppState& app, Ui& ui, const SaveWish& wish);

}  // namespace warplens::ui
