#include "app/lessons/occupancy_goal.h"

#include <algorithm>

#include "viz/analysis/occupancy/occupancy_text.h"

namespace warplens::lessons {
namespace {

using analysis::kAllNeeds;
using analysis::kNeedNames;
using analysis::Need;

constexpr std::string_view name_of_need(Need need) {
  return kNeedNames[static_cast<std::size_t>(need)];
}

Result<std::optional<std::uint32_t>> goal_number(const SortedJson& object, std::string_view name) {
  const auto it = object.find(std::string(name));
  if (it == object.end()) return std::optional<std::uint32_t>{};
  constexpr std::uint64_t kMost = 1'000'000;
  if (!it->is_number_unsigned() || it->get<std::uint64_t>() > kMost) {
    return fail(tr("\"occupancy\": \"{}\" must be a whole number", name));
  }
  return std::optional(it->get<std::uint32_t>());
}

Result<std::string> goal_text(const SortedJson& object, const char* name) {
  const auto it = object.find(name);
  if (it == object.end()) return std::string();
  if (!it->is_string()) return fail(tr("\"occupancy\": \"{}\" must be a text", name));
  return it->get<std::string>();
}

Result<std::optional<std::size_t>> goal_gpu(const SortedJson& object) {
  TRY(const auto id, goal_text(object, "gpu"));
  if (id.empty()) return std::optional<std::size_t>{};
  const auto gpu = analysis::occupancy_gpu_named(id);
  if (!gpu) return fail(tr("\"occupancy\": there is no GPU \"{}\"", id));
  return std::optional(*gpu);
}

template <std::size_t N>
Result<void> check_names(const SortedJson& object, const std::array<std::string_view, N>& known) {
  if (!object.is_object()) return fail(tr("\"occupancy\" must be an object"));
  for (const auto& [name, value] : object.items()) {
    const bool is_known = std::ranges::find(known, name) != known.end();
    if (!is_known) return fail(tr("\"occupancy\" has no \"{}\"", name));
  }
  return {};
}

bool is_at_least(std::uint32_t value, const std::optional<std::uint32_t>& least) {
  return !least || value >= *least;
}
bool is_at_most(std::uint32_t value, const std::optional<std::uint32_t>& most) {
  return !most || value <= *most;
}

bool has_needs(const analysis::BlockNeeds& needs, const OccupancyGoal& goal) {
  return std::ranges::all_of(kAllNeeds, [&](Need need) {
    const auto& wanted = goal.needs[static_cast<std::size_t>(need)];
    return !wanted || *wanted == value_of(needs, need);
  });
}

std::optional<session::SeenOccupancy> seen_with(const session::OccupancyChoice& choice,
                                                const session::Session& session) {
  const session::LaunchResult* launch = session.launch();
  if (launch == nullptr) return std::nullopt;
  return session::seen_occupancy(session.selection().kernel, launch->trace->launch, launch->reports,
                                 choice);
}

// Those that a goal leaves to whoever meets it.
std::vector<Need> open_needs(const OccupancyGoal& goal) {
  std::vector<Need> open;
  for (const Need need : kAllNeeds) {
    const bool is_open = !goal.as_compiled && !goal.needs[static_cast<std::size_t>(need)];
    if (is_open) open.push_back(need);
  }
  return open;
}

// `start` with each value of `need` that is worth trying.
std::vector<session::OccupancyChoice> tried(const session::OccupancyChoice& start,
                                            const analysis::Multiprocessor& sm, Need need) {
  constexpr std::uint32_t kValues = 64;  // are enough for a way to be among them
  const std::uint32_t step = std::max(step_of(sm, need), most_of(sm, need) / kValues);
  std::vector<session::OccupancyChoice> choices;
  for (std::uint32_t value = step; value <= most_of(sm, need); value += step) {
    choices.push_back(start);
    choices.back().of(need) = value;
  }
  return choices;
}

}  // namespace

Result<session::OccupancyChoice> occupancy_choice_of(const SortedJson& object) {
  constexpr std::array<std::string_view, 4> kNames{"gpu", kNeedNames[0], kNeedNames[1],
                                                   kNeedNames[2]};
  TRY(check_names(object, kNames));
  session::OccupancyChoice choice;
  TRY(const auto gpu, goal_gpu(object));
  choice.gpu = gpu.value_or(choice.gpu);
  for (const Need need : kAllNeeds) {
    TRY(const auto value, goal_number(object, name_of_need(need)));
    choice.of(need) = value;
  }
  return choice;
}

Result<OccupancyGoal> occupancy_goal_of(const SortedJson& object) {
  constexpr std::array<std::string_view, 11> kNames{
      "kernel",       "gpu",         kNeedNames[0],     kNeedNames[1],    kNeedNames[2],
      "limited_by",   "as_compiled", "blocks_at_least", "blocks_at_most", "warps_at_least",
      "warps_at_most"};
  TRY(check_names(object, kNames));
  OccupancyGoal goal;
  const auto kernel = goal_text(object, "kernel"), limit = goal_text(object, "limited_by");
  const auto gpu = goal_gpu(object);
  TRY(kernel);
  TRY(limit);
  TRY(gpu);
  goal.kernel = *kernel;
  goal.gpu = *gpu;
  if (!limit->empty()) {
    goal.limited_by = analysis::sm_limit_named(*limit);
    if (!goal.limited_by) return fail(tr("\"occupancy\": there is no limit \"{}\"", *limit));
  }
  const auto compiled = object.find("as_compiled");
  if (compiled != object.end() && !compiled->is_boolean())
    return fail(tr("\"occupancy\": \"as_compiled\" must be true or false"));
  goal.as_compiled = compiled != object.end() && compiled->get<bool>();
  std::vector<std::pair<std::string_view, std::optional<std::uint32_t>*>> numbers{
      {"blocks_at_least", &goal.blocks_at_least},
      {"blocks_at_most", &goal.blocks_at_most},
      {"warps_at_least", &goal.warps_at_least},
      {"warps_at_most", &goal.warps_at_most}};
  for (const Need need : kAllNeeds) {
    numbers.emplace_back(name_of_need(need), &goal.needs[static_cast<std::size_t>(need)]);
  }
  for (const auto& [name, into] : numbers) {
    TRY(const auto value, goal_number(object, name));
    *into = value;
  }
  return goal;
}

bool meets(const session::SeenOccupancy& seen, const OccupancyGoal& goal) {
  if (!goal.kernel.empty() && seen.kernel != goal.kernel) return false;
  if (goal.gpu && seen.choice.gpu != *goal.gpu) return false;
  if (goal.as_compiled && !seen.choice.is_as_compiled()) return false;
  if (goal.limited_by && !seen.occupancy.limits(*goal.limited_by)) return false;
  return has_needs(seen.needs, goal) && is_at_least(seen.occupancy.blocks, goal.blocks_at_least) &&
         is_at_most(seen.occupancy.blocks, goal.blocks_at_most) &&
         is_at_least(seen.occupancy.warps, goal.warps_at_least) &&
         is_at_most(seen.occupancy.warps, goal.warps_at_most);
}

bool has_met(const session::Activity& activity, const OccupancyGoal& goal) {
  return std::ranges::any_of(activity.occupancies,
                             [&](const session::SeenOccupancy& seen) { return meets(seen, goal); });
}

std::optional<session::OccupancyChoice> way_to(const OccupancyGoal& goal,
                                               const session::Session& session) {
  session::OccupancyChoice start = session.choice().occupancy;
  start.gpu = goal.gpu.value_or(start.gpu);
  if (goal.as_compiled) start.what_if = {};
  for (const Need need : kAllNeeds) {
    const auto& wanted = goal.needs[static_cast<std::size_t>(need)];
    if (wanted && !goal.as_compiled) start.of(need) = wanted;
  }
  const auto is_way = [&](const session::OccupancyChoice& choice) {
    const auto seen = seen_with(choice, session);
    return seen && meets(*seen, goal);
  };
  // One thing after the other, then two at once.
  const auto open = open_needs(goal);
  const analysis::Multiprocessor& sm = *analysis::multiprocessor(start.on().capability);
  if (is_way(start)) return start;
  for (const Need one : open) {
    for (const session::OccupancyChoice& choice : tried(start, sm, one)) {
      if (is_way(choice)) return choice;
    }
  }
  for (const Need one : open) {
    for (const session::OccupancyChoice& first : tried(start, sm, one)) {
      for (const Need other : open) {
        for (const session::OccupancyChoice& choice : tried(first, sm, other)) {
          if (other != one && is_way(choice)) return choice;
        }
      }
    }
  }
  return std::nullopt;
}

void add_controls(std::vector<std::string>& controls, const OccupancyGoal& goal,
                  const session::Session& session) {
  const session::OccupancyChoice& now = session.choice().occupancy;
  if (goal.gpu && *goal.gpu != now.gpu) {
    controls.push_back(fmt::format("occupancy.{}", analysis::kOccupancyGpus[*goal.gpu].id));
  }
  if (goal.as_compiled) {
    if (!now.is_as_compiled()) controls.emplace_back("occupancy.reset");
    return;
  }
  const auto seen = seen_with(now, session);
  const bool is_open = goal.warps_at_least || goal.warps_at_most || goal.blocks_at_least ||
                       goal.blocks_at_most || goal.limited_by;
  for (const Need need : kAllNeeds) {
    const auto& wanted = goal.needs[static_cast<std::size_t>(need)];
    const bool is_to_set = wanted ? seen && *wanted != value_of(seen->needs, need) : is_open;
    if (is_to_set) controls.push_back(fmt::format("occupancy.{}", name_of_need(need)));
  }
}

}  // namespace warplens::lessons
