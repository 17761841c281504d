// Where a session's cursor stands: playing, seeking and stepping.
#include <algorithm>

#include "app/session/counterpart.h"
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

void Session::play(double seconds) {
  const std::size_t count = pane(Side::left).event_count();
  const std::size_t here = cursor().event;
  const std::size_t room = playback_.direction > 0 ? (count == 0 ? 0 : count - 1 - here) : here;
  const std::size_t events = playback_.advance(seconds, room);
  activity_.played += events;
  for (std::size_t i = 1; i < events; ++i) {
    visit(playback_.direction > 0 ? here + i : here - i);
  }
  if (events > 0) move_to(playback_.direction > 0 ? here + events : here - events);
}

void Session::seek(std::size_t event) {
  playback_.rest();
  move_to(event);
}

void Session::step(int events) {
  const std::size_t before = cursor().event;
  const auto target = static_cast<std::int64_t>(before) + events;
  seek(static_cast<std::size_t>(std::max<std::int64_t>(target, 0)));
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
  if (playback_.playing || pane(Side::left).event_count() == 0) return playback_.pause();
  const std::size_t last = pane(Side::left).event_count() - 1;
  const bool at_rest = playback_.phase >= 1;
  if (at_rest && playback_.direction > 0 && cursor().event == last) move_to(0);
  if (at_rest && playback_.direction < 0 && cursor().event == 0) move_to(last);
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

void Session::visit(std::size_t event) {
  const trace::Trace& trace = *launch()->trace;
  const trace::Site& site = trace.sites[trace.events.site(event)];
  const std::string_view line = line_of(pane(Side::left).result->source(site.file), site.line);
  activity_.visited.insert({std::string(line), site.space, site.kind});
}

}  // namespace warplens::session
