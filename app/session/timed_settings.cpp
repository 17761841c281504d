#include "app/session/timed_settings.h"

#include <algorithm>

#include "app/session/accepted_values.h"

namespace warplens::session {

Parameters timed_parameters(const catalog::Family& family, const catalog::Variant& variant,
                            std::int64_t side, const Parameters& settings) {
  const Parameters sized = family.timed->at_side(side);
  Parameters all;
  for (const catalog::Parameter& parameter : family.parameters_of(variant)) {
    const auto set = settings.find(parameter.name);
    const auto decided = sized.find(parameter.name);
    if (set != settings.end() && in_range(parameter, set->second)) {
      all[parameter.name] = set->second;
    } else {
      all[parameter.name] = decided != sized.end() ? decided->second : parameter.default_value;
    }
  }
  return all;
}

Parameters settings_of(const catalog::Family& family, const timing::Entry& entry) {
  const Parameters sized = family.timed->at_side(entry.side);
  Parameters settings;
  for (const auto& [name, value] : entry.parameters) {
    const auto decided = sized.find(name);
    if (decided == sized.end() || decided->second != value) settings[name] = value;
  }
  return settings;
}

Parameters settings_on_stage(const catalog::Family& family, const Parameters& parameters) {
  const Parameters sized = family.timed->at_side(1);
  Parameters settings;
  for (const auto& [name, value] : parameters) {
    if (!sized.contains(name)) settings[name] = value;
  }
  return settings;
}

std::vector<Parameters> recorded_settings(const catalog::Family& family,
                                          const catalog::Variant& variant,
                                          const timing::Timings& timings) {
  std::vector<Parameters> all;
  for (const timing::Entry& entry : timings.entries) {
    const bool is_of_it = entry.kind == timing::EntryKind::variant && entry.family == family.name &&
                          entry.name == variant.name && entry.side > 0;
    if (!is_of_it) continue;
    Parameters settings = settings_of(family, entry);
    if (std::ranges::find(all, settings) == all.end()) all.push_back(std::move(settings));
  }
  return all;
}

const analysis::CountedRun* largest_counted(std::span<const analysis::CountedRun> runs,
                                            const catalog::Family& family,
                                            const catalog::Variant& variant, std::string_view image,
                                            const Parameters& settings, std::int64_t most) {
  const analysis::CountedRun* best = nullptr;
  for (const analysis::CountedRun& run : runs) {
    if (run.family != family.name || run.name != variant.name || run.image != image) continue;
    if (run.side > most || (best != nullptr && best->side >= run.side)) continue;
    const Parameters wanted = timed_parameters(family, variant, run.side, settings);
    if (run.parameters == wanted && std::ranges::includes(wanted, settings)) best = &run;
  }
  return best;
}

bool agrees(const timing::Entry& entry, const Parameters& settings) {
  return std::ranges::all_of(entry.parameters, [&](const auto& parameter) {
    const auto set = settings.find(parameter.first);
    return set == settings.end() || set->second == parameter.second;
  });
}

}  // namespace warplens::session
