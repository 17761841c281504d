// Carries out what a person wants saved: files appear in the chosen folder, messages say where.
//
//   SaveWish ─► table, trace, capture ─► a thread makes and writes the file
//           └─► picture ─► AsideDrawer, a frame at a time ─► a thread encodes and writes it
//
// Called once a frame while the window's OpenGL context is current; no call takes longer than a
// picture of the window does.
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "app/ui/window/aside_drawer.h"
#include "app/ui/window/picture_export.h"
#include "viz/gl/gif.h"

namespace warplens::ui {

class Saver {
 public:
  // `wake` is called from a writing thread when a file is done.
  explicit Saver(std::function<void()> wake) : files_(std::move(wake)) {}

  // After a frame of `window` pixels: begins what was wished for, goes on with what is under way,
  // and says what is done.
  void follow(AppState& app, Ui& ui, ImVec2 window);
  // A picture of what the frame before drew (Exports::picture).
  void keep(gl::Image image, const AppState& app, const std::string& view);
  // More frames are needed, even if nothing happens.
  [[nodiscard]] bool is_drawing() const { return drawing_ != nullptr; }

 private:
  struct Drawing;
  void begin(const AppState& app, Ui& ui, ImVec2 window, const SaveWish& wish);
  void begin_drawing(const AppState& app, const Ui& ui, ImVec2 window, const SaveWish& wish);
  void save_table(const AppState& app, Ui& ui, const SaveWish& wish);
  void save_trace(const AppState& app, const SaveWish& wish);
  Result<bool> go_on(AppState& app, Ui& ui);
  Result<bool> go_on_with_film(AppState& app, Ui& ui);
  Result<void> film_next(AppState& app);
  Result<void> save_film(const AppState& app);
  Result<void> save_picture(const AppState& app);
  void report(Ui& ui);

  PictureWriter files_;
  std::optional<Error> error_;  // until it is said
  std::shared_ptr<Drawing> drawing_;
  Job<std::monostate, gl::Gif> film_;  // with one picture more
};

}  // namespace warplens::ui
