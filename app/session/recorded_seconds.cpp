#include "app/session/recorded_seconds.h"

#include <algorithm>

#include "app/session/choosing.h"
#include "app/session/timed_settings.h"

namespace warplens::session {
namespace {

std::optional<double> seconds_in(const Recordings& recordings, const timing::Timings& timings,
                                 const std::vector<catalog::Family>& families,
                                 const NamedKernel& kernel, std::int64_t side) {
  const NamedVariant found = variant_named(families, kernel.kernel);
  if (found.variant == nullptr || !found.family->timed) return std::nullopt;
  const timing::Entry* entry =
      recorded_entry(recordings, timings, *found.family, *found.variant, side, kernel.parameters);
  return entry == nullptr ? std::nullopt : std::optional(entry->seconds.median);
}

}  // namespace

const timing::Entry* recorded_entry(const Recordings& recordings, const timing::Timings& timings,
                                    const catalog::Family& family, const catalog::Variant& variant,
                                    std::int64_t side, const catalog::Parameters& settings) {
  const auto parameters = timed_parameters(family, variant, side, settings);
  if (!std::ranges::includes(parameters, settings)) return nullptr;
  return timings.find(family.name, variant.name, parameters, recordings.image_of(family, variant));
}

std::optional<std::vector<double>> recorded_seconds(const Recordings& recordings,
                                                    const std::vector<catalog::Family>& families,
                                                    const std::vector<NamedKernel>& kernels,
                                                    std::int64_t side) {
  for (const TimingsPtr& timings : recordings.all()) {
    std::vector<double> found;
    for (const NamedKernel& kernel : kernels) {
      const auto seconds = seconds_in(recordings, *timings, families, kernel, side);
      if (seconds) found.push_back(*seconds);
    }
    if (found.size() == kernels.size()) return found;
  }
  return std::nullopt;
}

}  // namespace warplens::session
