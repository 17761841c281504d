#include "app/features/workshop/workshop.h"

#include "app/features/workshop/swizzle_goal.h"
#include "app/session/feature.h"
#include "app/session/goal_of_seen.h"
#include "viz/swizzle/spec.h"

namespace warplens::workshop {
namespace {

using session::Session;
using swizzle::SwizzleSpec;

void read_stage(const JsonFields& step, session::Stage& stage) {
  const auto text = step.find("swizzle");
  if (text) stage.features.set(text->taken(swizzle::parse_spec(text->as_text())));
}

class Goal final : public session::GoalOfSeen<SeenSwizzle, SwizzleGoal> {
 public:
  using GoalOfSeen::GoalOfSeen;

  Result<void> act(Session& session) const override {
    TRY(const auto answer, swizzle::answer(wanted().example));
    session.choose(answer.spec);
    session.note(seen_swizzle(answer));
    return {};
  }
  [[nodiscard]] bool judges() const override { return true; }
};

session::GoalPtr read_goal(const JsonFields& condition) {
  return std::make_shared<Goal>(swizzle_goal_of(condition.at("workshop")));
}

constexpr session::GoalKind kGoal{"workshop", read_goal};
constexpr session::ChoiceText kText{
    "swizzle", [](session::FeatureChoices& choices) { choices.set(SwizzleSpec{}); },
    [](const session::FeatureChoices& choices) -> session::TextFields {
      const SwizzleSpec& spec = choices.of<SwizzleSpec>();
      return {{"swizzle", swizzle::text_of(spec), spec == SwizzleSpec{}}};
    },
    [](std::string_view name, std::string_view text, session::FeatureChoices& choices) {
      return name == "swizzle" && session::set_parsed(swizzle::parse_spec(text), choices);
    }};

Result<void> choose_spec(const std::string& text, session::FeatureChoices& choices) {
  TRY(auto spec, swizzle::parse_spec(text));
  choices.set(std::move(spec));
  return {};
}

constexpr std::array kViews{session::StageView::swizzle_workshop};
constexpr session::PictureOption kPicture{
    .name = "--swizzle",
    .help = "What the swizzle workshop is asked, as warplens swizzle --spec takes it",
    .views = kViews,
    .choose = choose_spec};

}  // namespace

session::Feature feature() {
  return {.read_stage = read_stage,
          .goals = {&kGoal, 1},
          .texts = {&kText, 1},
          .picture_options = {&kPicture, 1}};
}

}  // namespace warplens::workshop
