#include "app/features/latency/estimate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/base/json.h"
#include "kernels/machine/program/source_line.h"
#include "viz/analysis/limits/limits_text.h"

namespace warplens::cli {
namespace {

using latency::Stall;
using Stalls = std::array<double, latency::kStalls>;

constexpr std::size_t kMostStallLines = 12;

// Nsight Compute's names.
constexpr std::array<const char*, latency::kStalls> kStallNames{
    "Selected",           "Not Selected",    "Wait",
    "Math Pipe Throttle", "MIO Throttle",    "LG Throttle",
    "Short Scoreboard",   "Long Scoreboard", "Barrier"};

struct StalledLine {
  machine::SourceLine source;
  Stalls cycles{};
  double all = 0;
};

std::vector<StalledLine> stalled_lines(const EstimateReport& report) {
  std::map<std::pair<std::string, std::uint32_t>, StalledLine> lines;
  for (const auto& [number, stalls] : report.run.estimate.stalls) {
    const ptx::Instruction* instruction = report.run.records->instruction(number);
    if (instruction == nullptr) continue;
    const auto source = machine::source_line(*report.run.records->program(), *instruction);
    StalledLine& line = lines[{source.file, source.line}];
    line.source = source;
    for (std::size_t i = 0; i < stalls.size(); ++i) line.cycles[i] += stalls[i];
    for (const double cycles : stalls) line.all += cycles;
  }
  std::vector<StalledLine> all;
  for (auto& [place, line] : lines) all.push_back(std::move(line));
  std::ranges::sort(all, std::greater(), &StalledLine::all);
  return all;
}

double sum_of(const std::vector<StalledLine>& lines) {
  double all = 0;
  for (const StalledLine& line : lines) all += line.all;
  return all;
}

// The two that take most.
std::string reasons(const StalledLine& line) {
  std::array<std::size_t, latency::kStalls> order{};
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order,
                    [&](std::size_t a, std::size_t b) { return line.cycles[a] > line.cycles[b]; });
  std::string text;
  for (std::size_t i = 0; i < 2 && line.cycles[order[i]] > 0; ++i) {
    text += fmt::format("{}{} {:.0f}%", i == 0 ? "" : ", ", kStallNames[order[i]],
                        100 * line.cycles[order[i]] / line.all);
  }
  return text;
}

std::string name_of(const machine::SourceLine& source) {
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
  const auto lines = stalled_lines(report);
  const double all = sum_of(lines);
  for (std::size_t i = 0; i < lines.size() && i < kMostStallLines && all > 0; ++i) {
    text += fmt::format("  {:>5.1f}%  {:<28} {}\n", 100 * lines[i].all / all,
                        name_of(lines[i].source), reasons(lines[i]));
  }
  return text;
}

Json estimate_json(const EstimateReport& report) {
  Json lines = Json::array();
  for (const StalledLine& line : stalled_lines(report)) {
    Json cycles = Json::object();
    for (std::size_t i = 0; i < line.cycles.size(); ++i) cycles[kStallNames[i]] = line.cycles[i];
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

}  // namespace warplens::cli
