#include "tests/limits/ladders_document.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "app/session/live/family_ladder.h"
#include "app/state/measured_words.h"
#include "viz/scene/charts/chart_axis.h"
#include "viz/scene/charts/chart_words.h"

namespace warplens::limits {
namespace {

using analysis::Ladder;
using catalog::Family;
using scene::ChartFigure;

constexpr const char* kLaddersIntroduction =
    "# Ladders\n"
    "\n"
    "Written by `cmake --build --preset release --target ladders_document`; do not edit. What was "
    "tried and failed is\n"
    "written by hand, in `docs/ladders`.\n"
    "\n"
    "A ladder goes from a family's first kernel to its fastest. Each rung is a kernel of its own, "
    "one idea more than the\n"
    "rung below. *Gained* is how many times as fast as the rung below it was, by the medians of "
    "the recordings\n"
    "([RECORDINGS.md](RECORDINGS.md)); *by least times*, how many times it should be by what the "
    "chip's units need at\n"
    "least ([LIMITS.md](LIMITS.md)), where the kernel was counted at that size. `warplens ladder "
    "FAMILY --side N` prints\n"
    "the same, the timing view's tab *Ladder* draws it.\n";

ChartFigure rate_of(const Family& family) {
  return family.timed->figure == catalog::ChartedRate::flop_rate ? ChartFigure::flop_rate
                                                                 : ChartFigure::bandwidth;
}

std::string cell(const timing::Entry* entry, ChartFigure figure) {
  const auto value = entry == nullptr ? std::nullopt : scene::value_of(*entry, figure);
  return value ? scene::figure_words(*value, figure) : "–";
}

std::string cell(std::optional<double> gain) { return gain ? scene::ratio_words(*gain) : "–"; }

// Sizes at which the highest rung was timed, smallest first.
std::set<std::int64_t> sides_of(const Family& family, const timing::Timings& timings) {
  std::set<std::int64_t> sides;
  for (const timing::Entry& entry : timings.entries) {
    if (entry.name == family.ladder.back().variant && entry.side > 0) sides.insert(entry.side);
  }
  return sides;
}

std::string table(const Family& family, const Ladder& ladder) {
  const ChartFigure rate = rate_of(family);
  std::string text = fmt::format(
      "\n### Side {}\n\n| rung | time | {} | gained | by least times |\n|---|--:|--:|--:|--:|\n",
      scene::grouped_digits(ladder.side), scene::name_of(rate, Language::en));
  for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
    const analysis::LadderRung& rung = ladder.rungs[i];
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", rung.variant,
                        cell(rung.timed, ChartFigure::time), cell(rung.timed, rate),
                        cell(measured_gain(ladder, i)), cell(least_gain(ladder, i)));
  }
  for (const timing::Entry* entry : ladder.yardsticks) {
    text += fmt::format("| *{}* | {} | {} | | |\n", entry->name, cell(entry, ChartFigure::time),
                        cell(entry, rate));
  }
  return text;
}

// Large sizes, and odd ones: what the targets are of.
bool is_told(std::int64_t side) { return side >= 1000; }

std::string rungs_words(const Family& family) {
  std::string text;
  for (const catalog::Rung& rung : family.ladder) {
    text += fmt::format("- `{}`: {}\n", rung.variant, rung.expected.in(Language::en));
  }
  return text;
}

// Its headings stand one level lower here; what it says of recordings is looked up in them.
std::string tried_words(const std::filesystem::path& file, const session::Recordings& recordings) {
  std::ifstream in(file);
  std::string text;
  for (std::string line; std::getline(in, line);) {
    text += (line.starts_with("## ") ? "#" + line : line) + "\n";
  }
  if (text.empty()) return text;
  return "\n" + lessons::with_measured(text, [&](const lessons::Measured& measured) {
           return ui::measured_words(measured, catalog::families(), recordings, Language::en);
         });
}

std::string family_words(const Family& family, const session::Recordings& recordings) {
  std::string text =
      fmt::format("\n## {}\n\n{}", family.title.in(Language::en), rungs_words(family));
  for (const session::TimingsPtr& timings : recordings.of(family.name)) {
    text += fmt::format("\n{}, recorded {}.\n", timings->device.name, timings->days());
    for (const std::int64_t side : sides_of(family, *timings)) {
      if (!is_told(side)) continue;
      text += table(family, session::family_ladder(family, side, *timings, recordings));
    }
  }
  return text;
}

}  // namespace

std::string ladders_document(const session::Recordings& recordings,
                             const std::filesystem::path& tried) {
  std::string text = kLaddersIntroduction;
  for (const Family& family : catalog::families()) {
    if (family.ladder.empty()) continue;
    text +=
        family_words(family, recordings) + tried_words(tried / (family.name + ".md"), recordings);
  }
  return text;
}

}  // namespace warplens::limits
