#include "app/features/accuracy/accuracy.h"

#include "app/features/accuracy/accuracy_goal.h"
#include "app/features/accuracy/accuracy_measuring.h"
#include "app/session/feature.h"
#include "app/session/goal_of_seen.h"
#include "app/session/show_kernel.h"
#include "app/texts/speech.h"
#include "viz/scene/access/metrics_view.h"
#include "viz/scene/charts/accuracy_phrases.h"

namespace warplens::accuracy {
namespace {

using session::Session;
using session::Stage;

constexpr std::uint32_t kMostTerms = 1'000'000;

// {"errors": {"inputs": …, "of": [variants], "by_architecture": …, "by_order": …, "rms": …,
//             "size": …}}
void read_stage(const JsonFields& step, Stage& stage) {
  const auto errors = step.find("errors");
  if (!errors) return;
  AccuracyChoice choice;
  choice.inputs = errors->choice_or("inputs", run::kInputsNames, choice.inputs);
  choice.by_rms = errors->flag_or("rms", false);
  choice.by_architecture = errors->flag_or("by_architecture", false);
  choice.by_order = errors->flag_or("by_order", false);
  choice.size = errors->integer_or<std::uint32_t>("size", 0, 0, kMostTerms);
  choice.of = errors->texts_or_none("of");
  stage.features.set(std::move(choice));
}

// Of the kernel on the stage, with the inputs that are asked for.
const AccuracyAnswer* shown_answer(const Session& session, const AccuracyGoal& goal) {
  const AccuracyChoice& choice = session.chosen<AccuracyChoice>();
  const bool is_other = (goal.inputs && choice.inputs != *goal.inputs) ||
                        choice.by_order != goal.by_order ||
                        (goal.by_architecture && !choice.by_architecture) ||
                        (!goal.kernel.empty() && session.selection().kernel != goal.kernel);
  const auto questions = accuracy_questions(session);
  const auto* measuring = session.companion<AccuracyMeasuring>();
  if (is_other || questions.empty() || measuring == nullptr) return nullptr;
  const auto* known = measuring->find(questions.front());
  return known != nullptr && known->has_value() ? (*known)->get() : nullptr;
}

std::string counted(std::int64_t number) {
  return scene::with_separators(static_cast<std::uint64_t>(number));
}

std::string figure_phrase(const ui::Speech& speech, AccuracyFigure figure, std::int64_t size) {
  using ui::Str;
  if (figure == AccuracyFigure::largest) return speech.say(Str::accuracy_largest_at, counted(size));
  if (figure == AccuracyFigure::fp32) return std::string(speech.say(Str::accuracy_fp32));
  if (figure == AccuracyFigure::other) return std::string(speech.say(Str::accuracy_other));
  return std::string(speech.say(Str::accuracy_distinct));
}

class Goal final : public session::GoalOfSeen<SeenAccuracy, AccuracyGoal> {
 public:
  using GoalOfSeen::GoalOfSeen;

  Result<void> act(Session& session) const override {
    show_kernel(session, {wanted().example.empty() ? wanted().kernel : wanted().example,
                          wanted().example_parameters});
    session.choose(choice_for(wanted(), session.chosen<AccuracyChoice>()));
    return {};
  }

  [[nodiscard]] bool judges() const override { return true; }
  [[nodiscard]] std::vector<session::GoalRow> rows(const Session& session,
                                                   const ui::Speech& speech) const override {
    const AccuracyAnswer* answer = shown_answer(session, wanted());
    std::vector<session::GoalRow> rows;
    for (const AccuracyBound& bound : wanted().bounds) {
      std::optional<double> value;
      if (answer != nullptr)
        value = value_of(*answer, wanted().by_order, bound.figure, wanted().size);
      std::string shown = value ? scene::roundings_phrase(*value) : "–";
      std::string words = speech.say(
          bound.is_most ? ui::Str::judged_at_most : ui::Str::judged_at_least,
          figure_phrase(speech, bound.figure, wanted().size), shown, counted(bound.bound));
      rows.push_back({std::string(kAccuracyFigureNames[static_cast<std::size_t>(bound.figure)]),
                      std::move(shown), std::move(words), value && keeps(*value, bound)});
    }
    return rows;
  }

  [[nodiscard]] session::Subject subject() const override { return session::Subject::family; }
};

session::GoalPtr read_goal(const JsonFields& condition) {
  return std::make_shared<Goal>(accuracy_goal_of(condition.at("errors")));
}

std::optional<Text> missing_errors(const Stage& stage) {
  if (stage.features.has<AccuracyChoice>()) return std::nullopt;
  return tr("\"predict\" asks about errors: give the step \"errors\"");
}

// How many results several orders of blocks give.
class Distinct final : public session::Asked {
 public:
  [[nodiscard]] std::optional<std::int64_t> value(const Session& session,
                                                  const Stage& /*stage*/) const override {
    const auto* measuring = session.companion<AccuracyMeasuring>();
    return measuring == nullptr ? std::nullopt : measuring->distinct_results(session);
  }
  [[nodiscard]] std::optional<Text> missing(const Stage& stage) const override {
    return missing_errors(stage);
  }
};

session::AskedPtr read_asked(const JsonFields& predict) {
  constexpr std::array<std::string_view, 1> kOfOrders{"distinct"};
  static_cast<void>(predict.choice<int>("errors", kOfOrders));
  return std::make_shared<Distinct>();
}

// By the largest error of a sum of so many terms.
class LargestError final : public session::Measure {
 public:
  explicit LargestError(std::int64_t terms) : terms_(terms) {}
  [[nodiscard]] std::optional<std::vector<double>> values(
      const Session& session, const std::vector<session::NamedKernel>& kernels) const override {
    const auto* measuring = session.companion<AccuracyMeasuring>();
    if (measuring == nullptr) return std::nullopt;
    return measuring->largest_errors(session, kernels, terms_);
  }
  void prepare(Stage& stage, const std::vector<session::NamedKernel>& kernels) const override {
    stage.asked.set(AccuracyKernels{kernels});
  }
  [[nodiscard]] std::optional<Text> missing(const Stage& stage) const override {
    return missing_errors(stage);
  }

 private:
  std::int64_t terms_;
};

session::MeasurePtr read_measure(const JsonFields& ranking) {
  const auto terms = ranking.integer_or<std::uint32_t>("terms", 0, 0, kMostTerms);
  if (terms == 0) ranking.wrong(tr("a ranking by error needs \"terms\": how many a sum has"));
  return std::make_shared<LargestError>(terms);
}

std::unique_ptr<session::Companion> companion(const session::Surroundings& surroundings) {
  return std::make_unique<AccuracyMeasuring>(measuring_accuracy(surroundings.catalogue),
                                             surroundings.wake);
}

constexpr session::GoalKind kGoal{"errors", read_goal};
constexpr session::AskedKind kAsked{"errors", read_asked};
constexpr session::MeasureKind kMeasure{"error", read_measure};

}  // namespace

session::Feature feature() {
  return {.read_stage = read_stage,
          .goals = {&kGoal, 1},
          .asked = {&kAsked, 1},
          .measures = {&kMeasure, 1},
          .companion = companion};
}

}  // namespace warplens::accuracy
