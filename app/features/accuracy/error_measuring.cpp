#include "app/features/accuracy/error_measuring.h"

#include <algorithm>

#include "app/features/accuracy/error_choice.h"
#include "app/features/accuracy/seen_errors.h"
#include "app/session/choosing.h"

namespace warplens::accuracy {
namespace {

// The settings that are no size, as far as the variant takes them.
catalog::Parameters error_settings(const catalog::Family& family, const catalog::Variant& variant,
                                   const catalog::Parameters& parameters) {
  catalog::Parameters settings;
  for (const auto& [name, value] : parameters) {
    const bool is_taken = std::ranges::find(variant.parameters, name) != variant.parameters.end();
    const bool is_size = name == family.summed->terms || family.summed->settings.contains(name);
    if (is_taken && !is_size) settings.emplace(name, value);
  }
  return settings;
}

ErrorQuestion question_of(const catalog::Family& family, const catalog::Variant& variant,
                          const catalog::Parameters& parameters, const ErrorChoice& choice) {
  ErrorQuestion question;
  question.sums.kernel = family.name + "/" + variant.name;
  question.sums.settings = error_settings(family, variant, parameters);
  question.sums.inputs = choice.inputs;
  question.by_order = choice.by_order;
  const auto terms = parameters.find(family.summed->terms);
  if (choice.by_order && terms != parameters.end()) question.sums.sizes = {terms->second};
  return question;
}

// Errors by size, whatever the chart shows.
std::optional<ErrorQuestion> rival_question(const session::Session& session,
                                            const session::NamedKernel& kernel) {
  const session::Selection& left = session.selection();
  const auto selection = session::selection_of(session.families(), kernel, left.order, left);
  if (!selection.has_value()) return std::nullopt;
  const auto [of, what] = session::variant_of(session.families(), *selection);
  if (of == nullptr || !run::has_sums(*of, selection->parameters)) return std::nullopt;
  ErrorChoice by_size = session.chosen<ErrorChoice>();
  by_size.by_order = false;
  return question_of(*of, *what, selection->parameters, by_size);
}

}  // namespace

std::vector<ErrorQuestion> error_questions(const session::Session& session) {
  const session::Selection& left = session.selection();
  const catalog::Family* of = session.family();
  const catalog::Variant* variant = session.variant();
  if (of == nullptr || variant == nullptr || !run::has_sums(*of, left.parameters)) return {};
  std::vector<std::string> names{variant->name};
  const ErrorChoice& chart = session.chosen<ErrorChoice>();
  for (const std::string& name : chart.of.empty() ? of->summed->compared : chart.of) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  std::vector<ErrorQuestion> questions;
  for (const std::string& name : names) {
    const catalog::Variant* beside = of->find(name);
    if (beside == nullptr) continue;
    questions.push_back(question_of(*of, *beside, left.parameters, chart));
  }
  return questions;
}

ErrorMeasuring::ErrorMeasuring(MeasureErrors measure, std::function<void()> wake)
    : runs_(std::move(wake)) {
  runs_.offer(std::move(measure));
}

void ErrorMeasuring::want(const session::Session& session) {
  if (std::exchange(is_wanted_, true)) return;
  ask(session);
}

void ErrorMeasuring::begin(const session::Stage& stage) {
  runs_.retry();
  rivals_ = stage.asked.of<ErrorRivals>().kernels;
  is_wanted_ = stage.features.has<ErrorChoice>();
}

void ErrorMeasuring::look(session::Session& session) { ask(session); }

void ErrorMeasuring::update(session::Session& session) {
  runs_.update();
  note(session);
}

void ErrorMeasuring::ask(const session::Session& session) {
  if (!is_wanted_) return runs_.want({});
  std::vector<ErrorQuestion> wanted = error_questions(session);
  for (const session::NamedKernel& each : rivals_) {
    if (auto question = rival_question(session, each)) wanted.push_back(std::move(*question));
  }
  runs_.want(std::move(wanted));
}

// Of what is on screen: not while another result is on its way.
void ErrorMeasuring::note(session::Session& session) const {
  if (!is_wanted_ || !session.up_to_date()) return;
  const std::vector<ErrorQuestion> questions = error_questions(session);
  if (questions.empty()) return;
  const Result<ErrorAnswerPtr>* known = find(questions.front());
  if (known == nullptr || !known->has_value()) return;
  const ErrorChoice& chart = session.chosen<ErrorChoice>();
  const auto& seen = session.activity().seen.of<SeenErrors>();
  const bool is_noted =
      !seen.empty() && seen.back().choice == chart && seen.back().question == questions.front();
  if (!is_noted) session.note(SeenErrors{chart, questions.front(), **known});
}

std::optional<std::vector<double>> ErrorMeasuring::largest_errors(
    const session::Session& session, const std::vector<session::NamedKernel>& kernels,
    std::int64_t size) const {
  std::vector<double> largest;
  for (const session::NamedKernel& each : kernels) {
    const auto question = rival_question(session, each);
    const Result<ErrorAnswerPtr>* known = question ? find(*question) : nullptr;
    if (known == nullptr || !known->has_value()) return std::nullopt;
    const run::SumError* error = (**known)->sizes.find(size);
    if (error == nullptr) return std::nullopt;
    largest.push_back(error->largest);
  }
  return largest;
}

std::optional<std::int64_t> ErrorMeasuring::distinct_results(
    const session::Session& session) const {
  const std::vector<ErrorQuestion> questions = error_questions(session);
  if (questions.empty() || !questions.front().by_order) return std::nullopt;
  const Result<ErrorAnswerPtr>* known = find(questions.front());
  if (known == nullptr || !known->has_value()) return std::nullopt;
  return static_cast<std::int64_t>((**known)->orders.distinct());
}

const ErrorMeasuring& measuring(const session::Session& session) {
  return *session.companion<ErrorMeasuring>();
}
ErrorMeasuring& measuring(session::Session& session) {
  return *session.companion<ErrorMeasuring>();
}

}  // namespace warplens::accuracy
