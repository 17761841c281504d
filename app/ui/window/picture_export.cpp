#include "app/ui/window/picture_export.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <span>

#include "viz/gl/png.h"

namespace warplens::ui {
namespace fs = std::filesystem;

namespace {

std::string date_phrase(std::time_t now) {
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:04}{:02}{:02}-{:02}{:02}{:02}", local.tm_year + 1900, local.tm_mon + 1,
                     local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec);
}

Result<fs::path> write_claimed(const fs::path& folder, const std::string& name,
                               const std::string& ending, const PictureWriter::WriteFile& write) {
  TRY(auto path, claim_picture_file(folder, name, std::time(nullptr), ending));
  if (auto written = write(path); !written.has_value()) {
    std::error_code error;
    fs::remove(path, error);
    return fail(written.error());
  }
  return path;
}

}  // namespace

Result<fs::path> claim_picture_file(const fs::path& folder, std::string_view view, std::time_t now,
                                    std::string_view ending) {
  constexpr int kMostTries = 1000;
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string name = fmt::format("warplens-{}-{}", view, date_phrase(now));
  for (int number = 1; number <= kMostTries; ++number) {
    const fs::path path = folder / (number == 1 ? fmt::format("{}{}", name, ending)
                                                : fmt::format("{}-{}{}", name, number, ending));
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file >= 0) {
      ::close(file);
      return path;
    }
    if (errno != EEXIST) {
      return fail(tr("cannot write a file into {}: {}", folder.string(), std::strerror(errno)));
    }
  }
  return fail(tr("{} holds too many files of this second", folder.string()));
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
    const std::span pixels = std::span(image.rgba).subspan(
        (std::size_t{row} * image.width + left) * 4, std::size_t{part.width} * 4);
    part.rgba.insert(part.rgba.end(), pixels.begin(), pixels.end());
  }
  return part;
}

void PictureWriter::write_file(fs::path folder, std::string name, std::string ending,
                               WriteFile write) {
  files_.emplace_back(wake_).start(
      {}, [folder = std::move(folder), name = std::move(name), ending = std::move(ending),
           write = std::move(write)](const std::stop_token&) {
        return write_claimed(folder, name, ending, write);
      });
}

void PictureWriter::write(gl::Image image, fs::path folder, std::string view) {
  write_file(
      std::move(folder), std::move(view), ".png",
      [image = std::move(image)](const fs::path& path) { return gl::write_png(path, image); });
}

std::optional<Result<fs::path>> PictureWriter::take_done() {
  const auto done = std::ranges::find_if(files_, [](const auto& file) { return !file.busy(); });
  if (done == files_.end()) return std::nullopt;
  auto outcome = done->take();
  files_.erase(done);
  return outcome;
}

}  // namespace warplens::ui
