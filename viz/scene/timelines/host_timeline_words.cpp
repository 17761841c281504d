#include "viz/scene/timelines/host_timeline_words.h"

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
    Named<Track>{Track::host, {"host", "主机"}},
    Named<Track>{Track::device, {"device", "设备"}},
};
constexpr std::array kScenarios{
    Named<Scenario>{Scenario::five_steps, {"five steps", "五个步骤"}},
    Named<Scenario>{Scenario::asynchronous, {"asynchronous launches", "异步启动"}},
    Named<Scenario>{Scenario::events, {"events", "事件"}},
    Named<Scenario>{Scenario::pageable, {"pageable memory", "可分页内存"}},
    Named<Scenario>{Scenario::pinned, {"pinned memory", "锁页内存"}},
};
constexpr std::array kActions{
    Named<Action>{Action::allocate, {"allocate", "分配"}},
    Named<Action>{Action::copy_to_device, {"copy to the device", "拷贝到设备"}},
    Named<Action>{Action::kernel, {"kernel", "核函数"}},
    Named<Action>{Action::copy_to_host, {"copy back", "拷回"}},
    Named<Action>{Action::free, {"free", "释放"}},
    Named<Action>{Action::pin, {"pin", "锁页分配"}},
    Named<Action>{Action::unpin, {"unpin", "锁页释放"}},
    Named<Action>{Action::event, {"event", "事件"}},
    Named<Action>{Action::wait, {"wait", "等待"}},
    Named<Action>{Action::work, {"host's work", "主机的工作"}},
};
constexpr TextView kBetween{"between the events: {}", "两个事件之间：{}"};
constexpr TextView kTimes{"begins at {}, takes {}", "开始于 {}，用时 {}"};
constexpr TextView kMoment{"at {}", "时刻 {}"};
constexpr TextView kUncertain{"clocks ± {}", "时钟 ± {}"};
constexpr TextView kQueuedBy{"queued by {}", "由 {} 排入队列"};
constexpr TextView kProbe{"recorded only to place the device's work", "仅用于确定设备工作的时刻"};
constexpr int kDigits = 4;

template <class Of, std::size_t count>
std::string_view find_name(const std::array<Named<Of>, count>& names, Of of, Language language) {
  return std::ranges::find(names, of, &Named<Of>::of)->name.in(language);
}

std::string time_words(double seconds) { return si_words(seconds, "s", kDigits); }

std::string amount_words(const Span& span) {
  const bool is_copy = span.action == Action::copy_to_device || span.action == Action::copy_to_host;
  std::string words = size_words(span.bytes);
  if (is_copy && span.seconds() > 0) {
    words += " · " + si_words(static_cast<double>(span.bytes) / span.seconds(), "B/s");
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

std::string size_words(std::uint64_t bytes) {
  constexpr std::array<std::pair<int, std::string_view>, 3> kUnits{
      {{30, "GiB"}, {20, "MiB"}, {10, "KiB"}}};
  for (const auto& [shift, name] : kUnits) {
    const std::uint64_t unit = std::uint64_t{1} << shift;
    if (bytes >= unit && bytes % unit == 0) return fmt::format("{} {}", bytes >> shift, name);
  }
  return fmt::format("{} B", bytes);
}

std::string between_words(double seconds, Language language) {
  return say(kBetween, language, time_words(seconds));
}

std::vector<std::string> span_words(const timing::TimelineRun& run, std::size_t span,
                                    Language language) {
  const Span& of = run.spans[span];
  std::vector<std::string> lines{fmt::format("{} · {}", of.name, name_of(of.track, language))};
  lines.push_back(of.track == Track::device && of.action == Action::event
                      ? say(kMoment, language, time_words(of.end))
                      : say(kTimes, language, time_words(of.begin), time_words(of.seconds())));
  if (of.track == Track::device) {
    lines.push_back(say(kUncertain, language, si_words(run.uncertainty, "s", 2)));
    lines.push_back(say(kQueuedBy, language, run.spans[*of.queued_by].name));
  }
  if (of.bytes > 0) lines.push_back(amount_words(of));
  if (of.is_probe) lines.emplace_back(kProbe.in(language));
  return lines;
}

std::string host_timeline_characters() {
  std::string text = "µ±·.,0123456789 KMGTiBs/";
  const auto add = [&](const TextView& words) { text.append(words.en).append(words.zh); };
  for (const auto& named : kTracks) add(named.name);
  for (const auto& named : kScenarios) add(named.name);
  for (const auto& named : kActions) add(named.name);
  for (const TextView& words : {kBetween, kTimes, kMoment, kUncertain, kQueuedBy, kProbe})
    add(words);
  return text;
}

}  // namespace warplens::scene
