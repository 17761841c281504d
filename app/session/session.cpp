#include "app/session/session.h"

#include <algorithm>

#include "app/session/accepted_values.h"

namespace warplens::session {
namespace {

constexpr std::size_t kCachedResults = 24;  // each is a few MB at most (kEventBytes)
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

}  // namespace

Session::Session(std::vector<catalog::Family> families, Work work, std::function<void()> wake)
    : families_(std::move(families)), worker_(std::move(work), std::move(wake)) {}

Result<void> Session::set_stage(std::string_view kernel, const catalog::Parameters& settings,
                                std::optional<Anchor> anchor) {
  const Found found = find(families_, kernel);
  if (found.variant == nullptr) return fail("no kernel {}; see warplens list", kernel);
  auto parameters = catalog::complete(*found.family, *found.variant, settings);
  if (!parameters.has_value()) return fail(parameters.error());
  undo_.clear();
  redo_.clear();
  activity_ = {};
  playback_.playing = false;
  stage_anchor_ = std::move(anchor);
  staging_ = true;
  selection_ = {std::string(kernel), std::move(*parameters), "cpu"};
  request();
  return {};
}

void Session::select_kernel(std::string_view kernel) {
  const Found found = find(families_, kernel);
  if (found.variant == nullptr || kernel == selection_.kernel) return;
  change({std::string(kernel), carried_over(found, selection_.parameters), selection_.backend},
         false);
}

void Session::set_parameter(std::string_view name, std::int64_t value, bool continues) {
  const auto it = selection_.parameters.find(name);
  if (it == selection_.parameters.end() || it->second == value) return;
  Selection next = selection_;
  next.parameters[it->first] = value;
  change(std::move(next), continues);
}

void Session::change(Selection next, bool continues) {
  if (!continues || undo_.empty()) {
    undo_.push_back(selection_);
    if (undo_.size() > kUndoSteps) undo_.erase(undo_.begin());
  }
  redo_.clear();
  selection_ = std::move(next);
  if (variant() != nullptr) repair(*family(), *variant(), selection_.parameters);
  request();
}

void Session::undo() {
  if (undo_.empty()) return;
  redo_.push_back(std::exchange(selection_, undo_.back()));
  undo_.pop_back();
  request();
}

void Session::redo() {
  if (redo_.empty()) return;
  undo_.push_back(std::exchange(selection_, redo_.back()));
  redo_.pop_back();
  request();
}

void Session::cancel() {
  worker_.cancel();
  if (result_) selection_ = result_->selection;
}

void Session::answer(std::int64_t value, std::int64_t expected) {
  activity_.answer = value;
  activity_.expected = expected;
}

void Session::request() {
  error_.reset();
  const auto cached = std::ranges::find_if(
      cache_, [this](const KernelResultPtr& known) { return known->selection == selection_; });
  if (cached == cache_.end()) {
    worker_.submit(selection_);
    return;
  }
  worker_.cancel();
  commit(*cached);
}

void Session::commit(KernelResultPtr result) {
  const std::optional<Anchor> place = staging_  ? stage_anchor_
                                      : result_ ? anchor_of(*result_, cursor_)
                                                : std::nullopt;
  result_ = std::move(result);
  std::erase(cache_, result_);
  cache_.push_front(result_);
  if (cache_.size() > kCachedResults) cache_.pop_back();

  const std::optional<Cursor> found = place ? find_event(*result_, *place) : std::nullopt;
  cursor_ = found.value_or(
      Cursor{0, std::min(cursor_.event, std::max<std::size_t>(event_count(), 1) - 1)});
  if (staging_) {
    if (!found) cursor_ = {};
    activity_.start = cursor_;
    staging_ = false;
  }
  activity_.shown.push_back(result_->selection);
}

bool Session::update(double seconds) {
  bool changed = false;
  if (auto outcome = worker_.take()) {
    changed = true;
    if (outcome->has_value()) {
      commit(std::move(**outcome));
    } else {
      error_ = outcome->error();
    }
  }
  if (!playback_.playing) return changed;
  const std::size_t count = event_count();
  const std::size_t room =
      playback_.direction > 0 ? (count == 0 ? 0 : count - 1 - cursor_.event) : cursor_.event;
  const std::size_t events = playback_.advance(seconds, room);
  activity_.played += events;
  if (events > 0) {
    move_to(playback_.direction > 0 ? cursor_.event + events : cursor_.event - events);
  }
  if (events == room) playback_.playing = false;
  return true;
}

void Session::seek(std::size_t event) {
  playback_.playing = false;
  move_to(event);
}

void Session::step(int events) {
  const auto target = static_cast<std::int64_t>(cursor_.event) + events;
  seek(static_cast<std::size_t>(std::max<std::int64_t>(target, 0)));
}

void Session::step_conflict(int direction) {
  if (launch() == nullptr) return;
  const std::vector<std::uint32_t>& rows = launch()->conflicts;
  if (direction > 0) {
    const auto next = std::ranges::upper_bound(rows, cursor_.event);
    if (next != rows.end()) seek(*next);
  } else {
    const auto next = std::ranges::lower_bound(rows, cursor_.event);
    if (next != rows.begin()) seek(*(next - 1));
  }
}

void Session::toggle_playing() {
  playback_.playing = !playback_.playing && event_count() > 0;
  playback_.owed = 0;
  if (!playback_.playing) return;
  const std::size_t last = event_count() - 1;
  if (playback_.direction > 0 && cursor_.event == last) move_to(0);
  if (playback_.direction < 0 && cursor_.event == 0) move_to(last);
}

void Session::move_to(std::size_t event) {
  const std::size_t count = event_count();
  if (count == 0) return;
  cursor_.event = std::min(event, count - 1);
  if (activity_.start && cursor_ != *activity_.start) activity_.moved = true;
}

std::size_t Session::event_count() const {
  return launch() == nullptr ? 0 : launch()->trace->events.size();
}

const LaunchResult* Session::launch() const {
  if (!result_ || cursor_.launch >= result_->launches.size()) return nullptr;
  return &result_->launches[cursor_.launch];
}

std::optional<std::int64_t> Session::figure(Figure which) const {
  return result_ ? session::figure(*result_, cursor_, which) : std::nullopt;
}

const catalog::Family* Session::family() const { return find(families_, selection_.kernel).family; }

const catalog::Variant* Session::variant() const {
  return find(families_, selection_.kernel).variant;
}

}  // namespace warplens::session
