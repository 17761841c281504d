#include "app/session/counterpart.h"

#include "app/session/kernel_result.h"

#include <algorithm>

namespace warplens::session {
namespace {

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

  const Occurrences::Place place =
      result.launches[cursor.launch].occurrences.place_of(cursor.event);
  const auto same = other.launches[launch].occurrences.at_or_before(place);
  const std::size_t fallback = as_far(cursor.event, here.events.size(), there.events.size());
  return {launch, same.value_or(fallback)};
}

}  // namespace warplens::session
