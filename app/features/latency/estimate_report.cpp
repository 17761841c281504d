#include "app/features/latency/estimate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "kernels/base/json.h"
#include "viz/analysis/limits/limits_text.h"

namespace warplens::cli {
namespace {

using latency::StalledLine;

constexpr std::size_t kMostStallLines = 12;

std::vector<StalledLine> longest_first(const EstimateReport& report) {
  auto lines = latency::stalled_lines(report.run.estimate.stalls, *report.run.records);
  std::ranges::stable_sort(lines, std::greater(), &StalledLine::all);
  return lines;
}

// The two that take most.
std::string reasons(const StalledLine& line) {
  std::array<std::size_t, latency::kStalls> order{};
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order,
                    [&](std::size_t a, std::size_t b) { return line.cycles[a] > line.cycles[b]; });
  std::string text;
  for (std::size_t i = 0; i < 2 && line.cycles[order[i]] > 0; ++i) {
    text += fmt::format("{}{} {:.0f}%", i == 0 ? "" : ", ",
                        latency::name_of(static_cast<latency::Stall>(order[i])),
                        100 * line.cycles[order[i]] / line.all);
  }
  return text;
}

std::string name_of(const StalledLine& line) {
  const machine::SourceLine& source = line.source;
  if (source.file.empty()) return fmt::format("PTX:{}", line.ptx_line);
  const std::size_t slash = source.file.find_last_of('/');
  return fmt::format("{}:{}",
                     slash == source.file.npos ? source.file : source.file.substr(slash + 1),
                     source.line);
}

std::vector<double> errors_of(const std::vector<HeldEstimate>& held, double HeldEstimate::*recorded,
                              double at_least) {
  std::vector<double> errors;
  for (const HeldEstimate& one : held) {
    if (one.shortest < at_least) continue;
    errors.push_back(std::abs(one.estimated / (one.*recorded) - 1));
  }
  return errors;
}

}  // namespace

std::string estimate_text(const ui::Speech& speech, const EstimateReport& report) {
  const auto said = [&](const Text& words) { return speech.say(words) + "\n"; };
  const latency::Estimate& estimate = report.run.estimate;
  std::string text = said(tr("{} on {}, launch {} of {}", report.kernel, report.chip.name,
                             report.launch + 1, report.run.launches));
  text += said(tr("estimated: {}", analysis::time_phrase(estimate.seconds)));
  text +=
      said(tr("of {} recordings estimates are off by {:.0f}% (median), nine in ten by less than "
              "{:.0f}%",
              report.error.recordings, 100 * report.error.median, 100 * report.error.ninetieth));
  text += said(tr("an SM with {} blocks takes {:.0f} cycles; waves: {:.1f}",
                  report.run.blocks_an_sm, estimate.cycles, estimate.waves));
  text += "\n" + said(tr("why warps wait, by line, as the model has it (share of warps' cycles)"));
  const auto lines = longest_first(report);
  const double all = latency::sum_of(latency::sum_of(lines));
  for (std::size_t i = 0; i < lines.size() && i < kMostStallLines && all > 0; ++i) {
    text += fmt::format("  {:>5.1f}%  {:<28} {}\n", 100 * lines[i].all / all, name_of(lines[i]),
                        reasons(lines[i]));
  }
  return text;
}

Json estimate_json(const EstimateReport& report) {
  Json lines = Json::array();
  for (const StalledLine& line : longest_first(report)) {
    Json cycles = Json::object();
    for (std::size_t i = 0; i < line.cycles.size(); ++i) {
      cycles[std::string(latency::name_of(static_cast<latency::Stall>(i)))] = line.cycles[i];
    }
    lines.push_back({{"file", line.source.file},
                     {"line", line.source.line},
                     {"warp_cycles", std::move(cycles)}});
  }
  return {{"kernel", report.kernel},
          {"chip", report.chip.id},
          {"launch", report.launch + 1},
          {"launches", report.run.launches},
          {"estimated_seconds", report.run.estimate.seconds},
          {"error",
           {{"recordings", report.error.recordings},
            {"median", report.error.median},
            {"ninetieth", report.error.ninetieth},
            {"source", report.error.source}}},
          {"blocks_an_sm", report.run.blocks_an_sm},
          {"cycles", report.run.estimate.cycles},
          {"waves", report.run.estimate.waves},
          {"lines", std::move(lines)}};
}

std::string held_line(const HeldEstimate& held) {
  return fmt::format("  {:<34} {:>6} {:>10.2f} {:>10.2f} {:>10.2f} {:>7.0f}%\n", held.kernel,
                     held.side, held.median * 1e6, held.shortest * 1e6, held.estimated * 1e6,
                     100 * (held.estimated / held.median - 1));
}

std::string held_summary(const ui::Speech& speech, const std::vector<HeldEstimate>& held) {
  std::string text;
  for (const double at_least : {0.0, 10e-6}) {
    const auto of_median = errors_of(held, &HeldEstimate::median, at_least);
    const auto of_shortest = errors_of(held, &HeldEstimate::shortest, at_least);
    text +=
        speech.say(tr(
            "recordings of at least {}: {}; off from the median by {:.1f}% (median), {:.1f}% "
            "(nine in ten); from the shortest by {:.1f}%, {:.1f}%",
            analysis::time_phrase(at_least), of_median.size(),
            100 * latency::error_at(of_median, 0.5), 100 * latency::error_at(of_median, 0.9),
            100 * latency::error_at(of_shortest, 0.5), 100 * latency::error_at(of_shortest, 0.9))) +
        "\n";
  }
  return text;
}

std::string held_stalls_line(const latency::HeldStalls& held) {
  return fmt::format("  {:<34} {:>6}  {:<20} {:<20} {:>5.2f}{}\n", held.kernel, held.side,
                     held.sampled, held.estimated, held.distance, held.is_same() ? "  =" : "");
}

std::string held_stalls_summary(const ui::Speech& speech,
                                const std::vector<latency::HeldStalls>& held) {
  std::vector<double> distances;
  for (const latency::HeldStalls& one : held) distances.push_back(one.distance);
  const auto same = std::ranges::count_if(held, &latency::HeldStalls::is_same);
  const std::string_view usual = latency::name_of(latency::Stall::long_scoreboard);
  const auto usually = std::ranges::count(held, usual, &latency::HeldStalls::sampled);
  const auto same_of_others = std::ranges::count_if(
      held, [&](const latency::HeldStalls& one) { return one.is_same() && one.sampled != usual; });
  return speech.say(tr("of {} kernels the longest reason was the same in {}; distance between the "
                       "shares: {:.2f} (median), {:.2f} (nine in ten)",
                       held.size(), same, latency::error_at(distances, 0.5),
                       latency::error_at(distances, 0.9))) +
         "\n" +
         speech.say(tr("of those {} whose sampled reason is another than {} it was the same in {}",
                       held.size() - static_cast<std::size_t>(usually), usual, same_of_others)) +
         "\n";
}

}  // namespace warplens::cli
