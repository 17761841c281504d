#include "app/features/accuracy/accuracy_measuring.h"

#include <algorithm>

#include "app/features/accuracy/accuracy_choice.h"
#include "app/features/accuracy/seen_accuracy.h"
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

AccuracyQuestion question_of(const catalog::Family& family, const catalog::Variant& variant,
                             const catalog::Parameters& parameters, const AccuracyChoice& choice) {
  AccuracyQuestion question;
  question.sums.kernel = family.name + "/" + variant.name;
  question.sums.settings = error_settings(family, variant, parameters);
  question.sums.inputs = choice.inputs;
  question.by_order = choice.by_order;
  const auto terms = parameters.find(family.summed->terms);
  if (choice.by_order && terms != parameters.end()) question.sums.sizes = {terms->second};
  return question;
}

// As the machine sums for a trace, then as others do; empty: on no tensor cores.
std::vector<AccuracyQuestion> questions_by_architecture(const catalog::Family& family,
                                                        const catalog::Variant& variant,
                                                        const catalog::Parameters& parameters,
                                                        const AccuracyChoice& choice) {
  std::vector<AccuracyQuestion> questions;
  for (const std::uint32_t each : run::summing_architectures(family, variant, parameters)) {
    AccuracyQuestion question = question_of(family, variant, parameters, choice);
    question.sums.architecture = each;
    questions.push_back(std::move(question));
  }
  std::ranges::stable_partition(questions, [](const AccuracyQuestion& each) {
    return each.sums.architecture == run::kDefaultCapability;
  });
  return questions;
}

// Errors by size, whatever the chart shows.
std::optional<AccuracyQuestion> compared_question(const session::Session& session,
                                                  const session::NamedKernel& kernel) {
  const session::Selection& left = session.selection();
  const auto selection = session::selection_of(session.families(), kernel, left.order, left);
  if (!selection.has_value()) return std::nullopt;
  const auto [of, what] = session::variant_of(session.families(), *selection);
  if (of == nullptr || !run::has_sums(*of, selection->parameters)) return std::nullopt;
  AccuracyChoice by_size = session.chosen<AccuracyChoice>();
  by_size.by_order = false;
  return question_of(*of, *what, selection->parameters, by_size);
}

}  // namespace

std::vector<AccuracyQuestion> accuracy_questions(const session::Session& session) {
  const session::Selection& left = session.selection();
  const catalog::Family* of = session.family();
  const catalog::Variant* variant = session.variant();
  if (of == nullptr || variant == nullptr || !run::has_sums(*of, left.parameters)) return {};
  const AccuracyChoice& chart = session.chosen<AccuracyChoice>();
  if (chart.by_architecture && !chart.by_order) {
    auto questions = questions_by_architecture(*of, *variant, left.parameters, chart);
    if (!questions.empty()) return questions;
  }
  std::vector<std::string> names{variant->name};
  for (const std::string& name : chart.of.empty() ? of->summed->compared : chart.of) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  std::vector<AccuracyQuestion> questions;
  for (const std::string& name : names) {
    const catalog::Variant* beside = of->find(name);
    if (beside == nullptr) continue;
    questions.push_back(question_of(*of, *beside, left.parameters, chart));
  }
  return questions;
}

AccuracyMeasuring::AccuracyMeasuring(MeasureAccuracy measure, std::function<void()> wake)
    : runs_(std::move(wake)) {
  runs_.offer(std::move(measure));
}

void AccuracyMeasuring::want(const session::Session& session) {
  if (std::exchange(is_wanted_, true)) return;
  ask(session);
}

void AccuracyMeasuring::begin(const session::Stage& stage) {
  runs_.retry();
  compared_ = stage.asked.of<AccuracyKernels>().kernels;
  is_wanted_ = stage.features.has<AccuracyChoice>();
}

void AccuracyMeasuring::look(session::Session& session) { ask(session); }

void AccuracyMeasuring::update(session::Session& session) {
  runs_.update();
  note(session);
}

void AccuracyMeasuring::ask(const session::Session& session) {
  if (!is_wanted_) return runs_.want({});
  std::vector<AccuracyQuestion> wanted = accuracy_questions(session);
  for (const session::NamedKernel& each : compared_) {
    if (auto question = compared_question(session, each)) wanted.push_back(std::move(*question));
  }
  runs_.want(std::move(wanted));
}

// Of what is on screen: not while another result is on its way.
void AccuracyMeasuring::note(session::Session& session) const {
  if (!is_wanted_ || !session.up_to_date()) return;
  const std::vector<AccuracyQuestion> questions = accuracy_questions(session);
  if (questions.empty()) return;
  const Result<AccuracyAnswerPtr>* known = find(questions.front());
  if (known == nullptr || !known->has_value()) return;
  const AccuracyChoice& chart = session.chosen<AccuracyChoice>();
  const auto& seen = session.activity().seen.of<SeenAccuracy>();
  const bool is_noted =
      !seen.empty() && seen.back().choice == chart && seen.back().question == questions.front();
  if (!is_noted) session.note(SeenAccuracy{chart, questions.front(), **known});
}

std::optional<std::vector<double>> AccuracyMeasuring::largest_errors(
    const session::Session& session, const std::vector<session::NamedKernel>& kernels,
    std::int64_t size) const {
  std::vector<double> largest;
  for (const session::NamedKernel& each : kernels) {
    const auto question = compared_question(session, each);
    const Result<AccuracyAnswerPtr>* known = question ? find(*question) : nullptr;
    if (known == nullptr || !known->has_value()) return std::nullopt;
    const run::SizeAccuracy* error = (**known)->sizes.find(size);
    if (error == nullptr) return std::nullopt;
    largest.push_back(error->largest);
  }
  return largest;
}

std::optional<std::int64_t> AccuracyMeasuring::distinct_results(
    const session::Session& session) const {
  const std::vector<AccuracyQuestion> questions = accuracy_questions(session);
  if (questions.empty() || !questions.front().by_order) return std::nullopt;
  const Result<AccuracyAnswerPtr>* known = find(questions.front());
  if (known == nullptr || !known->has_value()) return std::nullopt;
  return static_cast<std::int64_t>((**known)->orders.distinct());
}

const AccuracyMeasuring& measuring(const session::Session& session) {
  return *session.companion<AccuracyMeasuring>();
}
AccuracyMeasuring& measuring(session::Session& session) {
  return *session.companion<AccuracyMeasuring>();
}

}  // namespace warplens::accuracy
