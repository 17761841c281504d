#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {

void swizzle_panel(const AppState&, Ui& ui, const Area& area) {
  begin_panel(ui, "swizzle_map", area, ui.say(Str::swizzle_map));
  end_panel();
}

}  // namespace warplens::ui
