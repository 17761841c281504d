#include "app/ui/pick_file.h"

#include "app/platform/web/host.h"

namespace warplens::ui {

bool can_pick_file() { return true; }
void pick_file() { page_file_pick(); }

}  // namespace warplens::ui
