#include "app/session/session.h"

#include <algorithm>

#include "app/session/counterpart.h"
#include "app/session/live/accepted_values.h"
#include "kernels/base/guarded.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
namespace {

constexpr std::size_t kUndoSteps = 200;

struct Found {
  const catalog::Family* family = nullptr;
  const catalog::Variant* variant = nullptr;
};

Found find(const std::vector<catalog::Family>& families, std::string_view kernel) {
  const auto slash = kernel.find('/');
  if (slash == std::string_view::npos) return {};
  for (const catalog::Family& family : families) {
    if (family.name != kernel.substr(0, slash)) continue;
    return {&family, family.find(kernel.substr(slash + 1))};
  }
  return {};
}

Found find(const std::vector<catalog::Family>& families, const Selection& selection) {
  return selection.capture.empty() ? find(families, selection.kernel) : Found{};
}

Result<Selection> selection_of(const std::vector<catalog::Family>& families,
                               const std::string& kernel, const catalog::Parameters& settings,
                               trace::Order order, const Selection& now) {
  const Found found = find(families, kernel);
  if (found.variant == nullptr)
    return fail_in_both("no kernel {}; see warplens list", "没有核函数 {}；请参见 warplens list",
                        kernel);
  auto parameters = catalog::complete(*found.family, *found.variant, settings);
  if (!parameters.has_value()) return fail(parameters.error());
  return Selection{kernel, std::move(*parameters), {}, order, now.backend, now.capability};
}

// The values of `old` that the variant also takes; its defaults for the others.
catalog::Parameters carried_over(const Found& found, const catalog::Parameters& old) {
  catalog::Parameters parameters;
  for (const catalog::Parameter& parameter : found.family->parameters_of(*found.variant)) {
    const auto it = old.find(parameter.name);
    const bool keeps = it != old.end() && in_range(parameter, it->second);
    parameters[parameter.name] = keeps ? it->second : parameter.default_value;
  }
  return parameters;
}

// The kernel `name` with what `old` has set; nothing when there is no such kernel.
std::optional<Selection> changed_kernel(const std::vector<catalog::Family>& families,
                                        std::string_view name, const Selection& old) {
  const Found found = find(families, name);
  if (found.variant == nullptr) return std::nullopt;
  Selection changed{
      std::string(name), carried_over(found, old.parameters), {}, old.order, old.backend,
      old.capability};
  changed.picture = old.picture;
  return changed;
}

bool is_problem_size(const catalog::Family& family, std::string_view name) {
  const auto it = std::ranges::find(family.parameters, name, &catalog::Parameter::name);
  return it != family.parameters.end() && it->is_problem_size;
}

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

// Recorded or live as before, but not where only the other has such a run.
HostTimelineChoice staged(const HostTimelineKey& wanted, bool is_live, const HostTimelines& there) {
  const auto has = [&](const HostTimelinePtr& timeline) {
    return timeline && timeline->find(wanted.scenario, wanted.bytes) != nullptr;
  };
  const bool is_there = has(is_live ? there.live : there.recorded);
  const bool is_other = has(is_live ? there.recorded : there.live);
  return {wanted.scenario, wanted.bytes, !is_there && is_other ? !is_live : is_live};
}

}  // namespace

Session::Session(std::vector<catalog::Family> families, Work work, std::function<void()> wake)
    : families_(std::move(families)),
      panes_{Pane(work, wake), Pane(work, wake)},
      rivals_(work, wake) {}

