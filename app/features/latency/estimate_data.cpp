#include "app/features/latency/estimate_data.h"

namespace warplens::estimates {

Result<EstimateData> EstimateData::read(const std::filesystem::path& assets,
                                        const std::string& chip) {
  EstimateData data;
  TRY(const auto chips, analysis::read_chips(assets / "chips.json"));
  TRY(const auto found, analysis::find_chip(chips, chip));
  data.chip = *found;
  TRY(data.latencies, latency::read_latencies(assets / "latencies.json"));
  TRY(auto resources, analysis::Resources::read(assets / "ptx" / "resources.json"));
  data.resources = std::move(resources);
  TRY(data.held, latency::read_held_estimates(assets / "estimates.json"));
  if (latency::latencies_of(data.latencies, data.chip.capability) == nullptr) {
    return fail(tr("no latency was measured on sm_{}: there is no estimate for {}",
                   data.chip.capability, data.chip.name));
  }
  return data;
}

session::EstimateMeans EstimateData::means() const {
  return {&resources, latency::latencies_of(latencies, chip.capability), &chip};
}

Result<latency::EstimateError> EstimateData::error() const {
  if (const latency::EstimateError* found = held.of(chip.id)) return *found;
  return fail(tr("estimates for {} were held against no recordings: none is shown", chip.name));
}

}  // namespace warplens::estimates
