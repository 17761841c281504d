#include "app/features/limits/limits_data.h"

#include <algorithm>

#include "app/session/timed_settings.h"
#include "kernels/run/executed_code.h"
#include "viz/analysis/limits/sass_work.h"

namespace warplens::limits {
namespace {

constexpr std::int64_t kBandwidthSide = 4096;
constexpr std::int64_t kProductSide = 1024;

// What cannot be read as timings (a host timeline) is passed over.
std::vector<timing::Timings> read_recordings(const std::filesystem::path& folder) {
  std::vector<timing::Timings> recordings;
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(folder, none)) {
    if (file.path().extension() != ".json") continue;
    auto timings = timing::read_timings(file.path());
    if (timings.has_value()) recordings.push_back(std::move(*timings));
  }
  return recordings;
}

}  // namespace

Result<LimitsData> LimitsData::read(const std::filesystem::path& assets) {
  LimitsData data;
  data.assets_ = assets;
  TRY(auto chips, analysis::read_chips(assets / "chips.json"));
  TRY(auto counted, analysis::read_demands(assets / "demands.json"));
  TRY(auto images, timing::Images::open(assets));
  TRY(auto resources, analysis::Resources::read(assets / "ptx" / "resources.json"));
  data.resources_ = std::move(resources);
  data.chips_ = std::move(chips);
  data.counted_ = std::move(counted);
  data.images_ = std::move(images);
  data.recordings_ = read_recordings(assets / "recordings");
  return data;
}

std::optional<catalog::Parameters> LimitsData::counted_size(const run::Catalogue::Found& kernel,
                                                            const catalog::Parameters& settings,
                                                            std::int64_t side) const {
  const auto& [family, variant] = kernel;
  const auto* run = session::largest_counted(counted_, *family, *variant,
                                             images_->of(*family, *variant), settings, side);
  return run == nullptr ? std::nullopt : std::optional(run->parameters);
}

const Demands* LimitsData::counted(const run::Catalogue::Found& kernel,
                                   const catalog::Parameters& parameters) const {
  const analysis::CountedRun* run =
      analysis::find_run(counted_, kernel.family->name, kernel.variant->name, parameters,
                         images_->of(*kernel.family, *kernel.variant));
  return run == nullptr ? nullptr : &run->launches;
}

std::optional<double> LimitsData::measured(const run::Catalogue::Found& kernel,
                                           const catalog::Parameters& parameters,
                                           const analysis::Chip& chip) const {
  const std::string image = images_->of(*kernel.family, *kernel.variant);
  for (const timing::Timings& timings : recordings_) {
    if (timings.device.name != chip.name) continue;
    const timing::Entry* entry =
        timings.find(kernel.family->name, kernel.variant->name, parameters, image);
    if (entry != nullptr) return entry->seconds.median;
  }
  return std::nullopt;
}

// What ptxas made of it for the chip, where that ships.
Demands LimitsData::executed(const run::Catalogue::Found& kernel, Demands launches,
                             const analysis::Chip& chip) const {
  const auto name = fmt::format("{}/{}", kernel.family->name, kernel.variant->name);
  for (analysis::LaunchDemand& launch : launches) {
    const auto resources = resources_.of(name + ".ptx", launch.entry, chip.capability);
    if (resources.has_value()) launch = analysis::with_resources(launch, *resources, chip);
  }
  const auto code = run::shipped_code(assets_, name, chip.capability);
  return code.has_value() ? with_listing(std::move(launches), code->listing) : launches;
}

LimitsReport LimitsData::report(const run::Catalogue::Found& kernel,
                                const catalog::Parameters& parameters, Demands launches,
                                const analysis::Chip& chip, analysis::Caches caches) const {
  LimitsReport report;
  report.caches = caches;
  launches = executed(kernel, std::move(launches), chip);
  report.chip = chip;
  report.limits = analysis::limits(launches, chip, caches);
  if (caches == analysis::Caches::warm) report.measured = measured(kernel, parameters, chip);
  report.waves = waves_of(launches, chip);
  report.launches = std::move(launches);
  return report;
}

std::vector<double> waves_of(const Demands& launches, const analysis::Chip& chip) {
  std::vector<double> all;
  for (const analysis::LaunchDemand& launch : launches) {
    const auto one = analysis::waves(launch, chip);
    if (!one.has_value()) return {};
    all.push_back(*one);
  }
  return all;
}

Demands with_listing(Demands launches, const sass::Listing& listing) {
  for (analysis::LaunchDemand& launch : launches) {
    const sass::ListedFunction* function = listing.find(launch.entry);
    if (function != nullptr) launch = analysis::with_sass(launch, *function);
  }
  return launches;
}

bool are_of_sass(const Demands& launches) {
  return std::ranges::all_of(launches, &analysis::LaunchDemand::is_of_sass);
}

catalog::Parameters limits_size(const run::Catalogue::Found& kernel) {
  const auto& [family, variant] = kernel;
  if (!family->timed.has_value()) return {};
  const bool is_of_bytes = family->timed->figure == catalog::ChartedRate::bandwidth;
  return at_side(*family, *variant, is_of_bytes ? kBandwidthSide : kProductSide);
}

}  // namespace warplens::limits
