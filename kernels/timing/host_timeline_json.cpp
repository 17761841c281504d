#include <algorithm>

#include "kernels/timing/host_timeline.h"
#include "kernels/timing/recording_file.h"
#include "kernels/timing/recording_json.h"

namespace warplens::timing {
namespace {

constexpr int kHostTimelineVersion = 1;
constexpr std::string_view kKind = "host_timeline";  // what tells it from timings

Json to_json(const Span& span) {
  Json json = {{"track", kTrackNames[static_cast<std::size_t>(span.track)]},
               {"action", name_of(span.action)},
               {"name", span.name},
               {"begin", span.begin},
               {"end", span.end}};
  if (span.bytes > 0) json["bytes"] = span.bytes;
  if (span.queued_by) json["queued_by"] = *span.queued_by;
  if (span.is_probe) json["probe"] = true;
  return json;
}

Json to_json(const TimelineRun& run) {
  Json json = {{"scenario", name_of(run.scenario)},
               {"bytes", run.bytes},
               {"uncertainty", run.uncertainty},
               {"repetitions", run.repetitions}};
  if (run.between_events) json["between_events"] = *run.between_events;
  json["spans"] = Json::array();
  for (const Span& span : run.spans) json["spans"].push_back(to_json(span));
  return json;
}

Track track(const Json& json) {
  const auto found = std::ranges::find(kTrackNames, text(json, "track"));
  if (found == kTrackNames.end()) throw Damage{"'track' is none of host, device"};
  return static_cast<Track>(found - kTrackNames.begin());
}

Action action(const Json& json) {
  const auto known = action_named(text(json, "action"));
  if (!known) throw Damage{fmt::format("'action' is none of {}", fmt::join(kActionNames, ", "))};
  return *known;
}

Span span(const Json& json) {
  Span read;
  read.track = track(json);
  read.action = action(json);
  read.name = text(json, "name");
  read.begin = amount(json, "begin");
  read.end = amount(json, "end");
  if (json.contains("bytes")) read.bytes = integer<std::uint64_t>(json, "bytes");
  if (json.contains("queued_by")) read.queued_by = integer<std::uint32_t>(json, "queued_by");
  if (json.contains("probe")) read.is_probe = flag(json, "probe");
  return read;
}

bool is_of_the_device(Action action) {
  return action == Action::copy_to_device || action == Action::kernel ||
         action == Action::copy_to_host || action == Action::event;
}

// What drawing and figures rely on.
void check_device_span(const std::vector<Span>& before, const Span& span) {
  if (!is_of_the_device(span.action)) {
    throw Damage{fmt::format("'{}' is nothing that the device does", name_of(span.action))};
  }
  if (!span.queued_by || *span.queued_by >= before.size() ||
      before[*span.queued_by].track != Track::host) {
    throw Damage{"a span of the device is queued by no span of the host"};
  }
}

void check_order(const std::vector<Span>& before, const Span& span) {
  if (span.end < span.begin) throw Damage{"a span ends before it begins"};
  if (span.track == Track::device) check_device_span(before, span);
  if (span.track == Track::host && span.queued_by) {
    throw Damage{"a span of the host is queued by another"};
  }
  if (before.empty()) return;
  const Span& last = before.back();
  if (last.track == Track::device && span.track == Track::host) {
    throw Damage{"the device's spans come before the host's"};
  }
  if (last.track == span.track && span.begin < last.end) {
    throw Damage{"two spans of one track overlap"};
  }
}

TimelineRun run(const Json& json) {
  TimelineRun read;
  const std::string scenario = text(json, "scenario");
  const auto known = scenario_named(scenario);
  if (!known) {
    throw Damage{fmt::format("'scenario' is none of {}", fmt::join(kScenarioNames, ", "))};
  }
  read.scenario = *known;
  read.bytes = integer<std::uint64_t>(json, "bytes");
  read.uncertainty = amount(json, "uncertainty");
  read.repetitions = integer<std::uint32_t>(json, "repetitions");
  if (json.contains("between_events")) read.between_events = amount(json, "between_events");
  for (const Json& one : list(json, "spans")) {
    Span next = span(one);
    check_order(read.spans, next);
    read.spans.push_back(std::move(next));
  }
  if (read.bytes == 0 || read.repetitions == 0 || !(read.seconds() > 0)) {
    throw Damage{"a run has no size, no repetition or no length"};
  }
  return read;
}

HostTimeline host_timeline(const Json& json) {
  if (text(json, "kind") != kKind) throw Damage{"its 'kind' is not host_timeline"};
  if (const int version = integer<int>(json, "version"); version != kHostTimelineVersion) {
    throw Damage{
        fmt::format("it is of version {}, this program reads {}", version, kHostTimelineVersion)};
  }
  HostTimeline read;
  read.device = device(member(json, "device"));
  read.date = text(json, "date");
  read.command = text(json, "command");
  read.kernel = text(json, "kernel");
  read.image = text(json, "image");
  for (const Json& one : list(json, "runs")) {
    TimelineRun next = run(one);
    if (read.find(next.scenario, next.bytes) != nullptr) {
      throw Damage{fmt::format("{} at {} is there twice", name_of(next.scenario), next.bytes)};
    }
    read.runs.push_back(std::move(next));
  }
  for (const Json& one : list(json, "absent")) {
    if (!one.is_string()) throw Damage{"'absent' lists what is no text"};
    read.absent.push_back(one.get<std::string>());
  }
  return read;
}

}  // namespace

std::string to_json(const HostTimeline& timeline) {
  Json json = {{"kind", kKind},
               {"version", kHostTimelineVersion},
               {"device", to_json(timeline.device)},
               {"date", timeline.date},
               {"command", timeline.command},
               {"kernel", timeline.kernel},
               {"image", timeline.image},
               {"absent", timeline.absent},
               {"runs", Json::array()}};
  for (const TimelineRun& run : timeline.runs) json["runs"].push_back(to_json(run));
  return json_text(json, 1) + "\n";
}

Result<HostTimeline> parse_host_timeline(std::string_view json, std::string_view name) {
  const Json parsed = parse_json(json);
  if (parsed.is_discarded())
    return fail(tr("{} is no recording: it is not JSON", name));
  try {
    return host_timeline(parsed);
  } catch (const Damage& damage) {
    return fail(tr("{} is damaged: {}; record it again with warplens host-timeline --record", name,
                        damage.what));
  }
}

Result<HostTimeline> read_host_timeline(const std::filesystem::path& file) {
  TRY(const std::string text, read_recording(file));
  return parse_host_timeline(text, file.string());
}

Result<void> write_host_timeline(const std::filesystem::path& file, const HostTimeline& timeline) {
  return write_recording(file, to_json(timeline));
}

}  // namespace warplens::timing
