#include "app/session/event_filter.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/session/cursor.h"
#include "app/session/kernel_result.h"
#include "kernels/base/trimmed.h"

namespace warplens::session {
namespace {

bool touches_memory(const trace::Site& site) {
  return site.space != trace::Space::none || trace::is_bulk_copy(site.kind);
}

bool passes(const KernelResult& result, const trace::Site& site, const EventFilter& filter) {
  if (filter.accesses_only && !touches_memory(site)) return false;
  if (filter.space && site.space != *filter.space) return false;
  if (filter.kind && site.kind != *filter.kind) return false;
  return filter.marker.empty() ||
         line_of(result.source(site.file), site.line).find(filter.marker) != std::string_view::npos;
}

std::vector<std::uint32_t> passing_rows(const KernelResult& result, const trace::Trace& trace,
                                        const EventFilter& filter) {
  std::vector<bool> sites(trace.sites.size());
  for (std::size_t i = 0; i < sites.size(); ++i) sites[i] = passes(result, trace.sites[i], filter);
  std::vector<std::uint32_t> rows;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (sites[trace.events.site(row)]) rows.push_back(static_cast<std::uint32_t>(row));
  }
  return rows;
}

}  // namespace

EventFilter widened(const EventFilter& filter) {
  return filter.is_of_a_place() ? kAccesses : EventFilter{};
}

EventFilter filter_of(const KernelResult& result, const trace::Site& site) {
  return {.accesses_only = false,
          .marker = std::string(trimmed(line_of(result.source(site.file), site.line))),
          .space = site.space,
          .kind = site.kind};
}

PassingEvents::PassingEvents(const KernelResult& result, std::size_t launch,
                             const EventFilter& filter)
    : filter_(filter) {
  if (launch >= result.launches.size()) return;
  const trace::Trace& trace = *result.launches[launch].trace;
  for (; !filter_.passes_all(); filter_ = widened(filter_)) {
    rows_ = passing_rows(result, trace, filter_);
    if (!rows_.empty()) break;
  }
  size_ = rows_.empty() ? trace.events.size() : rows_.size();
}

std::size_t PassingEvents::place(std::size_t event) const {
  if (rows_.empty()) return std::min(event, size_);
  return static_cast<std::size_t>(std::ranges::lower_bound(rows_, event) - rows_.begin());
}

std::string PassingEvents::filter_key() const {
  const auto number = [](const auto& value) { return value ? static_cast<int>(*value) : -1; };
  return fmt::format("{} {} {} {}", filter_.accesses_only, number(filter_.space),
                     number(filter_.kind), filter_.marker);
}

bool PassingEvents::has(std::size_t event) const {
  const std::size_t at = place(event);
  return at < size_ && this->event(at) == event;
}

}  // namespace warplens::session
