// The tables that can be saved of what is on the stage, by name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/words/strings.h"
#include "viz/tables/table.h"

namespace warplens::ui {

struct SavedTable {
  std::string name;  // "totals"
  Str title;
};

// The timing view's, which is made where that is drawn.
inline constexpr const char* kTimingTable = "timing";

// Of a panel: the timing view's figures, or the trace's. Empty while there is nothing to show, or a
// prediction hides it.
[[nodiscard]] std::vector<SavedTable> saved_tables(const AppState& app, std::string_view panel);

// Holds all that it needs, so that it can be made on another thread. Errors: no trace has such a
// table.
using MakeTable = std::function<tables::Table()>;
[[nodiscard]] Result<MakeTable> saved_table(const AppState& app, session::Side side,
                                            const std::string& name);

// The left or the right kernel's, by a panel's name.
[[nodiscard]] session::Side side_of_panel(std::string_view panel);
// The traces of a side's result, one a launch.
[[nodiscard]] std::vector<std::shared_ptr<const trace::Trace>> saved_traces(
    const session::KernelResult& result);

}  // namespace warplens::ui
