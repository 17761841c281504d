// Where a session's cursor stands: playing, seeking and stepping.
#include <algorithm>

#include "app/session/counterpart.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"

namespace warplens::session {

// The right side's cursor goes where the left one's stands.
void Session::follow() {
  const Pane& left = pane(Side::left);
  Pane& right = pane(Side::right);
  if (left.result && right.result) {
    right.cursor = counterpart(*left.result, left.cursor, *right.result);
  }
}

void Session::find_passing() {
  const Pane& left = pane(Side::left);
  passing_ =
      left.result ? PassingEvents(*left.result, left.cursor.launch, filter_) : PassingEvents();
}

void Session::set_filter(EventFilter filter) {
  filter_ = std::move(filter);
  find_passing();
}

// Playing begins at the next passing event where the cursor stands on none.
void Session::play(double seconds) {
  const std::size_t count = passing_.size();
  const std::size_t here = passing_.place(cursor().event);
  const std::size_t ahead = here < count ? count - 1 - here : 0;
  const std::size_t room = playback_.direction > 0 ? ahead : here;
  const std::size_t events = playback_.advance(seconds, room);
  activity_.played += events;
  const auto place = [&](std::size_t passed) {
    return passing_.event(playback_.direction > 0 ? here + passed : here - passed);
  };
  for (std::size_t i = 1; i < events; ++i) visit(place(i));
  if (events > 0) move_to(place(events));
}

void Session::seek(std::size_t event) {
  playback_.rest();
  move_to(event);
}

void Session::seek_end(int direction) {
  if (passing_.size() > 0) seek(passing_.event(direction > 0 ? passing_.size() - 1 : 0));
}

void Session::step(int events) {
  if (passing_.size() == 0) return playback_.rest();
  const std::size_t before = cursor().event;
  const std::size_t here = passing_.place(before);
  // From an event that does not pass, the first step on leads to the next one that does.
  const std::int64_t on = events > 0 && !passing_.has(before) ? events - 1 : events;
  const std::int64_t last = static_cast<std::int64_t>(passing_.size()) - 1;
  const std::int64_t place =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(here) + on, 0, last);
  const std::size_t target = passing_.event(static_cast<std::size_t>(place));
  seek(events > 0 ? std::max(target, before) : std::min(target, before));
  if (cursor().event > before) playback_.glide();
}

void Session::step_conflict(int direction) {
  if (launch() == nullptr) return;
  const std::vector<std::uint32_t>& rows = launch()->conflicts;
  if (direction > 0) {
    const auto next = std::ranges::upper_bound(rows, cursor().event);
    if (next != rows.end()) seek(*next);
  } else {
    const auto next = std::ranges::lower_bound(rows, cursor().event);
    if (next != rows.begin()) seek(*(next - 1));
  }
}

void Session::toggle_playing() {
  if (playback_.playing || passing_.size() == 0) return playback_.pause();
  const std::size_t first = passing_.event(0), last = passing_.event(passing_.size() - 1);
  const std::size_t here = cursor().event;
  const bool at_rest = playback_.phase >= 1;
  if (at_rest && playback_.direction > 0 && here >= last) move_to(first);
  if (at_rest && playback_.direction < 0 && here <= first) move_to(last);
  if (!passing_.has(cursor().event)) move_to(passing_.event(passing_.place(cursor().event)));
  playback_.start();
}

void Session::move_to(std::size_t event) {
  Pane& left = pane(Side::left);
  if (left.event_count() == 0) return;
  left.cursor.event = std::min(event, left.event_count() - 1);
  if (activity_.start && left.cursor != *activity_.start) activity_.moved = true;
  visit(left.cursor.event);
  follow();
}

Moment Session::moment() const { return {{cursor(Side::left), cursor(Side::right)}, playback_}; }

void Session::glance(std::size_t event) {
  Pane& left = pane(Side::left);
  if (left.event_count() == 0) return;
  playback_.rest();
  left.cursor.event = std::min(event, left.event_count() - 1);
  follow();
}

void Session::go_back_to(const Moment& moment) {
  playback_ = moment.playback;
  for (const Side side : kSides) {
    pane(side).cursor = moment.cursors[static_cast<std::size_t>(side)];
  }
}

void Session::visit(std::size_t event) {
  const trace::Trace& trace = *launch()->trace;
  const trace::Site& site = trace.sites[trace.events.site(event)];
  const std::string_view line = line_of(pane(Side::left).result->source(site.file), site.line);
  activity_.visited.insert({std::string(line), site.space, site.kind});
}

}  // namespace warplens::session
