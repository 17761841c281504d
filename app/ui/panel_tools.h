// What every panel's header offers under the pointer: a picture of it, and its figures as text.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// Small icons at the right end of the header, drawn while the pointer is on the header. Call it
// first in the panel; it leaves the cursor where it was.
void panel_tools(Ui& ui, std::string_view name, const Area& area);

}  // namespace warplens::ui
