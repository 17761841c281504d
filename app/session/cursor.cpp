#include "app/session/cursor.h"

#include "app/session/kernel_result.h"

#include <algorithm>

#include <vector>

namespace warplens::session {
namespace {

std::vector<bool> matching_sites(const KernelResult& result, const trace::Trace& trace,
                                 const Anchor& anchor) {
  std::vector<bool> matches(trace.sites.size());
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    const trace::Site& site = trace.sites[i];
    if (site.space != anchor.space || site.kind != anchor.kind) continue;
    matches[i] =
        anchor.marker.empty() ||
        line_of(result.source(site.file), site.line).find(anchor.marker) != std::string_view::npos;
  }
  return matches;
}

}  // namespace

std::string_view line_of(std::string_view text, std::uint32_t line) {
  for (std::uint32_t at = 1; at < line; ++at) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

std::optional<Cursor> find_event(const KernelResult& result, const Anchor& anchor,
                                 std::size_t launch) {
  if (launch >= result.launches.size()) return std::nullopt;
  const trace::Trace& trace = *result.launches[launch].trace;
  const std::vector<bool> matches = matching_sites(result, trace, anchor);
  std::uint32_t left = anchor.occurrence;
  for (std::size_t event = 0; event < trace.events.size(); ++event) {
    if (!matches[trace.events.site(event)]) continue;
    if (left-- == 0) return Cursor{launch, event};
  }
  return std::nullopt;
}

std::optional<Cursor> find_event(const KernelResult& result, const Anchor& anchor) {
  for (std::size_t launch = 0; launch < result.launches.size(); ++launch) {
    if (const auto found = find_event(result, anchor, launch)) return found;
  }
  return std::nullopt;
}

namespace {

std::optional<Cursor> access_in(const KernelResult& result, std::size_t launch) {
  const trace::Trace& trace = *result.launches[launch].trace;
  for (std::size_t event = 0; event < trace.events.size(); ++event) {
    if (trace.sites[trace.events.site(event)].space != trace::Space::none) {
      return Cursor{launch, event};
    }
  }
  return std::nullopt;
}

}  // namespace

Cursor first_access(const KernelResult& result) {
  for (std::size_t launch = 0; launch < result.launches.size(); ++launch) {
    if (const auto found = access_in(result, launch)) return *found;
  }
  return {};
}

Cursor first_access(const KernelResult& result, std::size_t launch) {
  if (result.launches.empty()) return {};
  const std::size_t in = std::min(launch, result.launches.size() - 1);
  return access_in(result, in).value_or(Cursor{in, 0});
}

std::optional<Anchor> anchor_of(const KernelResult& result, Cursor cursor) {
  if (cursor.launch >= result.launches.size()) return std::nullopt;
  const trace::Trace& trace = *result.launches[cursor.launch].trace;
  if (cursor.event >= trace.events.size()) return std::nullopt;
  const trace::Site& here = trace.sites[trace.events.site(cursor.event)];
  Anchor anchor{"", here.space, here.kind, 0};
  for (std::size_t event = 0; event < cursor.event; ++event) {
    const trace::Site& site = trace.sites[trace.events.site(event)];
    if (site.space == here.space && site.kind == here.kind) ++anchor.occurrence;
  }
  return anchor;
}

}  // namespace warplens::session
