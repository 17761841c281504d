// Where a tour is written: index.html, and pictures/ with every picture once.
//
// While it is being made its page says that it is not complete; finish() puts the real one there.
// Pictures are encoded on a thread of their own while the next one is drawn.
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <string>

#include "app/words/strings.h"
#include "kernels/base/result.h"
#include "viz/gl/image.h"

namespace warplens::ui {

class TourFolder {
 public:
  // Makes the folder, or clears an earlier tour out of it. Refuses one that holds anything else.
  [[nodiscard]] static Result<TourFolder> create(std::filesystem::path path, Language language);

  // Keeps `picture` as pictures/NAME.png; gives the file's name in the folder, that of an earlier
  // picture when it is the same to the pixel.
  [[nodiscard]] Result<std::string> add(const std::string& name, gl::Image picture);

  // Waits for the pictures and writes the page.
  [[nodiscard]] Result<void> finish(const std::string& page);

  [[nodiscard]] std::size_t pictures() const { return files_.size(); }

 private:
  explicit TourFolder(std::filesystem::path path) : path_(std::move(path)) {}
  [[nodiscard]] Result<void> wait();

  std::filesystem::path path_;
  std::map<std::string, std::string> files_;  // pixels' digest → file
  std::future<Result<void>> writing_;
};

}  // namespace warplens::ui
