#include "app/session/recordings.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

namespace warplens::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".json") files.push_back(at->path());
  }
  std::ranges::sort(files);
  return files;
}

// "transpose/tile.ptx" → SHA-256, as the manifest of the PTX that ships has them.
std::map<std::string, std::string, std::less<>> shipped_images(const fs::path& manifest) {
  std::map<std::string, std::string, std::less<>> images;
  std::ifstream in(manifest);
  const json file = in ? json::parse(in, nullptr, false) : json();
  const auto all = file.is_object() ? file.find("images") : file.end();
  if (all == file.end() || !all->is_object()) return images;
  for (const auto& [name, image] : all->items()) {
    const auto hash = image.is_object() ? image.find("ptx_sha256") : image.end();
    if (hash != image.end() && hash->is_string()) images[name] = hash->get<std::string>();
  }
  return images;
}

}  // namespace

Recordings::Recordings(const fs::path& assets, std::function<void()> wake)
    : reading_(std::async(std::launch::async, [assets, wake = std::move(wake)] {
        Read done = read(assets);
        if (wake) wake();
        return done;
      })) {}

Recordings::Read Recordings::read(const fs::path& assets) {
  Read done;
  for (const fs::path& file : files_in(assets / "recordings")) {
    auto timings = timing::read_timings(file);
    if (timings.has_value()) {
      done.recordings.push_back(std::make_shared<const timing::Timings>(std::move(*timings)));
    } else if (done.damage.empty()) {
      done.damage = timings.error().message;
    }
  }
  done.images = shipped_images(assets / "ptx" / "manifest.json");
  return done;
}

bool Recordings::update() {
  if (!reading_.valid() ||
      reading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return false;
  }
  read_ = reading_.get();
  return true;
}

void Recordings::wait() {
  if (!reading_.valid()) return;
  reading_.wait();
  update();
}

std::vector<TimingsPtr> Recordings::of(std::string_view family) const {
  std::vector<TimingsPtr> found;
  std::ranges::copy_if(all(), std::back_inserter(found), [&](const TimingsPtr& timings) {
    return std::ranges::any_of(timings->entries,
                               [&](const timing::Entry& each) { return each.family == family; });
  });
  return found;
}

std::string Recordings::image_of(std::string_view kernel) const {
  const auto found = read_.images.find(fmt::format("{}.ptx", kernel));
  return found == read_.images.end() ? std::string() : found->second;
}

}  // namespace warplens::session
