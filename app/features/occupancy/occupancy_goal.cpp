#include "app/features/occupancy/occupancy_goal.h"

#include <algorithm>

#include "app/session/kernel_result.h"
#include "viz/analysis/limits/occupancy_text.h"

namespace warplens::occupancy {
namespace {

using analysis::kAllNeeds;
using analysis::kNeedNames;
using analysis::Need;

constexpr std::string_view name_of_need(Need need) {
  return kNeedNames[static_cast<std::size_t>(need)];
}

std::optional<std::uint32_t> goal_number(const JsonFields& fields, std::string_view name) {
  return fields.find_integer<std::uint32_t>(name, 0, 1'000'000);
}

std::optional<std::size_t> goal_gpu(const JsonFields& fields) {
  const std::string id = fields.text_or("gpu", "");
  if (id.empty()) return std::nullopt;
  const auto gpu = analysis::occupancy_gpu_named(id);
  if (!gpu) fields.wrong(tr("there is no GPU \"{}\"", id));
  return gpu;
}

std::optional<analysis::SmLimit> goal_limit(const JsonFields& fields) {
  const std::string id = fields.text_or("limited_by", "");
  if (id.empty()) return std::nullopt;
  const auto limit = analysis::sm_limit_named(id);
  if (!limit) fields.wrong(tr("there is no limit \"{}\"", id));
  return limit;
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

session::OccupancyChoice occupancy_choice_of(const JsonFields& fields) {
  fields.only({"gpu", kNeedNames[0], kNeedNames[1], kNeedNames[2]});
  session::OccupancyChoice choice;
  choice.gpu = goal_gpu(fields).value_or(choice.gpu);
  for (const Need need : kAllNeeds) choice.of(need) = goal_number(fields, name_of_need(need));
  return choice;
}

OccupancyGoal occupancy_goal_of(const JsonFields& fields) {
  fields.only({"kernel", "gpu", kNeedNames[0], kNeedNames[1], kNeedNames[2], "limited_by",
               "as_compiled", "blocks_at_least", "blocks_at_most", "warps_at_least",
               "warps_at_most"});
  OccupancyGoal goal;
  goal.kernel = fields.text_or("kernel", "");
  goal.gpu = goal_gpu(fields);
  goal.limited_by = goal_limit(fields);
  goal.as_compiled = fields.flag_or("as_compiled", false);
  goal.blocks_at_least = goal_number(fields, "blocks_at_least");
  goal.blocks_at_most = goal_number(fields, "blocks_at_most");
  goal.warps_at_least = goal_number(fields, "warps_at_least");
  goal.warps_at_most = goal_number(fields, "warps_at_most");
  for (const Need need : kAllNeeds)
    goal.needs[static_cast<std::size_t>(need)] = goal_number(fields, name_of_need(need));
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

std::optional<session::OccupancyChoice> way_to(const OccupancyGoal& goal,
                                               const session::Session& session) {
  session::OccupancyChoice start = session.chosen<session::OccupancyChoice>();
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

std::vector<std::string> controls_for(const OccupancyGoal& goal, const session::Session& session) {
  std::vector<std::string> controls;
  const session::OccupancyChoice& now = session.chosen<session::OccupancyChoice>();
  if (goal.gpu && *goal.gpu != now.gpu) {
    controls.push_back(fmt::format("occupancy.{}", analysis::kOccupancyGpus[*goal.gpu].id));
  }
  if (goal.as_compiled) {
    if (!now.is_as_compiled()) controls.emplace_back("occupancy.reset");
    return controls;
  }
  const auto seen = seen_with(now, session);
  const bool is_open = goal.warps_at_least || goal.warps_at_most || goal.blocks_at_least ||
                       goal.blocks_at_most || goal.limited_by;
  for (const Need need : kAllNeeds) {
    const auto& wanted = goal.needs[static_cast<std::size_t>(need)];
    const bool is_to_set = wanted ? seen && *wanted != value_of(seen->needs, need) : is_open;
    if (is_to_set) controls.push_back(fmt::format("occupancy.{}", name_of_need(need)));
  }
  return controls;
}

}  // namespace warplens::occupancy
