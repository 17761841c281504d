#include "app/lessons/check/stage_checks.h"

#include <algorithm>

#include "app/lessons/check/named_widgets.h"
#include "app/lessons/doing.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"

namespace warplens::lessons {
namespace {

constexpr const char* kStages = "lesson.json";

class StageCheck {
 public:
  StageCheck(const Step& step, StepStage& stage, Complaints& complaints)
      : step_(step), stage_(stage), session_(stage.session()), complaints_(complaints) {}

  void check() {
    if (auto begun = stage_.begin(step_); !begun.has_value()) {
      return add("the stage does not run: {}", begun.error().message.in(Language::en));
    }
    check_results();
    check_anchor();
    if (lacks_recording(step_, session_)) {
      return add("the host timeline that it asks for is not recorded");
    }
    if (step_.prediction) check_prediction(*step_.prediction);
    check_names();
    check_doing();
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> what, Args&&... args) {
    complaints_.add(kStages, &step_, what, std::forward<Args>(args)...);
  }

  // An index that the step begins with, for the person to write a right one in its place.
  bool is_to_be_mended(session::Side side) {
    if (session_.selection(side).index.empty()) return false;
    return std::ranges::any_of(step_.done, [](const Condition& condition) {
      return std::ranges::find(condition.bounds, session::Figure::wrong_elements, &Bound::figure) !=
             condition.bounds.end();
    });
  }

  void check_results() {
    for (const session::Side side : session::kSides) {
      if (!session_.choice().has(side)) continue;
      const session::KernelResult& result = *session_.result(side);
      const catalog::Variant* variant = session_.variant(side);
      // A broken twin stands where it is caught; a person's own kernel may be there to be mended.
      if (variant == nullptr || variant->broken || is_to_be_mended(side)) continue;
      if (result.run->verdict != trace::Verdict::match) {
        add("{} does not give the right result there", result.selection.kernel);
      }
      for (const trace::Finding& finding : session_.launch(side)->trace->findings) {
        if (finding.severity == trace::Severity::information) continue;
        add("{}: {}", result.selection.kernel, finding.message.in(Language::en));
      }
    }
  }

  void check_anchor() {
    const auto& cursor = step_.stage.cursor;
    if (!cursor || session::find_event(*session_.result(), *cursor)) return;
    add("there is no event where the cursor is to stand: a line with '{}', {} {}, occurrence {}",
        cursor->marker, trace::name_of(cursor->space), trace::name_of(cursor->kind),
        cursor->occurrence);
  }

  void check_prediction(const Prediction& prediction) {
    if (prediction.at && step_.stage.cursor != prediction.at) {
      add("the cursor does not stand on the event that the question is about");
    }
    const auto answer = expected_answer(step_, session_);
    if (!answer) return add("the question has no answer: nothing to compute it from");
    if (prediction.kind == Prediction::Kind::choice && !option_of(prediction, *answer)) {
      add("the right answer, {}, is not among the choices", *answer);
    }
    if (prediction.kind == Prediction::Kind::lanes && *answer == 0) {
      add("it is asked for lanes, and no lane is right");
    }
    if (!prediction.ranking.of.empty()) check_ranking(prediction.ranking);
  }

  void check_ranking(const Ranking& ranking) {
    auto values = ranked_by(ranking, session_);
    if (!values) return;
    std::ranges::sort(*values);
    if (std::ranges::adjacent_find(*values) != values->end()) {
      add("two of the kernels that are compared are alike");
    }
  }

  void check_names() {
    for (const std::string& name : step_.highlight) {
      if (!names_a_widget(step_, session_, name)) {
        add("the highlight \"{}\" names no view and no control of the step", name);
      }
    }
    for (const std::string& name : step_.scene.controls) {
      if (!names_a_control(session_, name)) {
        add("the control \"{}\" is no parameter of the step's kernel", name);
      }
    }
  }

  void check_doing() {
    if (!step_.done.empty() && is_done(step_, session_)) {
      return add("it is done before anybody has done anything");
    }
    for (std::size_t i = 0; i < step_.done.size(); ++i) {
      const Condition& condition = step_.done[i];
      auto done = act(step_, condition, session_, stage_.copies());
      if (done.has_value()) done = stage_.settle();
      if (!done.has_value()) return add("{}", done.error().message.in(Language::en));
      if (!is_done(only(step_, condition), session_)) {
        return add("doing what condition {} of \"done\" asks does not meet it", i + 1);
      }
    }
    if (!is_done(step_, session_)) add("doing all that it asks does not complete it");
  }

  const Step& step_;
  StepStage& stage_;
  session::Session& session_;
  Complaints& complaints_;
};

}  // namespace

void check_stages(const Lesson& lesson, StepStage& stage, Complaints& complaints) {
  for (const Step& step : lesson.steps) StageCheck(step, stage, complaints).check();
}

}  // namespace warplens::lessons
