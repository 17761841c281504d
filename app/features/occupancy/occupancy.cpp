#include "app/features/occupancy/occupancy.h"

#include <algorithm>
#include <charconv>

#include "app/features/occupancy/occupancy_goal.h"
#include "app/session/feature.h"
#include "app/session/goal_of_seen.h"
#include "app/session/kernel_result.h"
#include "app/session/occupancy_choice.h"
#include "app/session/resident.h"

namespace warplens::occupancy {
namespace {

using session::FeatureChoices;
using session::OccupancyChoice;
using session::SeenOccupancy;
using session::Session;

void read_stage(const JsonFields& step, session::Stage& stage) {
  const auto occupancy = step.find("occupancy");
  if (occupancy) stage.features.set(occupancy_choice_of(*occupancy));
}

class Goal final : public session::GoalOfSeen<SeenOccupancy, OccupancyGoal> {
 public:
  using GoalOfSeen::GoalOfSeen;

  Result<void> act(Session& session) const override {
    session.choose(way_to(wanted(), session).value_or(session.chosen<OccupancyChoice>()));
    return {};
  }
  [[nodiscard]] std::vector<std::string> controls(const Session& session) const override {
    return controls_for(wanted(), session);
  }
};

session::GoalPtr read_goal(const JsonFields& condition) {
  return std::make_shared<Goal>(occupancy_goal_of(condition.at("occupancy")));
}

// What was asked "what if" was about the kernel that stood there before; what was on screen is
// noted.
class Resident final : public session::Companion {
 public:
  void stage(const Session& /*now*/, const session::Stage& stage,
             FeatureChoices& next) const override {
    if (!stage.features.has<OccupancyChoice>()) next.set(OccupancyChoice());
  }
  void change_kernel(FeatureChoices& next) const override {
    next.set(OccupancyChoice{.gpu = next.of<OccupancyChoice>().gpu, .what_if = {}});
  }
  // Not while another result is on its way.
  void look(Session& session) override {
    const session::LaunchResult* shown = session.launch();
    if (shown == nullptr || session.result()->selection != session.selection()) return;
    auto seen = session::seen_occupancy(session.selection().kernel, shown->trace->launch,
                                        shown->reports, session.chosen<OccupancyChoice>());
    if (seen) session.note(std::move(*seen));
  }
};

constexpr std::string_view kGpu = "gpu";
constexpr std::string_view kNeed = "gpu.";

session::TextFields write(const FeatureChoices& choices) {
  const OccupancyChoice& choice = choices.of<OccupancyChoice>();
  session::TextFields fields{{std::string(kGpu), std::string(choice.on().id)}};
  for (const analysis::Need need : analysis::kAllNeeds) {
    const auto name = analysis::kNeedNames[static_cast<std::size_t>(need)];
    if (const auto& value = choice.of(need))
      fields.push_back({fmt::format("{}{}", kNeed, name), fmt::format("{}", *value)});
  }
  return fields;
}

// What is asked "what if", by the need's name.
bool read_need(std::string_view name, std::string_view text, OccupancyChoice& choice) {
  constexpr std::uint32_t kMost = 1 << 20;
  const auto need = std::ranges::find(analysis::kNeedNames, name);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (need == analysis::kNeedNames.end() || !is_number || value > kMost) return false;
  const auto which = static_cast<analysis::Need>(need - analysis::kNeedNames.begin());
  if (value == 0 && which != analysis::Need::shared_bytes) return false;
  choice.of(which) = value;
  return true;
}

bool read(std::string_view name, std::string_view text, FeatureChoices& choices) {
  OccupancyChoice choice = choices.of<OccupancyChoice>();
  if (name.starts_with(kNeed)) {
    if (!read_need(name.substr(kNeed.size()), text, choice)) return false;
  } else {
    const auto gpu = analysis::occupancy_gpu_named(text);
    if (!gpu) return false;
    choice.gpu = *gpu;
  }
  choices.set(choice);
  return true;
}

constexpr session::GoalKind kGoal{"occupancy", read_goal};
constexpr session::ChoiceText kText{
    kGpu, [](FeatureChoices& choices) { choices.set(OccupancyChoice()); }, write, read};

std::vector<std::string> gpu_ids() {
  std::vector<std::string> ids;
  for (const analysis::OccupancyGpu& gpu : analysis::kOccupancyGpus) ids.emplace_back(gpu.id);
  return ids;
}

Result<void> choose_gpu(const std::string& id, FeatureChoices& choices) {
  OccupancyChoice choice = choices.of<OccupancyChoice>();
  choice.gpu = *analysis::occupancy_gpu_named(id);
  choices.set(choice);
  return {};
}

constexpr std::array kViews{session::StageView::occupancy_view};
constexpr session::PictureOption kPicture{.name = "--gpu",
                                          .help = "The GPU that the occupancy view shows",
                                          .views = kViews,
                                          .choose = choose_gpu,
                                          .values = gpu_ids};

std::unique_ptr<session::Companion> companion(const session::Surroundings& /*surroundings*/) {
  return std::make_unique<Resident>();
}

}  // namespace

session::Feature feature() {
  return {.read_stage = read_stage,
          .goals = {&kGoal, 1},
          .texts = {&kText, 1},
          .picture_options = {&kPicture, 1},
          .companion = companion};
}

}  // namespace warplens::occupancy
