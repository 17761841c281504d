#include <algorithm>

#include "kernels/base/json.h"
#include "kernels/timing/host_timeline.h"
#include "kernels/timing/recording_file.h"
#include "kernels/timing/recording_json.h"

namespace warplens::timing {
namespace {

constexpr int kHostTimelineVersion = 1;
constexpr std::uint32_t kMostStreams = 32;           // that can be shown
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
  if (span.stream > 0) json["stream"] = span.stream;
  return json;
}

Json to_json(const TimelineRun& run) {
  Json json = {{"scenario", name_of(run.scenario)},
               {"bytes", run.bytes},
               {"uncertainty", run.uncertainty},
               {"repetitions", run.repetitions}};
  if (has_parts(run.scenario)) json["parts"] = run.parts;
  if (run.between_events) json["between_events"] = *run.between_events;
  if (run.wrong) json["wrong"] = *run.wrong;
  json["spans"] = Json::array();
  for (const Span& span : run.spans) json["spans"].push_back(to_json(span));
  return json;
}

Span span(const JsonFields& fields) {
  Span read;
  read.track = fields.choice<Track>("track", kTrackNames);
  read.action = fields.choice<Action>("action", kActionNames);
  read.name = fields.text("name");
  read.begin = fields.number("begin", 0);
  read.end = fields.number("end", 0);
  read.bytes = fields.integer_or<std::uint64_t>("bytes", 0);
  read.queued_by = fields.find_integer<std::uint32_t>("queued_by");
  read.is_probe = fields.flag_or("probe", false);
  if (read.track == Track::device)
    read.stream = fields.integer_or<std::uint32_t>("stream", 0, 0, kMostStreams);
  return read;
}

bool is_of_the_device(Action action) {
  return action == Action::copy_to_device || action == Action::kernel ||
         action == Action::copy_to_host || action == Action::event;
}

// Checks what drawing and figures rely on.
void check_device_span(const JsonFields& fields, const std::vector<Span>& before,
                       const Span& span) {
  if (!is_of_the_device(span.action))
    fields.wrong(tr("'{}' is nothing that the device does", name_of(span.action)));
  if (!span.queued_by || *span.queued_by >= before.size() ||
      before[*span.queued_by].track != Track::host)
    fields.wrong(tr("a span of the device is queued by no span of the host"));
}

void check_order(const JsonFields& fields, const std::vector<Span>& before, const Span& span) {
  if (span.end < span.begin) fields.wrong(tr("a span ends before it begins"));
  if (span.track == Track::device) check_device_span(fields, before, span);
  if (span.track == Track::host && span.queued_by)
    fields.wrong(tr("a span of the host is queued by another"));
  if (before.empty()) return;
  const Span& last = before.back();
  if (last.track == Track::device && span.track == Track::host)
    fields.wrong(tr("the device's spans come before the host's"));
  const auto before_it = std::ranges::find_if(
      before.rbegin(), before.rend(),
      [&](const Span& each) { return each.track == span.track && each.stream == span.stream; });
  if (before_it != before.rend() && span.begin < before_it->end)
    fields.wrong(tr("two spans of one track overlap"));
}

TimelineRun run(const JsonFields& fields) {
  TimelineRun read;
  read.scenario = fields.choice<Scenario>("scenario", kScenarioNames);
  read.bytes = fields.integer<std::uint64_t>("bytes");
  read.uncertainty = fields.number("uncertainty", 0);
  read.repetitions = fields.integer<std::uint32_t>("repetitions");
  if (has_parts(read.scenario))
    read.parts = fields.integer<std::uint32_t>("parts", 1, kMostTimelineParts);
  if (fields.has("wrong")) read.wrong = fields.integer<std::uint64_t>("wrong");
  if (fields.has("between_events")) read.between_events = fields.number("between_events", 0);
  for (const JsonFields& one : fields.list("spans")) {
    Span next = span(one);
    check_order(one, read.spans, next);
    read.spans.push_back(std::move(next));
  }
  if (read.bytes == 0 || read.repetitions == 0 || !(read.seconds() > 0))
    fields.wrong(tr("a run has no size, no repetition or no length"));
  return read;
}

HostTimeline host_timeline(const JsonFields& fields) {
  if (fields.text("kind") != kKind) fields.wrong(tr("its \"kind\" is not host_timeline"));
  fields.version(kHostTimelineVersion);
  HostTimeline read;
  read.device = device(fields.at("device"));
  read.date = fields.text("date");
  read.command = fields.text("command");
  read.kernel = fields.text("kernel");
  read.image = fields.text("image");
  for (const JsonFields& one : fields.list("runs")) {
    TimelineRun next = run(one);
    if (read.find(next.scenario, next.bytes, next.parts) != nullptr)
      one.wrong(tr("{} at {} is there twice", name_of(next.scenario), next.bytes));
    read.runs.push_back(std::move(next));
  }
  read.absent = fields.texts("absent");
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
  const auto fields = JsonFields::parse(json);
  if (!fields) return fail(tr("{} is no recording: it is not JSON", name));
  return fields->finish(host_timeline(*fields), name,
                        tr("record it again with warplens host-timeline --record"));
}

Result<HostTimeline> read_host_timeline(const std::filesystem::path& file) {
  TRY(const std::string text, read_recording(file));
  return parse_host_timeline(text, file.string());
}

Result<void> write_host_timeline(const std::filesystem::path& file, const HostTimeline& timeline) {
  return write_recording(file, to_json(timeline));
}

}  // namespace warplens::timing