Result<void> Session::set_stage(const Stage& stage) {
  const Selection& now = choice_.left;
  auto left = selection_of(families_, stage.kernel, stage.parameters, stage.order, now);
  if (!left.has_value()) return fail(left.error());
  Choice next{.left = std::move(*left),
              .cache = stage.cache,
              .timing = choice_.timing,
              .timeline = choice_.timeline,
              .occupancy = stage.occupancy,
              .swizzle = stage.swizzle.value_or(choice_.swizzle)};
  next.timing.settings.clear();
  // What is set is about what was measured.
  if (next.timing.tab == TimingTab::cited) next.timing.tab = TimingTab::plot;
  if (stage.cited) next.timing.tab = TimingTab::cited;
  next.timing.against = stage.against;
  next.timing.place.reset();
  if (stage.timed_side > 0) next.timing.side = stage.timed_side;
  if (stage.timeline) next.timeline = staged(*stage.timeline, next.timeline.is_live, timelines_);
  if (!stage.beside.empty()) {
    auto right = selection_of(families_, stage.beside, stage.beside_parameters, stage.order, now);
    if (!right.has_value()) return fail(right.error());
    next.right = std::move(*right);
  }
  std::vector<Selection> rivals;
  for (const NamedKernel& each : stage.rivals) {
    auto rival = selection_of(families_, each.kernel, each.parameters, stage.order, now);
    if (!rival.has_value()) return fail(rival.error());
    rival->backend = Backend::cpu;
    rivals.push_back(std::move(*rival));
  }
  rivals_.run(std::move(rivals));
  undo_.clear();
  redo_.clear();
  activity_ = {};
  playback_.rest();
  stage_anchor_ = stage.cursor;
  filter_ = stage.events;
  staging_ = true;
  span_.reset();
  show(std::move(next));
  return {};
}

void Session::select_kernel(std::string_view kernel, Side side) {
  const Selection& now = choice_.at(side);
  if (now.capture.empty() && kernel == now.kernel) return;
  auto selection = changed_kernel(families_, kernel, now);
  if (!selection) return;
  Choice next = choice_;
  next.at(side) = std::move(*selection);
  next.occupancy.what_if = {};  // it was about the other kernel
  change(std::move(next));
}

void Session::set_parameter(std::string_view name, std::int64_t value, bool continues, Side side) {
  set_parameters({{std::string(name), value}}, continues, side);
}

void Session::set_parameters(const catalog::Parameters& values, bool continues, Side side) {
  Choice next = choice_;
  for (const auto& [name, value] : values) {
    if (!choice_.at(side).parameters.contains(name)) continue;
    const bool both = family(side) != nullptr && is_problem_size(*family(side), name);
    for (const Side each : kSides) {
      if (!next.has(each) || (each != side && !both)) continue;
      const auto set = next.at(each).parameters.find(name);
      if (set != next.at(each).parameters.end()) set->second = value;
    }
  }
  if (next == choice_) return;
  change(std::move(next), continues);
}

void Session::open_capture(const std::string& path, OwnChoice own) {
  Choice next = choice_;
  const Selection& now = choice_.left;
  next.left = {
      path,          {}, path, now.order, now.backend, now.capability, trace::capture_stamp(path),
      std::move(own)};
  next.right.reset();
  next.occupancy.what_if = {};
  change(std::move(next));
}

void Session::set_own(const OwnChoice& own, bool continues) {
  Choice next = choice_;
  for (const Side side : kSides) {
    Selection& selection = next.at(side);
    if (selection.capture != choice_.left.capture) continue;
    selection.own = own;
    selection.parameters.clear();  // the form has them
  }
  change(std::move(next), continues);
}

void Session::set_order(trace::Order order) {
  Choice next = choice_;
  for (const Side side : kSides) next.at(side).order = order;
  change(std::move(next));
}

void Session::set_backend(Backend backend) {
  Choice next = choice_;
  for (const Side side : kSides) next.at(side).backend = backend;
  if (next == choice_ && error()) return request();  // once more
  change(std::move(next));
}

void Session::set_architecture(std::uint32_t capability) {
  Choice next = choice_;
  for (const Side side : kSides) next.at(side).capability = capability;
  change(std::move(next));
}

void Session::restore_architecture(std::uint32_t capability) {
  for (const Side side : kSides) choice_.at(side).capability = capability;
  if (!choice_.left.kernel.empty()) request();
}

void Session::restore_backend(Backend backend) {
  for (const Side side : kSides) choice_.at(side).backend = backend;
  if (!choice_.left.kernel.empty()) request();
}

void Session::set_sizes(catalog::Parameters sizes) {
  Choice next = choice_;
  next.left.parameters = std::move(sizes);
  change(std::move(next));
}

void Session::set_picture(const std::string& path) {
  Choice next = choice_;
  for (const Side side : kSides) {
    if (result(side) && result(side)->picture) next.at(side).picture = path;
  }
  change(std::move(next));
}

