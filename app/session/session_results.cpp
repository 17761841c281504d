// How a session's choice becomes results on screen, and where the cursor stands in them.
#include <algorithm>

#include "app/session/counterpart.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "kernels/base/guarded.h"
#include "kernels/machine/launch/run_options.h"

namespace warplens::session {
namespace {

// Where the person stood in `before`, in another result: by the place's name, or as nearly as
// counterpart() can tell. In another order of the same events it is the same event.
Cursor same_place(const KernelResult* before, Cursor cursor, const KernelResult& result) {
  if (before == nullptr) return first_access(result);
  const bool is_same = runs_the_same(before->selection, result.selection);
  const std::optional<Anchor> place = is_same ? std::nullopt : anchor_of(*before, cursor);
  const std::optional<Cursor> found =
      place ? find_event(result, *place, cursor.launch) : std::nullopt;
  return found ? *found : counterpart(*before, cursor, result);
}

Result<std::vector<Sums>> sums_of_all(const Work& work, const std::vector<Selection>& all,
                                      const std::stop_token& stop) {
  std::vector<Sums> sums;
  for (const Selection& each : all) {
    machine::Progress progress;
    TRY(const auto result, work(each, stop, &progress));
    sums.push_back(sums_of(*result));
  }
  return sums;
}

// With the sizes of an own kernel's launch among its parameters.
Selection shown_selection(const KernelResult& result) {
  Selection shown = result.selection;
  if (!result.own) return shown;
  for (const own::FormSize& size : result.own->form.sizes) shown.parameters[size.name] = size.value;
  return shown;
}

}  // namespace

void Session::request() {
  for (const Side side : kSides) {
    pane(side).error.reset();
    if (const Selection* wanted = choice_.find(side)) {
      request(side, *wanted);
    } else {
      pane(side).job.cancel();
      pane(side).result = nullptr;
    }
  }
}

void Session::request(Side side, const Selection& wanted) {
  Pane& on = pane(side);
  const bool is_shown = on.result && on.result->selection == wanted;
  if (is_shown && !staging_) return on.job.cancel();
  if (KernelResultPtr known = is_shown ? on.result : cache_.find(wanted)) {
    on.job.cancel();
    commit(side, std::move(known));
  } else {
    on.run(work_, wanted);
  }
}

void Session::take(Side side) {
  auto outcome = pane(side).job.take();
  if (!outcome) return;
  if (outcome->has_value()) {
    commit(side, std::move(**outcome));
  } else {
    if (outcome->error().code == ErrorCode::out_of_memory) cache_.clear();
    pane(side).error = outcome->error();
  }
}

void Session::commit(Side side, KernelResultPtr result) {
  cache_.keep(result);
  activity_.shown.push_back(shown_selection(*result));
  activity_.sums.push_back({result->selection, sums_of(*result),
                            result->own ? result->own->kernel.name : std::string()});
  if (side == Side::left) {
    commit_left(std::move(result));
  } else {
    pane(side).result = std::move(result);
  }
  follow();
  if (is_comparing() && up_to_date()) activity_.compared.push_back(choice_);
}

void Session::commit_left(KernelResultPtr result) {
  Pane& left = pane(Side::left);
  left.cursor =
      staging_ ? staged_cursor(*result) : same_place(left.result.get(), left.cursor, *result);
  const std::size_t wanted = std::min(choice_.launch, result->launches.size() - 1);
  if (!staging_ && left.cursor.launch != wanted) left.cursor = first_access(*result, wanted);
  choice_.launch = left.cursor.launch;
  if (staging_) activity_.start = left.cursor;
  staging_ = false;
  left.result = std::move(result);
  find_passing();
  tell_companions();
}

void Session::run_compared(const std::vector<Selection>& wanted) {
  compared_error_.reset();
  if (wanted.empty()) return compared_.cancel();
  compared_.want(wanted, [work = work_, wanted](const std::stop_token& stop) {
    return sums_of_all(work, wanted, stop);
  });
}

// An error is told, and the next stage runs them again.
void Session::take_compared() {
  const auto* sums = compared_.result();
  if (sums == nullptr || sums->has_value()) return;
  compared_error_ = sums->error();
  compared_.cancel();
}

Cursor Session::staged_cursor(const KernelResult& result) const {
  const auto found = stage_anchor_ ? find_event(result, *stage_anchor_) : std::nullopt;
  return found.value_or(first_access(result));
}

// The launch that is chosen, when its result is on screen already.
void Session::enter_launch() {
  Pane& left = pane(Side::left);
  if (!left.result || left.result->selection != choice_.left) return;
  if (left.cursor.launch == choice_.launch) return;
  playback_.rest();
  left.cursor = first_access(*left.result, choice_.launch);
  choice_.launch = left.cursor.launch;
  find_passing();
  follow();
}

void Session::cancel() {
  const Choice stopped = choice_;
  for (const Side side : kSides) {
    pane(side).job.cancel();
    Selection* chosen = choice_.find(side);
    if (chosen != nullptr && pane(side).result) *chosen = pane(side).result->selection;
  }
  compared_error_.reset();
  if (!pane(Side::right).result) choice_.right.reset();
  steps_.forget_step_to(stopped, choice_);
  use_one_backend();
}

// One side may have been traced where the other's trace failed.
void Session::use_one_backend() {
  if (!choice_.right || choice_.right->backend == choice_.left.backend) return;
  choice_.right->backend = choice_.left.backend;
  request();
}

}  // namespace warplens::session
