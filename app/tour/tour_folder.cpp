#include "app/tour/tour_folder.h"

#include <fstream>
#include <functional>
#include <set>
#include <string_view>

#include "app/settings/settings.h"
#include "app/tour/tour_page.h"
#include "kernels/base/guarded.h"
#include "viz/gl/png.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPage = "index.html";
constexpr const char* kPictures = "pictures";

bool holds_a_tour(const fs::path& folder) {
  constexpr std::size_t kHead = 1024;
  std::ifstream in(folder / kPage, std::ios::binary);
  std::string head(kHead, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head.find(kTourMark) != std::string::npos;
}

// Empty, missing, or with an earlier tour in it.
Result<void> check(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return {};
  if (!fs::is_directory(folder, error)) {
    return fail("{} is no folder; give another one with -o", folder.string());
  }
  const bool is_empty = fs::is_empty(folder, error);
  if (error) return fail("cannot read {}: {}", folder.string(), error.message());
  if (is_empty || holds_a_tour(folder)) return {};
  return fail("{} holds other files and no earlier tour; give a new or an empty folder with -o",
              folder.string());
}

// A link would lead to pictures of others, which then were removed.
Result<void> make_pictures_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::symlink_status(folder, error).type() == fs::file_type::directory) return {};
  return fail("cannot make {}: {}", folder.string(),
              error ? error.message() : "what is there is no folder: remove it");
}

bool is_picture(std::string_view name) {
  return name.ends_with(".png") || (name.ends_with(".tmp") && name.find(".png.") != name.npos);
}

// What an earlier tour has left, and what one that was stopped had begun to write.
Result<void> remove_pictures_but(const std::set<std::string>& kept, const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> old;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (is_picture(name) && !kept.contains(name)) old.push_back(entry.path());
  }
  for (const fs::path& path : old) {
    if (!fs::remove(path, error)) {
      return fail("cannot remove {}: {}", path.string(), error.message());
    }
  }
  return {};
}

std::uint64_t digest(const gl::Image& picture) {
  const std::string_view bytes(reinterpret_cast<const char*>(picture.rgba.data()),
                               picture.rgba.size());
  return std::hash<std::string_view>{}(bytes) ^
         (std::uint64_t{picture.width} << 32 | picture.height);
}

}  // namespace

Result<TourFolder> TourFolder::create(fs::path path, Language language) {
  if (auto checked = check(path); !checked.has_value()) return fail(checked.error());
  if (auto made = make_pictures_folder(path / kPictures); !made.has_value()) {
    return fail(made.error());
  }
  if (!holds_a_tour(path)) {
    const auto written = session::write_atomically(path / kPage, unfinished_page(language));
    if (!written.has_value()) return fail(written.error());
  }
  return TourFolder(std::move(path));
}

Result<std::string> TourFolder::add(const std::string& name, gl::Image picture) {
  const std::uint64_t pixels = digest(picture);
  const auto [known, is_new] = files_.emplace(pixels, fmt::format("{}-{:016x}.png", name, pixels));
  const std::string file = fmt::format("{}/{}", kPictures, known->second);
  if (!is_new) return file;
  if (auto written = wait(); !written.has_value()) return fail(written.error());
  writing_ = std::async(std::launch::async, [path = path_ / file, picture = std::move(picture)] {
    return guarded([&] { return gl::write_small_png(path, picture); });
  });
  return file;
}

Result<void> TourFolder::finish(const std::string& page) {
  if (auto written = wait(); !written.has_value()) return written;
  if (auto written = session::write_atomically(path_ / kPage, page); !written.has_value()) {
    return written;
  }
  std::set<std::string> shown;
  for (const auto& [pixels, file] : files_) shown.insert(file);
  return remove_pictures_but(shown, path_ / kPictures);
}

Result<void> TourFolder::wait() { return writing_.valid() ? writing_.get() : Result<void>{}; }

}  // namespace warplens::ui
