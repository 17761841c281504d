// The tables that can be saved of a trace on the stage, by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session/kernel_result_ptr.h"
#include "app/session/side.h"
#include "app/texts/strings.h"
#include "kernels/base/result.h"
#include "viz/analysis/table.h"

namespace warplens::trace {
struct Trace;
}

namespace warplens::ui {

struct AppState;

struct SavedTable {
  std::string_view name;  // "totals"
  Str title;
};

// Of a side's trace. Empty while there is none.
[[nodiscard]] std::vector<SavedTable> saved_tables(const AppState& app, session::Side side);

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
