#include "app/features/plane/plane.h"

#include <array>

#include "app/features/plane/plane_goal.h"
#include "app/session/feature.h"
#include "app/session/goal_of_seen.h"
#include "app/texts/speech.h"
#include "viz/algebra/figures.h"
#include "viz/algebra/spec.h"

namespace warplens::plane {
namespace {

using algebra::PlaneSpec;
using session::Session;

void read_stage(const JsonFields& step, session::Stage& stage) {
  const auto text = step.find("motion");
  if (text) stage.features.set(text->taken(algebra::parse_plane(text->as_text())));
}

class Goal final : public session::GoalOfSeen<SeenPlane, PlaneGoal> {
 public:
  using GoalOfSeen::GoalOfSeen;

  Result<void> act(Session& session) const override {
    session.choose(wanted().example);
    session.note(SeenPlane{wanted().example, true});
    return {};
  }

  [[nodiscard]] bool judges() const override { return !wanted().sends.empty(); }
  // Of a matrix that is to take vectors to places.
  [[nodiscard]] std::vector<session::GoalRow> rows(const Session& session,
                                                   const ui::Speech& speech) const override {
    std::vector<session::GoalRow> rows;
    for (const Sending& each : wanted().sends) {
      const algebra::Vector image = session.chosen<PlaneSpec>().a * each.from;
      rows.push_back({.words = speech.say(ui::Str::plane_sends, printed(each.from.x),
                                          printed(each.from.y), printed(each.to.x),
                                          printed(each.to.y), printed(image.x), printed(image.y)),
                      .is_kept = image == each.to});
    }
    return rows;
  }

  [[nodiscard]] session::Subject subject() const override { return session::Subject::family; }
};

session::GoalPtr read_goal(const JsonFields& condition) {
  return std::make_shared<Goal>(plane_goal_of(condition.at("motion")));
}

class Figure final : public session::Asked {
 public:
  explicit Figure(algebra::PlaneFigure figure) : figure_(figure) {}
  [[nodiscard]] std::optional<std::int64_t> value(const Session& session,
                                                  const session::Stage& /*stage*/) const override {
    return algebra::figure(session.chosen<PlaneSpec>(), figure_);
  }

 private:
  algebra::PlaneFigure figure_;
};

session::AskedPtr read_asked(const JsonFields& predict) {
  return std::make_shared<Figure>(
      predict.choice<algebra::PlaneFigure>("motion", algebra::kPlaneFigureNames));
}

constexpr session::GoalKind kGoal{"motion", read_goal};
constexpr session::AskedKind kAsked{"motion", read_asked};
constexpr session::ChoiceText kText{
    "motion", [](session::FeatureChoices& choices) { choices.set(PlaneSpec{}); },
    [](const session::FeatureChoices& choices) -> session::TextFields {
      return {{"motion", algebra::text_of(choices.of<PlaneSpec>())}};
    },
    [](std::string_view name, std::string_view text, session::FeatureChoices& choices) {
      return name == "motion" && session::set_parsed(algebra::parse_plane(text), choices);
    }};

Result<void> choose_motion(const std::string& text, session::FeatureChoices& choices) {
  TRY(auto spec, algebra::parse_plane(text));
  choices.set(std::move(spec));
  return {};
}

Result<void> choose_matrix(const std::string& text, session::FeatureChoices& choices) {
  PlaneSpec spec = choices.of<PlaneSpec>();
  TRY(spec.a, algebra::parse_matrix(text));
  choices.set(std::move(spec));
  return {};
}

constexpr std::array kViews{session::StageView::plane, session::StageView::space};
// The matrix goes into what is said of all of it.
constexpr std::array kPictures{
    session::PictureOption{.name = "--motion",
                           .help = "What plane and space show: 'lens=area A=[3 1; 0 2] v=[1 2]'",
                           .views = kViews,
                           .choose = choose_motion},
    session::PictureOption{.name = "--matrix",
                           .help = "The matrix that moves the plane, by rows: '1 1; 0 1'",
                           .views = kViews,
                           .choose = choose_matrix}};

}  // namespace

session::Feature feature() {
  return {.read_stage = read_stage,
          .goals = {&kGoal, 1},
          .asked = {&kAsked, 1},
          .texts = {&kText, 1},
          .picture_options = kPictures};
}

}  // namespace warplens::plane
