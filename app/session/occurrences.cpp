#include "app/session/occurrences.h"

#include <algorithm>
#include <numeric>

namespace warplens::session {
namespace {

std::uint64_t key_of(const trace::Trace& trace, std::size_t event) {
  const trace::Site& site = trace.sites[trace.events.site(event)];
  return std::uint64_t{trace.events.block(event)} << 32 |
         std::uint64_t{trace.events.warp(event)} << 16 |
         static_cast<std::uint64_t>(site.kind) << 8 | static_cast<std::uint64_t>(site.space);
}

}  // namespace

Occurrences::Occurrences(const trace::Trace& trace)
    : keys_(trace.events.size()), sorted_(trace.events.size()) {
  for (std::size_t event = 0; event < keys_.size(); ++event) keys_[event] = key_of(trace, event);
  std::iota(sorted_.begin(), sorted_.end(), 0u);
  std::ranges::stable_sort(sorted_, {}, [this](std::uint32_t event) { return keys_[event]; });
}

Occurrences::Place Occurrences::place_of(std::size_t event) const {
  const std::uint64_t key = keys_[event];
  const auto key_at = [this](std::uint32_t each) { return keys_[each]; };
  const auto first = std::ranges::lower_bound(sorted_, key, {}, key_at);
  const auto last = std::ranges::upper_bound(sorted_, key, {}, key_at);
  return {key, static_cast<std::size_t>(std::lower_bound(first, last, event) - first)};
}

std::optional<std::size_t> Occurrences::at_or_before(const Place& place) const {
  const auto key_at = [this](std::uint32_t each) { return keys_[each]; };
  const auto first = std::ranges::lower_bound(sorted_, place.key, {}, key_at);
  const auto count = std::ranges::upper_bound(sorted_, place.key, {}, key_at) - first;
  if (count == 0) return std::nullopt;
  return first[std::min(static_cast<std::ptrdiff_t>(place.ordinal), count - 1)];
}

}  // namespace warplens::session
