// What limits are made of, read once from the assets: the chips, what was counted beforehand, and
// what was recorded.
//
//   kernel, parameters ──► counted before, or count_run() ──► report(…, chip) ──► LimitsReport
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/run/run.h"
#include "kernels/sass/listing.h"
#include "kernels/timing/images.h"
#include "kernels/timing/timings.h"
#include "viz/analysis/limits/demand_file.h"
#include "viz/analysis/limits/limits.h"
#include "viz/analysis/limits/resources.h"

namespace warplens::limits {

using Demands = std::vector<analysis::LaunchDemand>;

// What a launch's threads keep in local memory, a thread.
struct LocalFrame {
  std::uint32_t stack_frame_bytes = 0;
  std::uint32_t spilled_bytes = 0;  // stored and loaded
};

struct LimitsReport {
  analysis::Chip chip;
  Demands launches;
  analysis::Limits limits;
  std::optional<double> measured;    // seconds, median; nothing: not recorded
  std::vector<double> waves;         // of blocks, one a launch; empty where occupancy is not known
  std::vector<LocalFrame> frames{};  // one a launch; empty where ptxas was not asked
  analysis::Caches caches = analysis::Caches::warm;
};

class LimitsData {
 public:
  // Errors: the chips, the counted runs or what lies beside the PTX is damaged. Without recordings
  // nothing is measured.
  static Result<LimitsData> read(const std::filesystem::path& assets);

  [[nodiscard]] const std::vector<analysis::Chip>& chips() const { return chips_; }
  // All parameters at the largest size up to `side` that was counted with these settings; nothing:
  // none was.
  [[nodiscard]] std::optional<catalog::Parameters> counted_size(const run::Catalogue::Found& kernel,
                                                                const catalog::Parameters& settings,
                                                                std::int64_t side) const;
  // nullptr: not counted beforehand.
  [[nodiscard]] const Demands* counted(const run::Catalogue::Found& kernel,
                                       const catalog::Parameters& parameters) const;
  [[nodiscard]] std::optional<double> measured(const run::Catalogue::Found& kernel,
                                               const catalog::Parameters& parameters,
                                               const analysis::Chip& chip) const;
  [[nodiscard]] LimitsReport report(const run::Catalogue::Found& kernel,
                                    const catalog::Parameters& parameters, Demands launches,
                                    const analysis::Chip& chip,
                                    analysis::Caches caches = analysis::Caches::warm) const;

 private:
  [[nodiscard]] Demands executed(const run::Catalogue::Found& kernel, Demands launches,
                                 const analysis::Chip& chip) const;

  std::filesystem::path assets_;
  std::vector<analysis::Chip> chips_;
  std::vector<analysis::CountedRun> counted_;
  std::vector<timing::Timings> recordings_;
  std::optional<timing::Images> images_;
  analysis::Resources resources_;
};

// The launches with what their entries' instructions take, as far as the listing has them.
[[nodiscard]] Demands with_listing(Demands launches, const sass::Listing& listing);
// One a launch; empty where one's are not known.
[[nodiscard]] std::vector<double> waves_of(const Demands& launches, const analysis::Chip& chip);
// All of them; false: in the PTX.
[[nodiscard]] bool are_of_sass(const Demands& launches);

// All parameters of a kernel at the size that its limits are shown at unless another is asked for:
// 4,096 a side, where a result takes a multiply-add for each element of a third side 1,024.
[[nodiscard]] catalog::Parameters limits_size(const run::Catalogue::Found& kernel);

}  // namespace warplens::limits
