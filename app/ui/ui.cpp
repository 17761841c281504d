#include "app/ui/ui.h"

#include <algorithm>

namespace warplens::ui {

Ui::Ui() = default;
Ui::~Ui() = default;

bool Ui::is_making_views() const { return std::ranges::any_of(caches, &ViewCache::is_making); }

}  // namespace warplens::ui
