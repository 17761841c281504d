#include "app/session/counterpart.h"

#include <algorithm>

namespace warplens::session {
namespace {

bool is_same_kind(const trace::Site& a, const trace::Site& b) {
  return a.kind == b.kind && a.space == b.space;
}

struct Moment {
  const trace::Site* site = nullptr;
  std::uint32_t block = 0, warp = 0;
  std::size_t ordinal = 0;  // among the warp's events of this kind
};

bool belongs(const trace::Trace& trace, std::size_t event, const Moment& moment) {
  const trace::Events& events = trace.events;
  return events.block(event) == moment.block && events.warp(event) == moment.warp &&
         is_same_kind(trace.sites[events.site(event)], *moment.site);
}

Moment moment_of(const trace::Trace& trace, std::size_t event) {
  Moment moment{&trace.sites[trace.events.site(event)], trace.events.block(event),
                trace.events.warp(event), 0};
  for (std::size_t row = 0; row < event; ++row) {
    if (belongs(trace, row, moment)) ++moment.ordinal;
  }
  return moment;
}

std::size_t as_far(std::size_t event, std::size_t events, std::size_t other_events) {
  if (events < 2 || other_events == 0) return 0;
  const double share = static_cast<double>(event) / static_cast<double>(events - 1);
  return static_cast<std::size_t>(share * static_cast<double>(other_events - 1) + 0.5);
}

}  // namespace

Cursor counterpart(const KernelResult& result, Cursor cursor, const KernelResult& other) {
  if (other.launches.empty()) return {};
  const std::size_t launch = std::min(cursor.launch, other.launches.size() - 1);
  const trace::Trace& there = *other.launches[launch].trace;
  if (cursor.launch >= result.launches.size()) return {launch, 0};
  const trace::Trace& here = *result.launches[cursor.launch].trace;
  if (cursor.event >= here.events.size()) return {launch, 0};

  const Moment moment = moment_of(here, cursor.event);
  std::optional<std::size_t> last;
  std::size_t left = moment.ordinal;
  for (std::size_t row = 0; row < there.events.size(); ++row) {
    if (!belongs(there, row, moment)) continue;
    last = row;
    if (left-- == 0) break;
  }
  const std::size_t fallback = as_far(cursor.event, here.events.size(), there.events.size());
  return {launch, last.value_or(fallback)};
}

}  // namespace warplens::session
