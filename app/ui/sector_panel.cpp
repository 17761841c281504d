#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {

void sector_panel(const AppState&, Ui& ui, const Area& area) {
  begin_panel(ui, "sector_strip", area, ui.say(Str::sector_strip));
  end_panel();
}

}  // namespace warplens::ui
