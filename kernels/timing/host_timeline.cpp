#include "kernels/timing/host_timeline.h"

#include <algorithm>
#include <set>

namespace warplens::timing {
namespace {

template <class Enum, std::size_t N>
std::optional<Enum> named(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

bool has_chunks(Scenario scenario) {
  return scenario == Scenario::one_stream || scenario == Scenario::streams ||
         scenario == Scenario::pageable_streams || scenario == Scenario::default_stream;
}

bool has_parts(Scenario scenario) {
  return has_chunks(scenario) || scenario == Scenario::launches || scenario == Scenario::graph;
}

const TimelineRun* HostTimeline::find(Scenario scenario, std::uint64_t bytes,
                                      std::uint32_t parts) const {
  const auto found = std::ranges::find_if(runs, [&](const TimelineRun& run) {
    return run.scenario == scenario && run.bytes == bytes &&
           (run.parts == parts || !has_parts(scenario));
  });
  return found == runs.end() ? nullptr : &*found;
}

void HostTimeline::set(TimelineRun run) {
  const TimelineRun* known = find(run.scenario, run.bytes, run.parts);
  if (known == nullptr) {
    runs.push_back(std::move(run));
  } else {
    runs[static_cast<std::size_t>(known - runs.data())] = std::move(run);
  }
}

std::vector<std::uint64_t> HostTimeline::sizes() const {
  std::set<std::uint64_t> sizes;
  for (const TimelineRun& run : runs) sizes.insert(run.bytes);
  return {sizes.begin(), sizes.end()};
}

std::vector<std::uint32_t> HostTimeline::parts() const {
  std::set<std::uint32_t> parts;
  for (const TimelineRun& run : runs) {
    if (has_parts(run.scenario)) parts.insert(run.parts);
  }
  return {parts.begin(), parts.end()};
}

std::string_view name_of(Scenario scenario) {
  return kScenarioNames[static_cast<std::size_t>(scenario)];
}

std::optional<Scenario> scenario_named(std::string_view name) {
  return named<Scenario>(kScenarioNames, name);
}

std::string_view name_of(Action action) { return kActionNames[static_cast<std::size_t>(action)]; }

std::optional<Action> action_named(std::string_view name) {
  return named<Action>(kActionNames, name);
}

}  // namespace warplens::timing
