#include "app/ui/pick_file.h"

namespace warplens::ui {

bool can_pick_file() { return false; }
void pick_file() {}

}  // namespace warplens::ui
