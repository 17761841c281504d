#include "app/features/host_timeline/span_table.h"

#include <fmt/format.h>

namespace warplens::ui {

tables::Table span_table(const timing::TimelineRun& run) {
  tables::Table table{{"scenario", "track", "action", "name", "begin_s", "seconds", "bytes",
                       "queued_by", "probe", "stream"}};
  for (const timing::Span& span : run.spans) {
    table.push_back({std::string(name_of(run.scenario)),
                     std::string(timing::kTrackNames[static_cast<std::size_t>(span.track)]),
                     std::string(timing::kActionNames[static_cast<std::size_t>(span.action)]),
                     span.name, fmt::format("{}", span.begin), fmt::format("{}", span.seconds()),
                     span.bytes == 0 ? "" : fmt::format("{}", span.bytes),
                     span.queued_by ? fmt::format("{}", *span.queued_by + 1) : "",
                     span.is_probe ? "yes" : "no",
                     span.track == timing::Track::device ? fmt::format("{}", span.stream) : ""});
  }
  return table;
}

}  // namespace warplens::ui
