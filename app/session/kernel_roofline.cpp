#include "app/session/kernel_roofline.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/session/recorded_chip.h"
#include "app/session/timed_settings.h"
#include "viz/analysis/limits/limits.h"

namespace warplens::session {
namespace {

using analysis::CountedRun;
using analysis::RooflineKernel;

struct FoundKernel {
  const catalog::Family* family = nullptr;
  const catalog::Variant* variant = nullptr;
};

FoundKernel found_kernel(const std::vector<catalog::Family>& families, const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) return {};
  const auto family = std::ranges::find(families, name.substr(0, slash), &catalog::Family::name);
  if (family == families.end()) return {};
  return {&*family, family->find(name.substr(slash + 1))};
}

// Live before recorded.
void take_time(const RooflineSource& source, const CountedRun& run, const analysis::Chip& chip,
               RooflineKernel& kernel) {
  const auto take = [&](const timing::Timings& timings, bool is_live) {
    if (kernel.point.seconds || timings.device.name != chip.name) return;
    const timing::Entry* entry = timings.find(run.family, run.name, run.parameters, run.image);
    if (entry == nullptr) return;
    kernel.point.seconds = entry->seconds.median;
    kernel.is_live = is_live;
  };
  if (source.live != nullptr) take(*source.live, true);
  for (const TimingsPtr& timings : source.recordings.all()) take(*timings, false);
}

std::optional<RooflineKernel> placed(const RooflineSource& source, const FoundKernel& found,
                                     const catalog::Parameters& settings, std::int64_t side,
                                     const analysis::Chip& chip) {
  const bool is_of_shared = source.memory == analysis::RooflineMemory::shared;
  if (found.variant == nullptr || !found.family->timed) return std::nullopt;
  if (!found.family->kind && !is_of_shared) return std::nullopt;
  const std::string image = source.recordings.image_of(*found.family, *found.variant);
  const CountedRun* run = largest_counted(source.recordings.counted(), *found.family,
                                          *found.variant, image, settings, side);
  if (run == nullptr) return std::nullopt;
  RooflineKernel kernel{
      run->family, run->name,       found.family->kind,
      run->side,   run->parameters, analysis::roofline_point(run->launches, {}, source.memory)};
  if (is_of_shared && kernel.point.bytes == 0) return std::nullopt;
  kernel.fits_in_l2 = !is_of_shared && analysis::limits(run->launches, chip).fits_in_l2;
  take_time(source, *run, chip, kernel);
  return kernel;
}

}  // namespace

const analysis::Chip* recorded_chip(const Recordings& recordings) {
  for (const TimingsPtr& timings : recordings.all()) {
    const auto* chip = analysis::chip_of_device(recordings.chips(), timings->device.name);
    if (chip != nullptr) return chip;
  }
  return nullptr;
}

std::vector<std::int64_t> roofline_sides(const Recordings& recordings) {
  std::set<std::pair<std::string, std::string>> kernels;
  std::map<std::int64_t, std::set<std::pair<std::string, std::string>>> at;
  for (const CountedRun& run : recordings.counted()) {
    kernels.emplace(run.family, run.name);
    at[run.side].emplace(run.family, run.name);
  }
  std::vector<std::int64_t> sides;
  for (const auto& [side, counted] : at) {
    if (2 * counted.size() > kernels.size()) sides.push_back(side);
  }
  return sides;
}

std::optional<RooflineKernel> placed_kernel(const RooflineSource& source, const NamedKernel& kernel,
                                            std::int64_t side, const analysis::Chip& chip) {
  const FoundKernel found = found_kernel(source.families, kernel.kernel);
  return placed(source, found, kernel.parameters, side, chip);
}

analysis::Roofline kernel_roofline(const RooflineSource& source, std::int64_t side,
                                   const analysis::Chip& chip, const std::string& only) {
  analysis::Roofline roofline{chip, analysis::roofs_of(chip, source.memory), {}, {}};
  for (const catalog::Family& family : source.families) {
    if (!only.empty() && family.name != only) continue;
    for (const catalog::Variant& variant : family.variants) {
      auto kernel = placed(source, {&family, &variant}, {}, side, chip);
      if (!kernel) continue;
      if (has_no_roof(*kernel)) {
        roofline.unplaced.push_back(kernel->name());
      } else {
        roofline.kernels.push_back(std::move(*kernel));
      }
    }
  }
  return roofline;
}

bool has_no_roof(const RooflineKernel& kernel) {
  return kernel.kind == OperatorKind::product && !kernel.point.has_flop();
}

std::optional<double> roofline_figure(const RooflineSource& source, const NamedKernel& kernel,
                                      std::int64_t side, RooflineFigure figure) {
  const analysis::Chip* chip = recorded_chip(source.recordings);
  if (chip == nullptr) return std::nullopt;
  const auto placed = placed_kernel(source, kernel, side, *chip);
  if (!placed || has_no_roof(*placed)) return std::nullopt;
  if (figure == RooflineFigure::intensity) return placed->point.intensity();
  return analysis::share_of_roof(placed->point, analysis::roofs_of(*chip));
}

NamedKernel kernel_on_stage(const std::vector<catalog::Family>& families, const std::string& kernel,
                            const catalog::Parameters& parameters) {
  const FoundKernel found = found_kernel(families, kernel);
  if (found.family == nullptr || !found.family->timed) return {kernel, parameters};
  return {kernel, settings_on_stage(*found.family, parameters)};
}

}  // namespace warplens::session
