#include "app/session/session.h"

#include <algorithm>

#include "app/session/choice/choosing.h"
#include "app/session/choice/host_timeline_choice.h"
#include "app/session/choice/occupancy_choice.h"
#include "app/session/errors/error_choice.h"

namespace warplens::session {
namespace {

// Recorded or live as before, but not where only the other has such a run.
HostTimelineChoice staged(const HostTimelineKey& wanted, bool is_live, const HostTimelines& there) {
  const auto has = [&](const HostTimelinePtr& timeline) {
    return timeline && timeline->find(wanted.scenario, wanted.bytes) != nullptr;
  };
  const bool is_there = has(is_live ? there.live : there.recorded);
  const bool is_other = has(is_live ? there.recorded : there.live);
  return {wanted.scenario, wanted.bytes, !is_there && is_other ? !is_live : is_live};
}

TimingChoice staged_timing(const Stage& stage, TimingChoice timing) {
  timing.settings.clear();
  // What is set is about the chart of what was measured.
  if (timing.tab != TimingTab::table) timing.tab = TimingTab::plot;
  if (stage.cited) timing.tab = TimingTab::cited;
  if (stage.ladder) timing.tab = TimingTab::ladder;
  timing.against = stage.against;
  timing.place.reset();
  if (stage.timed_side > 0) timing.side = stage.timed_side;
  timing.reading = stage.reading.value_or(timing.reading);
  return timing;
}

}  // namespace

Session::Session(std::vector<catalog::Family> families, Work work, std::function<void()> wake)
    : families_(std::move(families)),
      work_(std::move(work)),
      panes_{Pane(wake), Pane(wake)},
      rivals_(wake),
      errors_(wake) {}
Session::Session(Session&&) noexcept = default;
Session::~Session() = default;

Result<void> Session::set_stage(const Stage& stage) {
  TRY(auto next, staged_choice(stage));
  TRY(const auto rivals, staged_rivals(stage));
  run_rivals(rivals);
  errors_.retry();
  error_rivals_ = stage.error_rivals;
  wants_errors_ = stage.features.has<ErrorChoice>();
  steps_.clear();
  activity_ = {};
  playback_.rest();
  stage_anchor_ = stage.cursor;
  filter_ = stage.events;
  staging_ = true;
  span_.reset();
  show(std::move(next));
  return {};
}

Result<Choice> Session::staged_choice(const Stage& stage) const {
  const Selection& now = choice_.left;
  TRY(auto left,
      selection_of(families_, {stage.kernel, stage.parameters, stage.index}, stage.order, now));
  left.own = stage.own;
  Choice next{.left = std::move(left), .cache = stage.cache, .features = choice_.features};
  next.features.set(OccupancyChoice());  // it was about what stood there before
  next.features.take(stage.features);
  next.features.set(staged_timing(stage, chosen<TimingChoice>()));
  if (stage.timeline) {
    const bool is_live = chosen<HostTimelineChoice>().is_live;
    next.features.set(staged(*stage.timeline, is_live, timelines_));
  }
  if (!stage.beside.empty()) {
    TRY(auto right,
        selection_of(families_, {stage.beside, stage.beside_parameters, stage.beside_index},
                     stage.order, now));
    next.right = std::move(right);
  }
  return next;
}

Result<std::vector<Selection>> Session::staged_rivals(const Stage& stage) const {
  std::vector<Selection> rivals;
  for (const NamedKernel& each : stage.rivals) {
    TRY(auto rival, selection_of(families_, each, stage.order, choice_.left));
    rival.backend = Backend::cpu;
    rivals.push_back(std::move(rival));
  }
  return rivals;
}

void Session::change(Choice next, bool continues) {
  repair(families_, next);
  if (next == choice_) return;
  steps_.keep(choice_, continues);
  show(std::move(next));
}

void Session::undo() {
  if (auto next = steps_.undo(choice_)) show(std::move(*next));
}

void Session::redo() {
  if (auto next = steps_.redo(choice_)) show(std::move(*next));
}

const Selection* Session::previous() const { return steps_.before(choice_.left); }

void Session::show(Choice next) {
  if (next.of<HostTimelineChoice>() != chosen<HostTimelineChoice>()) span_.reset();
  choice_ = std::move(next);
  note_timeline();
  activity_.caches.insert(choice_.cache);
  request();
  enter_launch();
  note_occupancy();
  ask_errors();
}

void Session::answer(std::int64_t value, std::int64_t expected) {
  activity_.answer = value;
  activity_.expected = expected;
}

void Session::update(double seconds) {
  for (const Side side : kSides) take(side);
  take_rivals();
  errors_.update();
  note_errors();
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
  return rival_error_;
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
  return result(side) ? session::figure(*result(side), cursor(side), which, choice_.cache,
                                        chosen<OccupancyChoice>())
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
