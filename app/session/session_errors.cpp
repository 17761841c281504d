// Which errors a session's choice asks for, and what is known of them.
#include <algorithm>

#include "app/session/choice/choosing.h"
#include "app/session/errors/error_choice.h"
#include "app/session/session.h"

namespace warplens::session {
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

}  // namespace

std::vector<ErrorQuestion> Session::error_questions() const {
  const Selection& left = choice_.left;
  const catalog::Family* of = family();
  if (of == nullptr || variant() == nullptr || !run::has_sums(*of, left.parameters)) return {};
  std::vector<std::string> names{variant()->name};
  const ErrorChoice& chart = chosen<ErrorChoice>();
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

void Session::want_errors() {
  if (std::exchange(wants_errors_, true)) return;
  ask_errors();
}

void Session::ask_errors() {
  if (!wants_errors_) return errors_.want({});
  std::vector<ErrorQuestion> wanted = error_questions();
  for (const NamedKernel& each : error_rivals_) {
    if (auto question = rival_question(each)) wanted.push_back(std::move(*question));
  }
  errors_.want(std::move(wanted));
}

// Errors by size, whatever the chart shows.
std::optional<ErrorQuestion> Session::rival_question(const NamedKernel& kernel) const {
  const auto selection = selection_of(families_, kernel, choice_.left.order, choice_.left);
  if (!selection.has_value()) return std::nullopt;
  const auto [of, what] = variant_of(families_, *selection);
  if (of == nullptr || !run::has_sums(*of, selection->parameters)) return std::nullopt;
  ErrorChoice by_size = chosen<ErrorChoice>();
  by_size.by_order = false;
  return question_of(*of, *what, selection->parameters, by_size);
}

// Of what is on screen: not while another result is on its way.
void Session::note_errors() {
  if (!wants_errors_ || !up_to_date()) return;
  const std::vector<ErrorQuestion> questions = error_questions();
  if (questions.empty()) return;
  const Result<ErrorAnswerPtr>* known = measured(questions.front());
  if (known == nullptr || !known->has_value()) return;
  const ErrorChoice& chart = chosen<ErrorChoice>();
  const bool is_noted = !activity_.errors.empty() && activity_.errors.back().choice == chart &&
                        activity_.errors.back().question == questions.front();
  if (!is_noted) activity_.errors.push_back({chart, questions.front(), **known});
}

std::optional<std::vector<double>> Session::largest_errors(const std::vector<NamedKernel>& kernels,
                                                           std::int64_t size) const {
  std::vector<double> largest;
  for (const NamedKernel& each : kernels) {
    const auto question = rival_question(each);
    const Result<ErrorAnswerPtr>* known = question ? measured(*question) : nullptr;
    if (known == nullptr || !known->has_value()) return std::nullopt;
    const run::SumError* error = (**known)->sizes.find(size);
    if (error == nullptr) return std::nullopt;
    largest.push_back(error->largest);
  }
  return largest;
}

std::optional<std::int64_t> Session::distinct_results() const {
  const std::vector<ErrorQuestion> questions = error_questions();
  if (questions.empty() || !questions.front().by_order) return std::nullopt;
  const Result<ErrorAnswerPtr>* known = measured(questions.front());
  if (known == nullptr || !known->has_value()) return std::nullopt;
  return static_cast<std::int64_t>((**known)->orders.distinct());
}

}  // namespace warplens::session
