#include "app/features/host_timeline/timeline_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/cli/text/time_text.h"
#include "viz/scene/charts/host_timeline_phrases.h"

namespace warplens::cli {
namespace {

using timing::Span;
using timing::TimelineRun;
using timing::Track;

std::string size_text(std::uint64_t bytes) {
  constexpr std::pair<std::uint64_t, const char*> kUnits[] = {
      {std::uint64_t{1} << 30, "GiB"}, {std::uint64_t{1} << 20, "MiB"}, {1024, "KiB"}};
  for (const auto& [unit, name] : kUnits) {
    if (bytes >= unit && bytes % unit == 0) return fmt::format("{} {}", bytes / unit, name);
  }
  return fmt::format("{} B", bytes);
}

bool is_copy(const Span& span) {
  return span.action == timing::Action::copy_to_device ||
         span.action == timing::Action::copy_to_host;
}

std::string rate_text(const Span& span) {
  if (!is_copy(span) || !(span.seconds() > 0)) return "";
  return fmt::format("{:.1f} GB/s", static_cast<double>(span.bytes) / span.seconds() / 1e9);
}

std::string row(const ui::Speech& speech, const Span& span) {
  std::string text = fmt::format("  {:<7} {:<20} {:>12} {:>12} {:>9} {:>12}",
                                 scene::row_name(span, speech.language), span.name,
                                 time_text(span.begin), time_text(span.seconds()),
                                 span.bytes > 0 ? size_text(span.bytes) : "", rate_text(span));
  if (span.is_probe) text += fmt::format("  {}", speech.say(tr("probe")));
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string parts_text(const ui::Speech& speech, const TimelineRun& run) {
  if (!timing::has_parts(run.scenario)) return "";
  return ", " + scene::parts_phrase(run.scenario, run.parts, speech.language);
}

std::string block(const ui::Speech& speech, const TimelineRun& run) {
  std::string text =
      speech.say(tr("{}, arrays of {}{}, {} in all, the median of {}, device +- {}\n",
                    name_of(run.scenario), size_text(run.bytes), parts_text(speech, run),
                    time_text(run.seconds()), run.repetitions, time_text(run.uncertainty)));
  for (const Span& span : run.spans) text += row(speech, span);
  if (run.wrong) text += fmt::format("  {}\n", scene::wrong_phrase(run, speech.language));
  if (run.between_events) {
    text += fmt::format("  {}\n",
                        speech.say(tr("between the events: {}", time_text(*run.between_events))));
  }
  return text;
}

}  // namespace

std::string timeline_table(const ui::Speech& speech, const timing::HostTimeline& timeline) {
  std::string text = speech.say(tr(
      "{} on {}, driver {}\neach call or work of the device: its begin, what it took, its bytes; "
      "a probe only places the device's work\n",
      timeline.kernel, timeline.device.name, timeline.device.driver));
  for (const TimelineRun& run : timeline.runs) text += block(speech, run);
  for (const std::string& line : timeline.absent)
    text += speech.say(tr("not measured: {}", line)) + "\n";
  return text;
}

}  // namespace warplens::cli
