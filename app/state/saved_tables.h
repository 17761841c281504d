// The tables that can be saved of what is on the stage, by name.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/words/strings.h"
#include "viz/analysis/table.h"

namespace warplens::ui {

struct SavedTable {
  std::string name;  // "totals"
  Str title;
};

// Those of views that keep their own figures, and are made where those are drawn.
inline constexpr const char* kTimingTable = "timing";
inline constexpr const char* kLimitsTable = "limits";
inline constexpr const char* kRooflineTable = "roofline";
// Of what the error chart shows.
inline constexpr const char* kErrorsTable = "errors";
// Of the run of the host timeline.
inline constexpr const char* kSpanTable = "host_timeline";

// Of a panel: the figures of its view, or the trace's. Empty while there is nothing to show, or a
// prediction hides it.
[[nodiscard]] std::vector<SavedTable> saved_tables(const AppState& app, std::string_view panel);

// Holds all that it needs, so that it can be made on another thread. Errors: no trace has such a
// table.
using MakeTable = std::function<tables::Table()>;
Result<MakeTable> saved_table(const AppState& app, session::Side side, const std::string& name);

// The left or the right kernel's, by a panel's name.
[[nodiscard]] session::Side side_of_panel(std::string_view panel);
// The traces of a side's result, one a launch.
[[nodiscard]] std::vector<std::shared_ptr<const trace::Trace>> saved_traces(
    const session::KernelResult& result);

}  // namespace warplens::ui
