#include "app/tour/stage_picture.h"

#include <algorithm>

#include "app/ui/window/picture_export.h"

namespace warplens::ui {
namespace {

// Around every view of the stage, those of both sides.
WidgetRect stage_of(const WidgetLog& widget_log) {
  WidgetRect all{1e9f, 1e9f, 0, 0};
  float right = 0, bottom = 0;
  for (const auto& [name, rect] : widget_log.panels()) {
    const std::string_view plain =
        std::string_view(name).substr(name.starts_with("right.") ? sizeof("right.") - 1 : 0);
    if (plain != "side" && !session::stage_view_named(plain)) continue;
    all.x = std::min(all.x, rect.x);
    all.y = std::min(all.y, rect.y);
    right = std::max(right, rect.x + rect.width);
    bottom = std::max(bottom, rect.y + rect.height);
  }
  all.width = right - all.x;
  all.height = bottom - all.y;
  return all;
}

}  // namespace

Result<gl::Image> draw_stage(PictureDrawer& drawer, int frames) {
  Ui& ui = drawer.ui();
  ui.exports.picture_wanted = "stage";
  TRY(drawer.draw(frames));
  const gl::Image window = drawer.image();
  return cut(window, stage_of(ui.widget_log), static_cast<float>(window.width));
}

}  // namespace warplens::ui
