#include "app/texts/counter_rows.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/texts/metric_names.h"
#include "viz/scene/access/metrics_view.h"

namespace warplens::ui {
namespace {

using scene::MetricClass;
using scene::MetricLabel;
using session::Counted;

struct KnownCounter {
  std::string_view name;
  CounterName words;
};
constexpr std::array<KnownCounter, 16> kCounters{{
    {"global load requests", {MetricClass::global_load, MetricLabel::requests}},
    {"global load sectors", {MetricClass::global_load, MetricLabel::sectors}},
    {"global store requests", {MetricClass::global_store, MetricLabel::requests}},
    {"global store sectors", {MetricClass::global_store, MetricLabel::sectors}},
    {"global atomic sectors", {MetricClass::global_atomic, MetricLabel::sectors}},
    {"async copy requests", {MetricClass::async_copy, MetricLabel::requests}},
    {"async copy sectors", {MetricClass::async_copy, MetricLabel::sectors}},
    {"TMA load sectors", {MetricClass::bulk_load, MetricLabel::sectors}},
    {"TMA store sectors", {MetricClass::bulk_store, MetricLabel::sectors}},
    {"shared load wavefronts", {MetricClass::shared_load, MetricLabel::wavefronts}},
    {"shared load conflicts", {MetricClass::shared_load, MetricLabel::conflicts}},
    {"shared store wavefronts", {MetricClass::shared_store, MetricLabel::wavefronts}},
    {"shared store conflicts", {MetricClass::shared_store, MetricLabel::conflicts}},
    {"shared atomic wavefronts", {MetricClass::shared_atomic, MetricLabel::wavefronts}},
    {"async copy wavefronts", {MetricClass::async_copy, MetricLabel::wavefronts}},
    {"async copy conflicts", {MetricClass::async_copy, MetricLabel::conflicts}},
}};
constexpr std::array<std::pair<std::string_view, Str>, 4> kObserved{{
    {"L1 hit rate", Str::l1_hit_rate},
    {"L2 hit rate", Str::l2_hit_rate},
    {"DRAM bytes read", Str::dram_read},
    {"DRAM bytes written", Str::dram_written},
}};

constexpr std::size_t kMostLines = 8;  // of the source, in a hint

std::string changed_lines(const Speech& speech, const Counted& counted) {
  if (counted.changed.empty()) return {};
  std::string words = fmt::format("\n{}", speech.say(Str::counted_changed));
  for (std::size_t i = 0; i < std::min(counted.changed.size(), kMostLines); ++i) {
    const session::ChangedLine& line = counted.changed[i];
    words += '\n' + speech.say(Str::counted_line, line.file.substr(line.file.rfind('/') + 1),
                               line.line, speech.say(phrase_of(line.fate)));
  }
  if (counted.changed.size() > kMostLines) {
    words += '\n' + speech.say(Str::counted_more_lines, counted.changed.size() - kMostLines);
  }
  return words;
}

Str phrase_of(analysis::Agreement agreement) {
  using enum analysis::Agreement;
  if (agreement == equal) return Str::counted_equal;
  if (agreement == another_order) return Str::counted_other_order;
  if (agreement == missed_copies) return Str::counted_missed;
  return agreement == without_rule ? Str::counted_no_rule : Str::counted_differs;
}

std::string metric_lines(std::span<const std::string_view> metrics) {
  std::string words;
  for (const std::string_view metric : metrics) words += fmt::format("\n{}", metric);
  return words;
}

std::string observed_lines(const analysis::ObservedCounter& counter) {
  const std::array metrics{counter.metric, counter.rest};
  return metric_lines(std::span(metrics).first(counter.rest.empty() ? 1 : 2));
}

CounterRow rules_row(const Speech& speech, const Counted& counted,
                     const analysis::ComparedCounter& figure, const CounterName& name) {
  const bool is_equal = figure.predicted == figure.measured;
  std::string hint = speech.say(Str::counted_hint, speech.say(phrase_of(figure.agreement))) +
                     metric_lines(figure.counter->metrics);
  if (figure.predicted != figure.as_ptx) {
    hint += '\n' + speech.say(Str::counted_as_ptx, scene::with_separators(figure.as_ptx)) +
            changed_lines(speech, counted);
  }
  return {fmt::format("{}.{}", key_of(name.of), key_of(name.label)),
          fmt::format("{} · {}", speech.say(name_of(name.of)), speech.say(name_of(name.label))),
          scene::with_separators(figure.predicted),
          scene::with_separators(figure.measured),
          is_equal,
          std::move(hint)};
}

// "1,234 B", "1.23 GB": short enough for two of them side by side.
std::string bytes_phrase(double bytes) {
  constexpr double kExactBelow = 1e5;
  if (bytes < kExactBelow) {
    return scene::with_separators(static_cast<std::uint64_t>(bytes + 0.5)) + " B";
  }
  constexpr std::array<std::string_view, 4> kUnits{"kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  double scaled = bytes / 1000;
  for (; scaled >= 999.5 && unit + 1 < kUnits.size(); ++unit) scaled /= 1000;
  return fmt::format("{:.{}f} {}", scaled,
                     scaled < 9.995   ? 2
                     : scaled < 99.95 ? 1
                                      : 0,
                     kUnits[unit]);
}

std::string observed_value(const session::ObservedFigure& figure) {
  using Unit = analysis::ObservedCounter::Unit;
  return figure.counter->unit == Unit::percent ? fmt::format("{:.1f} %", figure.measured)
                                               : bytes_phrase(figure.measured);
}

std::string key_of_observed(std::string_view name) {
  std::string key(name);
  std::ranges::replace(key, ' ', '_');
  return key;
}

}  // namespace

std::optional<CounterName> counter_name(std::string_view name) {
  const auto it = std::ranges::find(kCounters, name, &KnownCounter::name);
  if (it == kCounters.end()) return std::nullopt;
  return it->words;
}

std::optional<Str> observed_name(std::string_view name) {
  const auto it = std::ranges::find(kObserved, name, &std::pair<std::string_view, Str>::first);
  if (it == kObserved.end()) return std::nullopt;
  return it->second;
}

std::vector<CounterRow> counter_rows(const Speech& speech, const Counted& counted) {
  std::vector<CounterRow> rows;
  for (const analysis::ComparedCounter& figure : counted.figures) {
    const auto name = counter_name(figure.counter->name);
    if (!name) continue;
    rows.push_back(rules_row(speech, counted, figure, *name));
  }
  for (const session::ObservedFigure& figure : counted.observed) {
    const auto name = observed_name(figure.counter->name);
    if (!name) continue;
    rows.push_back(
        {key_of_observed(figure.counter->name), std::string(speech.say(*name)), "",
         observed_value(figure), std::nullopt,
         std::string(speech.say(Str::counted_observed)) + observed_lines(*figure.counter)});
  }
  return rows;
}

std::string signed_figure(const CounterRow& row) {
  if (!row.is_equal) return row.measured;
  return fmt::format("{} {}", row.measured, *row.is_equal ? "=" : "≠");
}

std::string counter_note(const Speech& speech, const session::KernelResult& result,
                         const session::LaunchResult& launch) {
  if (!result.run->why_no_counters.empty())
    return speech.say(Str::no_counters, result.run->why_no_counters);
  const Counted& counted = launch.counted;
  if (!counted.why_no_sass.empty()) return speech.say(Str::counted_no_sass, counted.why_no_sass);
  if (counted.doubts.empty()) return {};
  std::string doubts;
  for (const analysis::Doubt doubt : counted.doubts) {
    const std::string_view words = speech.say(phrase_of(doubt));
    doubts = doubts.empty() ? std::string(words) : speech.say(tr("{}; {}", doubts, words));
  }
  return speech.say(Str::counted_uncertain, doubts);
}

Str phrase_of(analysis::Fate fate) {
  using enum analysis::Fate;
  switch (fate) {
    case narrower:
      return Str::fate_narrower;
    case covered:
      return Str::fate_covered;
    case removed:
      return Str::fate_removed;
    case not_run:
    case as_written:
    case wider:
      break;
  }
  return Str::fate_wider;
}

Str phrase_of(analysis::Doubt doubt) {
  using enum analysis::Doubt;
  switch (doubt) {
    case events_left_out:
      return Str::doubt_events_left_out;
    case replaced:
      return Str::doubt_replaced;
    case mixed_widths:
      return Str::doubt_mixed_widths;
    case partly_covered:
      return Str::doubt_partly_covered;
    case other_lanes:
      return Str::doubt_other_lanes;
    case other_times:
      return Str::doubt_other_times;
    case lanes_part:
      return Str::doubt_lanes_part;
    case retried:
      return Str::doubt_retried;
    case local_memory:
      return Str::doubt_local_memory;
    case not_assembled:
      return Str::doubt_not_assembled;
    case none:
    case missing:
      break;
  }
  return Str::doubt_missing;
}

}  // namespace warplens::ui
