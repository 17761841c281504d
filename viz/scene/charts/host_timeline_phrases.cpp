#include "viz/scene/charts/host_timeline_phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

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
};
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
  std::vector<std::string> lines{fmt::format("{} · {}", of.name, name_of(of.track, language))};
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