void Session::set_launch(std::size_t launch) {
  if (launch >= launch_count()) return;
  Choice next = choice_;
  next.launch = launch;
  change(std::move(next));
}

void Session::set_cache(analysis::CachePreset cache) {
  Choice next = choice_;
  next.cache = cache;
  change(std::move(next));
}

void Session::set_occupancy(const OccupancyChoice& occupancy, bool continues) {
  Choice next = choice_;
  next.occupancy = occupancy;
  change(std::move(next), continues);
}

void Session::set_swizzle(const swizzle::SwizzleSpec& swizzle, bool continues) {
  Choice next = choice_;
  next.swizzle = swizzle;
  change(std::move(next), continues);
}

void Session::set_timing(TimingChoice timing, bool continues) {
  Choice next = choice_;
  next.timing = std::move(timing);
  change(std::move(next), continues);
}

void Session::set_timeline(HostTimelineChoice timeline) {
  Choice next = choice_;
  next.timeline = timeline;
  change(std::move(next));
}

void Session::offer_timelines(HostTimelines timelines) {
  if (timelines == timelines_) return;
  timelines_ = std::move(timelines);
  span_.reset();
  note_timeline();
}

void Session::note_timeline() {
  if (const timing::TimelineRun* run = timeline_run()) {
    activity_.timelines.insert({run->scenario, run->bytes});
  }
}

// Of what is on screen: not while another result is on its way.
void Session::note_occupancy() {
  const LaunchResult* shown = launch();
  if (shown == nullptr || result()->selection != choice_.left) return;
  auto seen =
      seen_occupancy(choice_.left.kernel, shown->trace->launch, shown->reports, choice_.occupancy);
  if (seen) activity_.occupancies.push_back(std::move(*seen));
}

void Session::point_at_span(std::size_t span) {
  const timing::TimelineRun* run = timeline_run();
  span_.reset();
  if (run == nullptr || span >= run->spans.size()) return;
  span_ = span;
  activity_.spans.insert({run->spans[span].track, run->spans[span].action});
}

const timing::TimelineRun* Session::timeline_run() const {
  if (!timeline()) return nullptr;
  return timeline()->find(choice_.timeline.scenario, choice_.timeline.bytes);
}

void Session::compare_with(std::string_view kernel) {
  auto selection = changed_kernel(families_, kernel, choice_.left);
  if (!selection) return;
  Choice next = choice_;
  next.right = std::move(*selection);
  change(std::move(next));
}

void Session::compare_with_previous() {
  const Selection* before = previous();
  if (before == nullptr) return;
  compare_with_earlier(*before);
}

void Session::compare_with_earlier(Selection before) {
  Choice next = choice_;
  next.left = std::move(before);
  next.left.order = choice_.left.order;
  next.left.backend = choice_.left.backend;
  next.left.capability = choice_.left.capability;
  next.right = choice_.left;
  change(std::move(next));
}

const Selection* Session::previous() const {
  for (auto it = undo_.rbegin(); it != undo_.rend(); ++it) {
    if (!runs_the_same(it->left, choice_.left)) return &it->left;
  }
  return nullptr;
}

void Session::swap_sides() {
  if (!choice_.right) return;
  Choice next = choice_;
  std::swap(next.left, *next.right);
  change(std::move(next));
}

void Session::end_compare() {
  Choice next = choice_;
  next.right.reset();
  change(std::move(next));
}

void Session::change(Choice next, bool continues) {
  for (const Side side : kSides) {
    if (!next.has(side)) continue;
    const Found found = find(families_, next.at(side));
    if (found.variant != nullptr) repair(*found.family, *found.variant, next.at(side).parameters);
  }
  if (next == choice_) return;
  if (!continues || undo_.empty()) {
    undo_.push_back(choice_);
    if (undo_.size() > kUndoSteps) undo_.erase(undo_.begin());
  }
  redo_.clear();
  show(std::move(next));
}

