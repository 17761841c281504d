#include "app/texts/story_phrases.h"

#include <algorithm>

#include "kernels/sass/assembled.h"
#include "viz/scene/access/source_view.h"

namespace warplens::ui {
namespace {

using scene::MetricClass;
using session::LaunchResult;

constexpr std::size_t kMostStories = 6;  // in a hint

bool is_of(const trace::Site& site, MetricClass of) {
  analysis::KernelTotals probe;
  trace::SiteTotals one;
  one.events = 1;
  analysis::add_to_class(site, one, probe);
  return class_totals(probe, of).events > 0;
}

void add_story(const std::string& story, std::vector<std::string>& stories) {
  const bool is_new = std::ranges::find(stories, story) == stories.end();
  if (!story.empty() && is_new) stories.push_back(story);
}

std::string lines_of(const std::vector<std::string>& stories) {
  std::string lines;
  for (std::size_t i = 0; i < std::min(stories.size(), kMostStories); ++i) {
    lines += (lines.empty() ? "" : "\n") + stories[i];
  }
  return lines;
}

std::string ptx_figures(const Speech& speech, const trace::SiteTotals& ptx) {
  using scene::with_separators;
  if (ptx.wavefronts == 0)
    return speech.say(Str::story_global, with_separators(ptx.requests),
                      with_separators(ptx.sectors));
  return speech.say(Str::story_shared, with_separators(ptx.wavefronts),
                    with_separators(ptx.conflicts));
}

}  // namespace

const trace::SiteTotals& class_totals(const analysis::KernelTotals& totals, MetricClass of) {
  return totals.*analysis::kTotalsClasses[static_cast<std::size_t>(of)].own;
}

std::string_view mark_of(const LaunchResult& launch, MetricClass of) {
  if (!launch.executed.has_value()) return {};
  const analysis::Executed& executed = *launch.executed;
  if (class_totals(executed.doubtful, of).events > 0) return "?";
  return class_totals(launch.totals, of) == class_totals(executed.ptx, of) ? "" : "*";
}

std::string_view mark_of(const scene::SourceRow& row) {
  if (row.is_doubtful) return "?";
  return row.stories.empty() ? "" : "*";
}

std::string story_phrase(const Speech& speech, const LaunchResult& launch, MetricClass of) {
  if (mark_of(launch, of).empty()) return {};
  const analysis::Executed& executed = *launch.executed;
  std::vector<std::string> stories{ptx_figures(speech, class_totals(executed.ptx, of))};
  for (std::size_t i = 0; i < executed.stories.size(); ++i) {
    const bool is_covered = executed.cost.sites[i].fate == analysis::Fate::covered;
    if (is_of(launch.trace->sites[i], of) && !is_covered)
      add_story(speech.say(executed.stories[i]), stories);
  }
  return lines_of(stories);
}

std::string story_phrase(const Speech& speech, const scene::SourceRow& row) {
  std::vector<std::string> stories;
  for (const warplens::Text& story : row.stories) add_story(speech.say(story), stories);
  return lines_of(stories);
}

std::string architecture_phrase(const Speech& speech, std::uint32_t capability) {
  return capability == 0 ? std::string(speech.say(Str::architecture_ptx))
                         : sass::architecture_name(capability);
}

}  // namespace warplens::ui
