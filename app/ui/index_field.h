// Where a person writes another index for a kernel that lets them (OwnIndex): taken as it is typed,
// as far as it is one; what is wrong with it stands beside it.
#pragma once

#include <array>
#include <string>

#include "app/state/control_list.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// What is typed while it is not what stands there.
struct IndexDraft {
  std::string text, instead_of;
  Text error;  // empty: it is taken as it is typed
  bool is_there = false;
  bool types = false;  // all that is typed in one go is one change
};

struct IndexDrafts {
  std::array<IndexDraft, 2> sides;
};

// What it says that is in no table of texts: errors.
[[nodiscard]] std::string index_text(const Ui& ui);

// "place_of(step, row) ="
[[nodiscard]] std::string index_label(const AppState& app, const Control& control);
// Draws into the item width that is set, what is wrong within it.
void index_field(const AppState& app, Ui& ui, const Control& control);

}  // namespace warplens::ui
