// The app's window drawn without a display: one context, one target, one ImGui for any number of
// pictures.
//
//   settle(app) ─► PictureDrawer::draw() ─► image(), and ui().widget_log says where each panel is
//
// Errors name what to install.
#pragma once

#include <memory>

#include "app/ui/ui.h"
#include "viz/gl/image.h"

namespace warplens::ui {

// Waits for the kernels that are being run and for the recordings. An error or a notice of the app
// becomes the error.
Result<void> settle(AppState& app);

class PictureDrawer {
 public:
  struct Size {
    int width = 1600, height = 1000;  // pixels
    float scale = 1;                  // of text and lines
  };

  // `app` must outlive it.
  static Result<std::unique_ptr<PictureDrawer>> create(AppState& app, Size size);
  ~PictureDrawer();
  PictureDrawer(const PictureDrawer&) = delete;
  PictureDrawer& operator=(const PictureDrawer&) = delete;

  // What `app` is now. Panels whose size follows from their content need a few frames.
  Result<void> draw(int frames = kFrames);
  // The speaker's view in place of the window, in the colours that were drawn before.
  void draw_speaker();
  // The last frame drawn.
  [[nodiscard]] gl::Image image() const;
  [[nodiscard]] Ui& ui();

 private:
  static constexpr int kFrames = 3;
  struct Parts;
  PictureDrawer(AppState& app, std::unique_ptr<Parts> parts);
  void draw_frame();

  AppState& app_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace warplens::ui
