// Pictures of a view or of the whole window, kept as PNG files in the person's folder for pictures.
//
//   frame drawn ─► framebuffer read back ─► Image ─► cut() ─► PictureWriter: a thread encodes it
//
// Nothing is ever overwritten: a name that is taken gets a number.
#pragma once

#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "app/ui/widget_log.h"
#include "kernels/base/job.h"
#include "viz/gl/image.h"

namespace warplens::ui {

// Makes an empty file warplens-VIEW-DATE.png (or another ending) in `folder`, or one with a number
// behind, that was not there before.
Result<std::filesystem::path> claim_picture_file(const std::filesystem::path& folder,
                                                 std::string_view view, std::time_t now,
                                                 std::string_view ending = ".png");

// The part of `image` below `rect`, whose window is `window_width` wide in the same units.
[[nodiscard]] gl::Image cut(const gl::Image& image, const WidgetRect& rect, float window_width);

class PictureWriter {
 public:
  // `wake` is called from the writing thread when a picture is done.
  explicit PictureWriter(std::function<void()> wake) : wake_(std::move(wake)) {}

  void write(gl::Image image, std::filesystem::path folder, std::string view);
  // A file whose name is claimed first; `write` runs on the thread.
  using WriteFile = std::function<Result<void>(const std::filesystem::path&)>;
  void write_file(std::filesystem::path folder, std::string name, std::string ending,
                  WriteFile write);
  // The outcome of one picture that is done, once: where it lies.
  [[nodiscard]] std::optional<Result<std::filesystem::path>> take_done();

 private:
  std::function<void()> wake_;
  std::vector<Job<std::monostate, std::filesystem::path>> files_;  // until they are taken
};

}  // namespace warplens::ui
