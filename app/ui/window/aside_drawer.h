// The window drawn aside, into a target of its own in the OpenGL context that is current: sharper
// than it is, or at another event, and without what the pointer and messages do.
//
//   create(app, shown, size, times) ─► draw(app, panel) until it is whole ─► image(), ui()
#pragma once

#include <memory>

#include "app/ui/ui.h"
#include "viz/gl/image.h"

namespace warplens::ui {

class AsideDrawer {
 public:
  // `shown`: the window's own, whose panels' states it begins with; `window`: its size in pixels,
  // of which each becomes `times` in both directions. Errors: too large for the driver, no fonts.
  static Result<std::unique_ptr<AsideDrawer>> create(const AppState& app, const Ui& shown,
                                                     ImVec2 window, float times);
  ~AsideDrawer();
  AsideDrawer(const AsideDrawer&) = delete;
  AsideDrawer& operator=(const AsideDrawer&) = delete;

  // One frame of what `app` is now, with nothing pointed at in `panel`. False: it is still being
  // laid out, or something that it shows is being made; draw it again later. Afterwards the
  // window's framebuffer is bound.
  [[nodiscard]] bool draw(const AppState& app, const std::string& panel);
  // The panel's part, of whole pixels. Error: there is no room for it.
  Result<WidgetRect> part(const std::string& panel) const;
  Result<gl::Image> image(const std::string& panel) const;
  [[nodiscard]] Ui& ui();

 private:
  struct Parts;
  explicit AsideDrawer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace warplens::ui
