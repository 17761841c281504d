#include "app/features/timing_chart/timing_sweep.h"

#include <algorithm>

#include "app/session/timed_settings.h"

namespace warplens::ui {
namespace {

constexpr std::size_t kFewestValues = 3;  // two are a comparison

// The entry is what the settings ask for but for this parameter.
bool differs_in_it_alone(const timing::Entry& entry, const catalog::Parameters& asked,
                         std::string_view parameter) {
  return entry.parameters.size() == asked.size() &&
         std::ranges::all_of(asked, [&](const auto& each) {
           const auto timed = entry.parameters.find(each.first);
           return timed != entry.parameters.end() &&
                  (each.first == parameter || timed->second == each.second);
         });
}

void add_values(const timing::Timings& timings, const TimingModel& model,
                const catalog::Variant& variant, const catalog::Parameter& parameter,
                Sweeps& sweeps) {
  for (const timing::Entry& entry : timings.entries) {
    if (entry.kind != timing::EntryKind::variant || entry.family != model.family->name ||
        entry.name != variant.name || entry.side <= 0) {
      continue;
    }
    const auto asked =
        session::timed_parameters(*model.family, variant, entry.side, model.settings);
    if (!differs_in_it_alone(entry, asked, parameter.name)) continue;
    sweeps[parameter.name][entry.side].insert(entry.parameters.at(parameter.name));
  }
}

}  // namespace

Sweeps sweeps_of(const TimingModel& model, const std::vector<const catalog::Variant*>& variants) {
  Sweeps sweeps;
  for (const catalog::Variant* variant : variants) {
    for (const catalog::Parameter& parameter : model.family->parameters_of(*variant)) {
      if (parameter.is_problem_size) continue;
      for (const auto& timings : {model.recorded, model.live}) {
        if (timings) add_values(*timings, model, *variant, parameter, sweeps);
      }
    }
  }
  for (auto& [name, sizes] : sweeps) {
    std::erase_if(sizes, [](const auto& size) { return size.second.size() < kFewestValues; });
  }
  std::erase_if(sweeps, [](const auto& sweep) { return sweep.second.empty(); });
  return sweeps;
}

Text label_of(const catalog::Family& family, std::string_view parameter) {
  const auto found = std::ranges::find(family.parameters, parameter, &catalog::Parameter::name);
  if (found == family.parameters.end()) return std::string(parameter);
  return found->label;
}

}  // namespace warplens::ui
