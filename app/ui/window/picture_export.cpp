#include "app/ui/window/picture_export.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "app/settings/settings.h"
#include "kernels/base/guarded.h"
#include "viz/gl/png.h"

namespace warplens::ui {
namespace fs = std::filesystem;

namespace {

std::string date_words(std::time_t now) {
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:04}{:02}{:02}-{:02}{:02}{:02}", local.tm_year + 1900, local.tm_mon + 1,
                     local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec);
}

fs::path variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Result<fs::path> write_file(const gl::Image& image, const fs::path& folder,
                            const std::string& view) {
  auto path = claim_picture_file(folder, view, std::time(nullptr));
  if (!path.has_value()) return path;
  if (auto written = gl::write_png(*path, image); !written.has_value()) {
    std::error_code error;
    fs::remove(*path, error);
    return fail(written.error());
  }
  return path;
}

}  // namespace

fs::path pictures_folder() {
  if (const fs::path chosen = variable("XDG_PICTURES_DIR"); !chosen.empty()) return chosen;
  const fs::path home = variable("HOME");
  std::error_code error;
  if (!home.empty() && fs::is_directory(home / "Pictures", error)) return home / "Pictures";
  return home.empty() ? fs::current_path(error) : home;
}

Result<fs::path> claim_picture_file(const fs::path& folder, std::string_view view, std::time_t now,
                                    std::string_view ending) {
  constexpr int kMostTries = 1000;
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string name = fmt::format("warplens-{}-{}", view, date_words(now));
  for (int number = 1; number <= kMostTries; ++number) {
    const fs::path path = folder / (number == 1 ? fmt::format("{}{}", name, ending)
                                                : fmt::format("{}-{}{}", name, number, ending));
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file >= 0) {
      ::close(file);
      return path;
    }
    if (errno != EEXIST) {
      return fail_in_both("cannot write a picture into {}: {}", "无法把图片写入 {}：{}",
                          folder.string(), std::strerror(errno));
    }
  }
  return fail_in_both("{} holds too many pictures of this second", "{} 中这一秒的图片太多",
                      folder.string());
}

gl::Image cut(const gl::Image& image, const WidgetRect& rect, float window_width) {
  const float scale = static_cast<float>(image.width) / std::max(window_width, 1.0f);
  const auto pixel = [scale](float at, std::uint32_t most, std::uint32_t least = 0) {
    return static_cast<std::uint32_t>(
        std::clamp(std::lround(at * scale), static_cast<long>(least), static_cast<long>(most)));
  };
  const std::uint32_t left = pixel(rect.x, image.width), top = pixel(rect.y, image.height);
  gl::Image part;
  part.width = pixel(rect.x + rect.width, image.width, left) - left;
  part.height = pixel(rect.y + rect.height, image.height, top) - top;
  part.rgba.reserve(std::size_t{4} * part.width * part.height);
  for (std::uint32_t row = top; row < top + part.height; ++row) {
    const auto first =
        image.rgba.begin() + (std::ptrdiff_t{row} * image.width + std::ptrdiff_t{left}) * 4;
    part.rgba.insert(part.rgba.end(), first, first + std::ptrdiff_t{part.width} * 4);
  }
  return part;
}

void PictureWriter::keep(std::function<Result<fs::path>()> write) {
  std::erase_if(under_way_, [](const auto& picture) {
    return picture.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  });
  under_way_.push_back(std::async(std::launch::async, [this, write = std::move(write)] {
    auto written = guarded(write);
    {
      const std::lock_guard lock(mutex_);
      done_.push_back(std::move(written));
    }
    if (wake_) wake_();
  }));
}

void PictureWriter::write(gl::Image image, fs::path folder, std::string view) {
  keep([image = std::move(image), folder = std::move(folder), view = std::move(view)] {
    return write_file(image, folder, view);
  });
}

void PictureWriter::write_csv(std::string text, fs::path folder, std::string view) {
  keep([text = std::move(text), folder = std::move(folder),
        view = std::move(view)]() -> Result<fs::path> {
    auto path = claim_picture_file(folder, view, std::time(nullptr), ".csv");
    if (!path.has_value()) return path;
    auto written = session::write_atomically(*path, text);
    if (!written.has_value()) return fail(written.error());
    return path;
  });
}

std::optional<Result<fs::path>> PictureWriter::take_done() {
  const std::lock_guard lock(mutex_);
  if (done_.empty()) return std::nullopt;
  auto outcome = std::move(done_.front());
  done_.erase(done_.begin());
  return outcome;
}

}  // namespace warplens::ui
