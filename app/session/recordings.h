// The timings that ship: every recording in assets/recordings, read on a thread of its own so that
// no frame waits for them.
//
//   Recordings(assets, wake) ─► thread reads recordings/*.json ─► update() commits them on the UI
//   thread
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/base/job.h"
#include "kernels/timing/host_timeline.h"
#include "kernels/timing/images.h"
#include "kernels/timing/timings.h"
#include "viz/analysis/limits/chip.h"
#include "viz/analysis/limits/demand_file.h"

namespace warplens::session {

using HostTimelinePtr = std::shared_ptr<const timing::HostTimeline>;
using TimingsPtr = std::shared_ptr<const timing::Timings>;

class Recordings {
 public:
  // `assets` holds recordings/ and ptx/manifest.json; without them there are no recordings; and
  // what least times are made of, chips.json and demands.json. `wake` is called from the reading
  // thread.
  Recordings(const std::filesystem::path& assets, std::function<void()> wake);

  // Commits what has been read. True when that has just happened.
  bool update();
  [[nodiscard]] bool is_reading() const { return reading_.request() != nullptr; }
  void wait();  // until all is read, then commits it

  // In the order of the files' names.
  [[nodiscard]] const std::vector<TimingsPtr>& all() const { return read_.recordings; }
  // Those that have timed a family.
  [[nodiscard]] std::vector<TimingsPtr> of(std::string_view family) const;
  // The host timelines, likewise.
  [[nodiscard]] const std::vector<HostTimelinePtr>& timelines() const { return read_.timelines; }
  // Of those whose kernel's PTX is what ships now the one with the most runs, of equal ones the
  // first; null when there is none.
  [[nodiscard]] HostTimelinePtr timeline(const std::vector<catalog::Family>& families) const;
  // What chips can do, and what was counted beforehand; empty where the files are missing.
  [[nodiscard]] const std::vector<analysis::Chip>& chips() const { return read_.chips; }
  [[nodiscard]] const std::vector<analysis::CountedRun>& counted() const { return read_.counted; }
  // One line for all files that cannot be read; empty when there are none.
  [[nodiscard]] const std::string& damage() const { return read_.damage; }
  // SHA-256 of the PTX that ships for a kernel; empty when that is not known.
  [[nodiscard]] std::string image_of(const catalog::Family& family,
                                     const catalog::Variant& variant) const;

 private:
  struct Read {
    std::vector<TimingsPtr> recordings;
    std::vector<HostTimelinePtr> timelines;
    std::string damage;
    std::optional<timing::Images> images;
    std::vector<analysis::Chip> chips;
    std::vector<analysis::CountedRun> counted;
  };
  static void read_file(const std::filesystem::path& file, Read& into);
  static void read_limits(const std::filesystem::path& assets, Read& into);
  static Read read(const std::filesystem::path& assets, const std::stop_token& stop);

  Read read_;
  Job<std::monostate, Read> reading_;
};

}  // namespace warplens::session
