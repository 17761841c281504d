#include "app/session/recordings.h"

#include <algorithm>
#include <type_traits>

#include "kernels/base/stopped.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".json") files.push_back(at->path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

Recordings::Recordings(const fs::path& assets, std::function<void()> wake)
    : reading_(std::move(wake)) {
  reading_.start(
      {}, [assets](const std::stop_token& stop) -> Result<Read> { return read(assets, stop); });
}

void Recordings::read_file(const fs::path& file, Read& into) {
  const auto keep = [&into](auto read, auto& among) {
    using Value = std::remove_cvref_t<decltype(*read)>;
    if (read.has_value()) {
      among.push_back(std::make_shared<const Value>(std::move(*read)));
    } else if (into.damage.empty()) {
      into.damage = read.error().message.in(Language::en);
    }
  };
  if (file.filename().string().ends_with(timing::kHostTimelineEnding)) {
    return keep(timing::read_host_timeline(file), into.timelines);
  }
  keep(timing::read_timings(file), into.recordings);
}

void Recordings::read_limits(const fs::path& assets, Read& into) {
  const auto keep = [&](const char* name, auto read, auto& as) {
    std::error_code error;
    if (!fs::exists(assets / name, error)) return;
    auto found = read(assets / name);
    if (found.has_value()) {
      as = std::move(*found);
    } else if (into.damage.empty()) {
      into.damage = found.error().message.in(Language::en);
    }
  };
  keep("chips.json", analysis::read_chips, into.chips);
  keep("demands.json", analysis::read_demands, into.counted);
}

Recordings::Read Recordings::read(const fs::path& assets, const std::stop_token& stop) {
  Read done;
  read_limits(assets, done);
  for (const fs::path& file : files_in(assets / "recordings")) {
    if (is_stopped(stop)) return done;
    read_file(file, done);
  }
  if (auto images = timing::Images::open(assets); images.has_value()) {
    done.images = std::move(*images);
  } else if (done.damage.empty() && !(done.recordings.empty() && done.timelines.empty())) {
    done.damage = images.error().message.in(Language::en);
  }
  return done;
}

bool Recordings::update() {
  auto done = reading_.take();
  if (!done) return false;
  if (done->has_value()) {
    read_ = std::move(**done);
  } else {
    read_.damage = done->error().message.in(Language::en);
  }
  return true;
}

void Recordings::wait() {
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

HostTimelinePtr Recordings::timeline(const std::vector<catalog::Family>& families) const {
  const auto is_of_what_ships = [&](const timing::HostTimeline& timeline) {
    for (const catalog::Family& family : families) {
      for (const catalog::Variant& variant : family.variants) {
        if (timeline.kernel == family.name + "/" + variant.name) {
          return timeline.image == image_of(family, variant);
        }
      }
    }
    return false;
  };
  HostTimelinePtr fullest;
  for (const HostTimelinePtr& timeline : timelines()) {
    if (!is_of_what_ships(*timeline)) continue;
    if (!fullest || timeline->runs.size() > fullest->runs.size()) fullest = timeline;
  }
  return fullest;
}

std::string Recordings::image_of(const catalog::Family& family,
                                 const catalog::Variant& variant) const {
  return read_.images ? read_.images->of(family, variant) : std::string();
}

}  // namespace warplens::session
