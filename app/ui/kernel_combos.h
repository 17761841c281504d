// The long lists of kernels: which one is shown, which one to compare it with. Both can be
// searched.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

struct KernelSearch {
  std::string words;       // what is typed above the open list
  bool is_chosen = false;  // a kernel was pressed: the list closes
};

// Each draws into the item width that is set.
void variant_combo(const AppState& app, Ui& ui);
void compare_combo(const AppState& app, Ui& ui);

// `words` as they fit beside a combo's arrow.
[[nodiscard]] std::string beside_arrow(const std::string& words);

}  // namespace warplens::ui