void Session::show(Choice next) {
  if (next.timeline != choice_.timeline) span_.reset();
  choice_ = std::move(next);
  note_timeline();
  activity_.caches.insert(choice_.cache);
  request();
  enter_launch();
  note_occupancy();
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

void Session::undo() {
  if (undo_.empty()) return;
  redo_.push_back(choice_);
  Choice before = std::move(undo_.back());
  undo_.pop_back();
  show(std::move(before));
}

void Session::redo() {
  if (redo_.empty()) return;
  undo_.push_back(choice_);
  Choice after = std::move(redo_.back());
  redo_.pop_back();
  show(std::move(after));
}

void Session::cancel() {
  const Choice stopped = choice_;
  for (const Side side : kSides) {
    pane(side).worker.cancel();
    if (choice_.has(side) && pane(side).result) choice_.at(side) = pane(side).result->selection;
  }
  if (!pane(Side::right).result) choice_.right.reset();
  forget_step_to(stopped);
  use_one_backend();
}

// A step that was stopped has changed nothing: there is nothing to undo or redo of it.
void Session::forget_step_to(const Choice& stopped) {
  if (stopped == choice_) return;
  if (!redo_.empty() && redo_.back() == choice_) {
    redo_.pop_back();
    undo_.push_back(stopped);
  } else if (!undo_.empty() && undo_.back() == choice_) {
    undo_.pop_back();
  }
}

// One side may have been traced where the other's trace failed.
void Session::use_one_backend() {
  if (!choice_.right || choice_.right->backend == choice_.left.backend) return;
  choice_.right->backend = choice_.left.backend;
  request();
}

void Session::answer(std::int64_t value, std::int64_t expected) {
  activity_.answer = value;
  activity_.expected = expected;
}

void Session::request() {
  for (const Side side : kSides) {
    pane(side).error.reset();
    if (choice_.has(side)) {
      request(side);
    } else {
      pane(side).worker.cancel();
      pane(side).result = nullptr;
    }
  }
}

void Session::request(Side side) {
  Pane& on = pane(side);
  const Selection& wanted = choice_.at(side);
  const bool is_shown = on.result && on.result->selection == wanted;
  if (is_shown && !staging_) return on.worker.cancel();
  if (KernelResultPtr known = is_shown ? on.result : cache_.find(wanted)) {
    on.worker.cancel();
    commit(side, std::move(known));
  } else {
    on.worker.submit(wanted);
  }
}

void Session::commit(Side side, KernelResultPtr result) {
  cache_.keep(result);
  activity_.shown.push_back(result->selection);
  activity_.sums.push_back({result->selection.kernel, sums_of(*result)});
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
  note_occupancy();
}

Cursor Session::staged_cursor(const KernelResult& result) const {
  const auto found = stage_anchor_ ? find_event(result, *stage_anchor_) : std::nullopt;
  return found.value_or(first_access(result));
}

void Session::take(Side side) {
  auto outcome = pane(side).worker.take();
  if (!outcome) return;
  if (outcome->has_value()) {
    commit(side, std::move(**outcome));
  } else {
    if (outcome->error().message == not_enough_memory().message) cache_.clear();
    pane(side).error = outcome->error();
  }
}

void Session::update(double seconds) {
  for (const Side side : kSides) take(side);
  rivals_.update();
  if (playback_.playing) {
    play(seconds);
  } else if (playback_.gliding) {
    playback_.advance_glide(seconds);
  }
}

const std::optional<Error>& Session::error() const {
  return pane(Side::left).error ? pane(Side::left).error : pane(Side::right).error;
}

bool Session::busy() const {
  return std::ranges::any_of(panes_, [](const Pane& each) { return each.worker.busy(); });
}

float Session::progress() const {
  const Pane& left = pane(Side::left);
  return left.worker.busy() ? left.worker.progress() : pane(Side::right).worker.progress();
}

bool Session::up_to_date() const {
  return std::ranges::all_of(kSides, [this](Side side) {
    return !choice_.has(side) || (result(side) && result(side)->selection == selection(side));
  });
}

std::optional<std::int64_t> Session::figure(Figure which, Side side) const {
  return result(side)
             ? session::figure(*result(side), cursor(side), which, choice_.cache, choice_.occupancy)
             : std::nullopt;
}

const catalog::Family* Session::family(Side side) const {
  return find(families_, choice_.at(side)).family;
}

const catalog::Variant* Session::variant(Side side) const {
  return find(families_, choice_.at(side)).variant;
}

}  // namespace warplens::session
