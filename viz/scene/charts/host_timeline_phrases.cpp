#include "viz/scene/charts/host_timeline_phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/timing/timeline_figures.h"
#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {
namespace {

using timing::Action;
using timing::Scenario;
using timing::Span;
using timing::Track;

template <class Of>
struct Named {
  Of of;
  TextView name;
};
constexpr std::array kTracks{
    Named<Track>{Track::host, tr("host")},
    Named<Track>{Track::device, tr("device")},
};
constexpr std::array kScenarios{
    Named<Scenario>{Scenario::five_steps, tr("five steps")},
    Named<Scenario>{Scenario::asynchronous, tr("asynchronous launches")},
    Named<Scenario>{Scenario::events, tr("events")},
    Named<Scenario>{Scenario::pageable, tr("pageable memory")},
    Named<Scenario>{Scenario::pinned, tr("pinned memory")},
    Named<Scenario>{Scenario::one_stream, tr("one stream")},
    Named<Scenario>{Scenario::streams, tr("four streams")},
    Named<Scenario>{Scenario::pageable_streams, tr("four streams, pageable memory")},
    Named<Scenario>{Scenario::default_stream, tr("four streams, copies back in the default")},
    Named<Scenario>{Scenario::event_wait, tr("a stream waits for an event")},
    Named<Scenario>{Scenario::missing_wait, tr("a stream does not wait")},
    Named<Scenario>{Scenario::launches, tr("many launches")},
    Named<Scenario>{Scenario::graph, tr("a CUDA graph")},
};
constexpr std::array kActions{
    Named<Action>{Action::allocate, tr("allocate")},
    Named<Action>{Action::copy_to_device, tr("copy to the device")},
    Named<Action>{Action::kernel, tr("kernel")},
    Named<Action>{Action::copy_to_host, tr("copy back")},
    Named<Action>{Action::free, tr("free")},
    Named<Action>{Action::pin, tr("pin")},
    Named<Action>{Action::unpin, tr("unpin")},
    Named<Action>{Action::event, tr("event")},
    Named<Action>{Action::wait, tr("wait")},
    Named<Action>{Action::work, tr("host's work")},
    Named<Action>{Action::order, tr("let a stream wait")},
    Named<Action>{Action::graph, tr("make a graph")},
};
constexpr std::array kWork{
    Named<Action>{Action::copy_to_device, tr("copies in")},
    Named<Action>{Action::kernel, tr("SMs")},
    Named<Action>{Action::copy_to_host, tr("copies back")},
};
constexpr TextView kStream = tr("stream {}");
constexpr TextView kDefaultStream = tr("default stream");
constexpr TextView kChunks = tr("chunks: {}");
constexpr TextView kLaunches = tr("launches: {}");
constexpr TextView kInChunks =
    tr("{} in all · for {}% of it at least two at once of copies in, kernels, copies back");
constexpr TextView kLaunching = tr("launching {} kernels took {} of the host, {} each");
constexpr TextView kLaunchingAGraph =
    tr("launching the graph of {} kernels a second time took {} of the host, {} a kernel");
constexpr TextView kWrong = tr("{} of {} elements of c are wrong in this run");
constexpr TextView kRight = tr("c is right in this run");
constexpr TextView kBetween = tr("between the events: {}");
constexpr TextView kTimes = tr("begins at {}, takes {}");
constexpr TextView kMoment = tr("at {}");
constexpr TextView kUncertain = tr("clocks ± {}");
constexpr TextView kQueuedBy = tr("queued by {}");
constexpr TextView kProbe = tr("recorded only to place the device's work");
constexpr int kDigits = 4;

template <class Of, std::size_t count>
std::string_view find_name(const std::array<Named<Of>, count>& names, Of of, Language language) {
  return std::ranges::find(names, of, &Named<Of>::of)->name.in(language);
}

std::string time_phrase(double seconds) { return si_phrase(seconds, "s", kDigits); }

std::string amount_phrase(const Span& span) {
  const bool is_copy = span.action == Action::copy_to_device || span.action == Action::copy_to_host;
  std::string words = size_phrase(span.bytes);
  if (is_copy && span.seconds() > 0) {
    words += " · " + si_phrase(static_cast<double>(span.bytes) / span.seconds(), "B/s");
  }
  return words;
}

}  // namespace

std::string_view name_of(Track track, Language language) {
  return find_name(kTracks, track, language);
}

std::string_view name_of(Scenario scenario, Language language) {
  return find_name(kScenarios, scenario, language);
}

std::string_view name_of(Action action, Language language) {
  return find_name(kActions, action, language);
}

std::string stream_name(std::uint32_t stream, Language language) {
  return stream == 0 ? std::string(kDefaultStream.in(language)) : say(kStream, language, stream);
}

std::string_view work_name(Action kind, Language language) {
  return find_name(kWork, kind, language);
}

std::string row_name(const Span& span, Language language) {
  return span.stream == 0 ? std::string(name_of(span.track, language))
                          : stream_name(span.stream, language);
}

std::string parts_phrase(Scenario scenario, std::uint32_t parts, Language language) {
  return say(timing::has_chunks(scenario) ? kChunks : kLaunches, language, parts);
}

std::string chunks_phrase(const timing::TimelineRun& run, Language language) {
  return say(kInChunks, language, si_phrase(run.seconds(), "s"),
             timing::figure(run, timing::TimelineFigure::overlap_percent));
}

std::string launches_phrase(const timing::TimelineRun& run, Language language) {
  const double seconds = timing::launch_seconds(run);
  return say(run.scenario == Scenario::graph ? kLaunchingAGraph : kLaunching, language, run.parts,
             si_phrase(seconds, "s"), si_phrase(seconds / run.parts, "s"));
}

std::string wrong_phrase(const timing::TimelineRun& run, Language language) {
  const std::uint64_t elements = run.bytes / sizeof(float);
  return run.wrong.value_or(0) == 0
             ? std::string(kRight.in(language))
             : say(kWrong, language, grouped_digits(static_cast<std::int64_t>(*run.wrong)),
                   grouped_digits(static_cast<std::int64_t>(elements)));
}

std::string size_phrase(std::uint64_t bytes) {
  constexpr std::array<std::pair<int, std::string_view>, 3> kUnits{
      {{30, "GiB"}, {20, "MiB"}, {10, "KiB"}}};
  for (const auto& [shift, name] : kUnits) {
    const std::uint64_t unit = std::uint64_t{1} << shift;
    if (bytes >= unit && bytes % unit == 0) return fmt::format("{} {}", bytes >> shift, name);
  }
  return fmt::format("{} B", bytes);
}

std::string between_phrase(double seconds, Language language) {
  return say(kBetween, language, time_phrase(seconds));
}

std::vector<std::string> span_phrase(const timing::TimelineRun& run, std::size_t span,
                                     Language language) {
  const Span& of = run.spans[span];
  std::vector<std::string> lines{fmt::format("{} · {}", of.name, row_name(of, language))};
  lines.push_back(of.track == Track::device && of.action == Action::event
                      ? say(kMoment, language, time_phrase(of.end))
                      : say(kTimes, language, time_phrase(of.begin), time_phrase(of.seconds())));
  if (of.track == Track::device) {
    lines.push_back(say(kUncertain, language, si_phrase(run.uncertainty, "s", 2)));
    lines.push_back(say(kQueuedBy, language, run.spans[*of.queued_by].name));
  }
  if (of.bytes > 0) lines.push_back(amount_phrase(of));
  if (of.is_probe) lines.emplace_back(kProbe.in(language));
  return lines;
}

}  // namespace warplens::scene
