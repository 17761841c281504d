#include "app/session/session.h"

#include <algorithm>

#include "app/session/choosing.h"
#include "app/session/kernel_result.h"

namespace warplens::session {

Session::Session(std::vector<catalog::Family> families, Work work, std::function<void()> wake)
    : families_(std::move(families)),
      work_(std::move(work)),
      panes_{Pane(wake), Pane(wake)},
      compared_(wake) {}
Session::Session(Session&&) noexcept = default;
Session::~Session() = default;

Result<void> Session::set_stage(const Stage& stage) {
  TRY(auto next, staged_choice(stage));
  TRY(const auto compared_kernels, staged_compared(stage));
  run_compared(compared_kernels);
  for (const auto& [type, companion] : companions_) companion->begin(stage);
  steps_.clear();
  activity_ = {};
  playback_.rest();
  stage_anchor_ = stage.cursor;
  filter_ = stage.events;
  staging_ = true;
  show(std::move(next));
  return {};
}

Result<Choice> Session::staged_choice(const Stage& stage) const {
  const Selection& now = choice_.left;
  TRY(auto left,
      selection_of(families_, {stage.kernel, stage.parameters, stage.index}, stage.order, now));
  left.own = stage.own;
  Choice next{.left = std::move(left), .features = choice_.features};
  next.features.take(stage.features);
  for (const auto& [type, companion] : companions_) companion->stage(*this, stage, next.features);
  if (!stage.beside.empty()) {
    TRY(auto right,
        selection_of(families_, {stage.beside, stage.beside_parameters, stage.beside_index},
                     stage.order, now));
    next.right = std::move(right);
  }
  return next;
}

Result<std::vector<Selection>> Session::staged_compared(const Stage& stage) const {
  std::vector<Selection> compared_kernels;
  for (const NamedKernel& each : stage.compared_kernels) {
    TRY(auto compared, selection_of(families_, each, stage.order, choice_.left));
    compared.backend = Backend::cpu;
    compared_kernels.push_back(std::move(compared));
  }
  return compared_kernels;
}

void Session::change(Choice next, bool continues) {
  repair(families_, next);
  if (next == choice_) return;
  steps_.keep(choice_, continues);
  show(std::move(next));
}

void Session::restore(Choice next) {
  if (next == choice_) return;
  if (next.left.kernel.empty()) {
    choice_ = std::move(next);  // nothing is on the stage yet
  } else {
    show(std::move(next));
  }
}

void Session::leave_kernel(FeatureChoices& features) const {
  for (const auto& [type, companion] : companions_) companion->change_kernel(features);
}

void Session::try_again() { request(); }

void Session::undo() {
  if (auto next = steps_.undo(choice_)) show(std::move(*next));
}

void Session::redo() {
  if (auto next = steps_.redo(choice_)) show(std::move(*next));
}

const Selection* Session::previous() const { return steps_.before(choice_.left); }

void Session::show(Choice next) {
  choice_ = std::move(next);
  request();
  enter_launch();
  tell_companions();
}

std::size_t Session::launch_count() const { return result() ? result()->launches.size() : 0; }

void Session::keep(std::unique_ptr<Companion> companion) {
  const Companion& kept = *companion;
  companions_.insert_or_assign(typeid(kept), std::move(companion));
}

void Session::tell_companions() {
  for (const auto& [type, companion] : companions_) companion->look(*this);
}

void Session::answer(std::int64_t value, std::int64_t expected) {
  activity_.answer = value;
  activity_.expected = expected;
}

void Session::update(double seconds) {
  for (const Side side : kSides) take(side);
  take_compared();
  for (const auto& [type, companion] : companions_) companion->update(*this);
  if (playback_.playing) {
    play(seconds);
  } else if (playback_.gliding) {
    playback_.advance_glide(seconds);
  }
}

const std::optional<Error>& Session::error() const {
  for (const Pane& each : panes_) {
    if (each.error) return each.error;
  }
  return compared_error_;
}

bool Session::lacks(const Stage& stage) const {
  return std::ranges::any_of(companions_,
                             [&](const auto& each) { return each.second->lacks(stage, *this); });
}

bool Session::runs_compared() const {
  return compared_.busy() ||
         std::ranges::any_of(companions_, [](const auto& each) { return each.second->is_busy(); });
}

bool Session::busy() const {
  return std::ranges::any_of(panes_, [](const Pane& each) { return each.job.busy(); });
}

float Session::progress() const {
  const Pane& left = pane(Side::left);
  return left.job.busy() ? left.progress() : pane(Side::right).progress();
}

bool Session::up_to_date() const {
  return std::ranges::all_of(kSides, [this](Side side) {
    return !choice_.has(side) || (result(side) && result(side)->selection == selection(side));
  });
}

std::optional<std::int64_t> Session::figure(Figure which, Side side) const {
  return result(side) ? session::figure(*result(side), cursor(side), which, choice_.features)
                      : std::nullopt;
}

const catalog::Family* Session::family(Side side) const {
  const Selection* of = choice_.find(side);
  return of == nullptr ? nullptr : variant_of(families_, *of).family;
}

const catalog::Variant* Session::variant(Side side) const {
  const Selection* of = choice_.find(side);
  return of == nullptr ? nullptr : variant_of(families_, *of).variant;
}

}  // namespace warplens::session
