// The stage alone, cut out of a picture of the window.
#pragma once

#include "app/ui/window/picture_drawer.h"

namespace warplens::ui {

// The views as they are now, with nothing pointed at.
Result<gl::Image> draw_stage(PictureDrawer& drawer, int frames = 1);

}  // namespace warplens::ui
