#include "viz/scene/timelines/host_timeline_words.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {
namespace {

using timing::Span;
using timing::Track;

struct Pair {
  std::string_view en, zh;
  [[nodiscard]] std::string_view in(Language language) const {
    return language == Language::zh ? zh : en;
  }
};

constexpr std::array<Pair, 2> kTracks{{{"host", "主机"}, {"device", "设备"}}};
constexpr std::array<Pair, 5> kScenarios{{{"five steps", "五个步骤"},
                                          {"asynchronous launches", "异步启动"},
                                          {"events", "事件"},
                                          {"pageable memory", "可分页内存"},
                                          {"pinned memory", "锁页内存"}}};
constexpr std::array<Pair, 10> kActions{{{"allocate", "分配"},
                                         {"copy to the device", "拷贝到设备"},
                                         {"kernel", "核函数"},
                                         {"copy back", "拷回"},
                                         {"free", "释放"},
                                         {"pin", "锁页分配"},
                                         {"unpin", "锁页释放"},
                                         {"event", "事件"},
                                         {"wait", "等待"},
                                         {"host's work", "主机的工作"}}};
constexpr Pair kBetween{"between the events: {}", "两个事件之间：{}"};
constexpr Pair kTimes{"begins at {}, takes {}", "开始于 {}，用时 {}"};
constexpr Pair kMoment{"at {}", "时刻 {}"};
constexpr Pair kUncertain{"clocks ± {}", "时钟 ± {}"};
constexpr Pair kQueuedBy{"queued by {}", "由 {} 排入队列"};
constexpr Pair kProbe{"recorded only to place the device's work", "仅用于确定设备工作的时刻"};
constexpr int kDigits = 4;

template <class... Args>
std::string say(const Pair& words, Language language, Args&&... args) {
  return fmt::format(fmt::runtime(words.in(language)), std::forward<Args>(args)...);
}

std::string time_words(double seconds) { return si_words(seconds, "s", kDigits); }

std::string amount_words(const Span& span) {
  const bool is_copy =
      span.action == timing::Action::copy_to_device || span.action == timing::Action::copy_to_host;
  std::string words = size_words(span.bytes);
  if (is_copy && span.seconds() > 0) {
    words += " · " + si_words(static_cast<double>(span.bytes) / span.seconds(), "B/s");
  }
  return words;
}

}  // namespace

std::string_view name_of(Track track, Language language) {
  return kTracks[static_cast<std::size_t>(track)].in(language);
}

std::string_view name_of(timing::Scenario scenario, Language language) {
  return kScenarios[static_cast<std::size_t>(scenario)].in(language);
}

std::string_view name_of(timing::Action action, Language language) {
  return kActions[static_cast<std::size_t>(action)].in(language);
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
  lines.push_back(of.track == Track::device && of.action == timing::Action::event
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
  const auto add = [&](const Pair& words) { text.append(words.en).append(words.zh); };
  for (const Pair& words : kTracks) add(words);
  for (const Pair& words : kScenarios) add(words);
  for (const Pair& words : kActions) add(words);
  for (const Pair& words : {kBetween, kTimes, kMoment, kUncertain, kQueuedBy, kProbe}) add(words);
  return text;
}

}  // namespace warplens::scene
