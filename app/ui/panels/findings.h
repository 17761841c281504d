// What is wrong with a kernel's run and what of it costs most, as lists that jump to the access.
//
//   findings_panel   findings, notes, what the kernel printed, the worst accesses
//   jump_…           what a row does when it is clicked, and what keys do
#pragma once

#include "app/ui/key_table.h"

namespace warplens::ui {

// Of all launches, with a wrong result; notes are none.
[[nodiscard]] std::size_t findings_count(const AppState& app, session::Side side);
// Whether one of them is more than information, or the result is wrong.
[[nodiscard]] bool has_fault(const AppState& app, session::Side side);
// What the panel wants to show, in lines of small text.
[[nodiscard]] float findings_lines(const AppState& app, const Ui& ui);
void findings_panel(const AppState& app, Ui& ui, const Area& area);

// The left side's next finding or, with Shift held, the one before: by key.
void jump_to_next_finding(Ui& ui, const AppState& app, const KeyPress& press);
// The dearest access under the transport's filter, then the next dearest.
void jump_to_next_worst(Ui& ui, const AppState& app, const KeyPress& press);

}  // namespace warplens::ui
