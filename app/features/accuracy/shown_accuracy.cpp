#include "app/features/accuracy/shown_accuracy.h"

#include <algorithm>

#include "app/features/accuracy/accuracy_choice.h"
#include "app/features/accuracy/accuracy_measuring.h"

namespace warplens::ui {
namespace {

using accuracy::AccuracyAnswerPtr;
using accuracy::AccuracyChoice;
using accuracy::AccuracyQuestion;

std::string variant_of(const AccuracyQuestion& question) {
  return question.sums.kernel.substr(question.sums.kernel.find('/') + 1);
}

// In the family's order, or the step's, so that a kernel keeps its colour wherever the stage is.
std::vector<AccuracyQuestion> in_order(const session::Session& session,
                                       std::vector<AccuracyQuestion> questions) {
  const catalog::Family& family = *session.family();
  const auto& chosen = session.chosen<AccuracyChoice>().of;
  const auto& order = chosen.empty() ? family.summed->compared : chosen;
  std::ranges::stable_sort(questions, {}, [&](const AccuracyQuestion& question) {
    return std::pair(std::ranges::find(order, variant_of(question)) - order.begin(),
                     question.sums.architecture);
  });
  return questions;
}

std::string architecture_name(const AccuracyQuestion& question) {
  return fmt::format("sm_{}", question.sums.architecture);
}

// Architectures that were found to sum alike are one line: "sm_75 – sm_89".
bool joins_last(const ShownAccuracy& shown, const scene::AccuracySeries& series) {
  if (shown.chart.series.empty() || series.sizes == nullptr) return false;
  const scene::AccuracySeries& last = shown.chart.series.back();
  return last.sizes != nullptr && last.is_published == series.is_published &&
         last.sizes->at == series.sizes->at;
}

void add_series(ShownAccuracy& shown, const AccuracyQuestion& question,
                scene::AccuracySeries series, bool by_architecture) {
  if (by_architecture && joins_last(shown, series)) {
    std::string& name = shown.chart.series.back().name;
    name = fmt::format("{} – {}", name.substr(0, name.find(' ')), series.name);
    return;
  }
  shown.questions.push_back(question);
  shown.chart.series.push_back(std::move(series));
}

}  // namespace

bool can_sum_on_several(const session::Session& session) {
  return session.family() != nullptr && session.variant() != nullptr &&
         !run::summing_architectures(*session.family(), *session.variant(),
                                     session.selection().parameters)
              .empty();
}

bool is_by_architecture(const session::Session& session) {
  const auto& choice = session.chosen<AccuracyChoice>();
  return choice.by_architecture && !choice.by_order && can_sum_on_several(session);
}

ShownAccuracy shown_errors(const AppState& app) {
  const session::Session& session = app.session;
  const auto& chart = session.chosen<AccuracyChoice>();
  const bool by_architecture = is_by_architecture(session);
  ShownAccuracy shown;
  shown.chart.sizes = session.family()->summed->sizes;
  shown.chart.on_tensor_cores = can_sum_on_several(session);
  shown.look = {chart.by_rms, chart.size, std::nullopt};
  for (const AccuracyQuestion& question :
       in_order(session, accuracy::accuracy_questions(session))) {
    scene::AccuracySeries series{
        by_architecture ? architecture_name(question) : variant_of(question),
        question.sums.kernel == session.selection().kernel &&
            question.sums.architecture == run::kDefaultCapability};
    series.is_published = run::is_published(question.sums.architecture);
    const Result<AccuracyAnswerPtr>* known = accuracy::measuring(session).find(question);
    shown.is_complete = shown.is_complete && known != nullptr;
    if (known != nullptr && !known->has_value()) shown.error = known->error();
    if (known != nullptr && known->has_value() && !app.hides_costs()) {
      (question.by_order ? void(series.orders = &(**known)->orders)
                         : void(series.sizes = &(**known)->sizes));
    }
    add_series(shown, question, std::move(series), by_architecture);
  }
  return shown;
}

}  // namespace warplens::ui
