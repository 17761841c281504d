#include "app/tour/tour_folder.h"

#include <fstream>
#include <functional>
#include <set>
#include <string_view>

#include "app/settings/settings.h"
#include "app/tour/tour_page.h"
#include "app/tour/webp.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPage = "index.html";
constexpr const char* kPictures = "pictures";

bool holds_a_tour(const fs::path& folder, std::string_view mark) {
  constexpr std::size_t kHead = 1024;
  std::ifstream in(folder / kPage, std::ios::binary);
  std::string head(kHead, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head.find(mark) != std::string::npos;
}

// Empty, missing, or with an earlier tour in it.
Result<void> check(const fs::path& folder, std::string_view mark) {
  std::error_code error;
  if (!fs::exists(folder, error)) return {};
  if (!fs::is_directory(folder, error)) {
    return fail(tr("{} is no folder; give another one with -o", folder.string()));
  }
  const bool is_empty = fs::is_empty(folder, error);
  if (error) return fail(tr("cannot read {}: {}", folder.string(), error.message()));
  if (is_empty || holds_a_tour(folder, mark)) return {};
  return fail(tr("{} holds other files and no earlier one; give a new or an empty folder with -o",
                 folder.string()));
}

// A link would lead to pictures of others, which then were removed.
Result<void> make_pictures_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::symlink_status(folder, error).type() == fs::file_type::directory) return {};
  return fail(tr("cannot make {}: {}", folder.string(),
                 error ? Text(error.message()) : tr("what is there is no folder: remove it")));
}

bool is_picture(std::string_view name) {
  const auto is_kind = [name](std::string_view kind) {
    return name.ends_with(kind) ||
           (name.ends_with(".tmp") && name.find(std::string(kind) + ".") != name.npos);
  };
  return is_kind(".webp") || is_kind(".png");  // as earlier releases wrote them
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
      return fail(tr("cannot remove {}: {}", path.string(), error.message()));
    }
  }
  return {};
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::uint64_t digest(std::string_view bytes, std::uint32_t width, std::uint32_t height) {
  return std::hash<std::string_view>{}(bytes) ^ (std::uint64_t{width} << 32 | height);
}

std::uint64_t digest(const gl::Image& picture) {
  return digest(bytes_of(picture.rgba), picture.width, picture.height);
}

std::uint64_t digest(const gl::ChangedPart& part) {
  constexpr std::uint64_t kOther = 0x9e3779b97f4a7c15;  // as the golden ratio mixes hashes
  const std::uint64_t places = std::hash<std::string_view>{}(bytes_of(part.places));
  return digest(bytes_of(part.colors), part.width, part.height) + kOther * places;
}

}  // namespace

Result<TourFolder> TourFolder::create(fs::path path, Language language) {
  return create(std::move(path), kTourMark, unfinished_page(language));
}

Result<TourFolder> TourFolder::create(fs::path path, std::string_view mark,
                                      const std::string& unfinished) {
  TRY(check(path, mark));
  TRY(make_pictures_folder(path / kPictures));
  if (!holds_a_tour(path, mark)) {
    TRY(session::write_atomically(path / kPage, unfinished));
  }
  return TourFolder(std::move(path));
}

template <class Picture>
Result<std::string> TourFolder::keep(const std::string& name, std::uint64_t pixels,
                                     Picture picture) {
  const auto [known, is_new] = files_.emplace(pixels, fmt::format("{}-{:016x}.webp", name, pixels));
  const std::string file = fmt::format("{}/{}", kPictures, known->second);
  if (!is_new) return file;
  TRY(wait());
  writing_.start({}, [path = path_ / file, picture = std::move(picture)](const std::stop_token&) {
    return write_webp(path, gl::indexed(picture));
  });
  return file;
}

Result<std::string> TourFolder::add(const std::string& name, gl::Image picture) {
  const std::uint64_t pixels = digest(picture);
  return keep(name, pixels, std::move(picture));
}

Result<std::string> TourFolder::add(const std::string& name, gl::ChangedPart part) {
  const std::uint64_t pixels = digest(part);
  return keep(name, pixels, std::move(part));
}

Result<void> TourFolder::add_page(std::string_view name, const std::string& page) {
  return session::write_atomically(path_ / name, page);
}

Result<void> TourFolder::finish(const std::string& page) {
  TRY(wait());
  if (auto written = session::write_atomically(path_ / kPage, page); !written.has_value()) {
    return written;
  }
  std::set<std::string> shown;
  for (const auto& [pixels, file] : files_) shown.insert(file);
  return remove_pictures_but(shown, path_ / kPictures);
}

Result<void> TourFolder::wait() {
  writing_.wait();
  return writing_.take().value_or(Result<void>());
}

}  // namespace warplens::ui
