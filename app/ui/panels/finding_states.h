// What this module keeps from frame to frame: ui.state<…>().
#pragma once

#include <cstddef>
#include <optional>

#include "app/ui/layout.h"

namespace warplens::ui {

// A finding by its launch and its place in that.
struct FindingRow {
  std::size_t launch = 0, index = 0;
  friend bool operator==(const FindingRow&, const FindingRow&) = default;
};

struct FindingsState {
  std::optional<FindingRow> chosen;  // where the list jumped last, of the left side
  bool wants_view = false;           // it is to be scrolled into view
};

// The left column, in a window too narrow for all columns.
struct ReadingState {
  ReadingTab tab = ReadingTab::lesson;
};

}  // namespace warplens::ui
