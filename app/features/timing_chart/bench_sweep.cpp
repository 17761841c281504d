#include "app/features/timing_chart/bench_sweep.h"

#include <algorithm>
#include <set>

#include "app/cli/text/parse.h"
#include "app/cli/text/time_text.h"
#include "app/features/limits/limits_data.h"
#include "app/features/timing_chart/bench_table.h"
#include "app/session/accepted_values.h"
#include "app/session/count_run.h"

namespace warplens::cli {
namespace {

using catalog::Parameter;
using timing::Entry;
using timing::EntryKind;

// Of choices those between; of a range of many numbers its powers of two.
std::vector<std::int64_t> values_between(const Parameter& parameter, std::int64_t low,
                                         std::int64_t high) {
  std::set<std::int64_t> values(parameter.choices.begin(), parameter.choices.end());
  if (values.empty()) {
    for (std::int64_t power = 1; power <= parameter.maximum; power *= 2) values.insert(power);
  }
  std::erase_if(values, [&](std::int64_t value) { return value < low || value > high; });
  return {values.begin(), values.end()};
}

Result<std::vector<std::int64_t>> listed_values(const Parameter& parameter, std::string_view text) {
  std::set<std::int64_t> values;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t dots = part.find("..");
    const bool is_range = dots != std::string_view::npos;
    const auto low = parse_number<std::int64_t>(part.substr(0, dots));
    const auto high = is_range ? parse_number<std::int64_t>(part.substr(dots + 2)) : low;
    if (!low.has_value() || !high.has_value() || *high < *low) {
      return fail(tr("--sweep '{}={}': write {}=64,100,256 or {}=64..1024", parameter.name, text,
                     parameter.name, parameter.name));
    }
    if (is_range) {
      for (const std::int64_t value : values_between(parameter, *low, *high)) values.insert(value);
    } else if (session::in_range(parameter, *low)) {
      values.insert(*low);
    } else {
      return fail(tr("--sweep: {} is {}, which is none of its values: {}", parameter.name, *low,
                     parameter.choices.empty()
                         ? tr("{} to {}", parameter.minimum, parameter.maximum)
                         : Text(fmt::format("{}", fmt::join(parameter.choices, ", ")))));
    }
  }
  return std::vector<std::int64_t>(values.begin(), values.end());
}

Result<Parameter> find_parameter(const catalog::Family& family, const catalog::Variant& variant,
                                 std::string_view name) {
  std::vector<std::string> names;
  for (const Parameter& parameter : family.parameters_of(variant)) {
    if (parameter.is_problem_size) {
      if (parameter.name != name) continue;
      return fail(tr("--sweep: {} is a size of the problem: give --sizes", name));
    }
    if (parameter.name == name) return parameter;
    names.push_back(parameter.name);
  }
  return fail(tr("--sweep: {}/{} has no parameter '{}': choose one of {}", family.name,
                 variant.name, name, fmt::join(names, ", ")));
}

// One size's entries, the kernels by the sweep's value.
struct SweptSize {
  std::int64_t side = 0;
  std::vector<const Entry*> kernels, baselines;
  const Entry* best = nullptr;  // of the kernels
};

std::vector<SweptSize> by_size(const timing::Timings& timings) {
  std::vector<SweptSize> sizes;
  for (const Entry& entry : timings.entries) {
    auto size = std::ranges::find(sizes, entry.side, &SweptSize::side);
    if (size == sizes.end()) size = sizes.insert(sizes.end(), {entry.side, {}, {}, nullptr});
    const bool is_kernel = entry.kind == EntryKind::variant;
    (is_kernel ? size->kernels : size->baselines).push_back(&entry);
    if (!is_kernel) continue;
    const bool is_better =
        size->best == nullptr || entry.seconds.median < size->best->seconds.median;
    if (is_better) size->best = &entry;
  }
  return sizes;
}

std::string rate_text(const Entry& entry, catalog::ChartedRate figure) {
  if (figure != catalog::ChartedRate::flop_rate)
    return fmt::format("{:.1f} GB/s", entry.bytes_per_second() / 1e9);
  return entry.flops == 0 ? "-" : fmt::format("{:.3f} TFLOP/s", entry.flops_per_second() / 1e12);
}

std::string row_of(const ui::Speech& speech, const Entry& entry, std::string_view name,
                   bool is_best, catalog::ChartedRate figure) {
  const double spread = entry.seconds.upper_quartile - entry.seconds.lower_quartile;
  const std::string least = entry.least.has_value() ? time_text(*entry.least) : "-";
  const std::string times =
      entry.least.has_value() ? fmt::format("{:.2f}", entry.seconds.median / *entry.least) : "-";
  return fmt::format(
      "{} {:<28} {:>11} ±{:<4} {:>14} {:>11} {:>6}  {}\n", is_best ? "*" : " ", name,
      time_text(entry.seconds.median), fmt::format("{:.0f}%", 50 * spread / entry.seconds.median),
      rate_text(entry, figure), least, times, entry.fits_in_l2 ? speech.say(tr("in L2")) : "");
}

}  // namespace

Result<timing::Sweep> read_sweep(const catalog::Family& family, const catalog::Variant& variant,
                                 std::string_view text) {
  const std::size_t equals = text.find('=');
  TRY(const auto parameter, find_parameter(family, variant, text.substr(0, equals)));
  if (equals == std::string_view::npos) {
    return timing::Sweep{parameter.name,
                         values_between(parameter, parameter.minimum, parameter.maximum)};
  }
  TRY(auto values, listed_values(parameter, text.substr(equals + 1)));
  if (values.empty())
    return fail(tr("--sweep '{}' holds no value that {} takes", text, parameter.name));
  return timing::Sweep{parameter.name, std::move(values)};
}

Result<void> add_least_times(const run::Catalogue& catalogue, const catalog::Family& family,
                             timing::Timings& timings, std::uint64_t memory,
                             const std::stop_token& stop) {
  TRY(const auto data, limits::LimitsData::read(catalogue.assets()));
  const analysis::Chip* chip = analysis::chip_of_device(data.chips(), timings.device.name);
  if (chip == nullptr) return {};
  run::Options how;
  how.memory = memory;
  how.machine.stop = stop;
  for (Entry& entry : timings.entries) {
    if (entry.kind != EntryKind::variant) continue;
    TRY(const auto counted,
        session::count_run(catalogue, fmt::format("{}/{}", family.name, entry.name),
                           entry.parameters, how));
    entry.least = analysis::limits(counted, *chip).seconds;
  }
  return {};
}

std::string sweep_text(const ui::Speech& speech, const timing::Timings& timings,
                       const catalog::Family& family, const timing::Sweep& sweep) {
  std::string text = speech.say(
      tr("{} on {}, driver {}\nmedian of the launches, half the quartiles' distance, rate, least "
         "time by the chip's limits, how many times that it took; * the shortest\n",
         family.name, timings.device.name, timings.device.driver));
  for (const SweptSize& size : by_size(timings)) {
    text += fmt::format("{} x {}\n", size.side, size.side);
    for (const Entry* entry : size.kernels) {
      const auto value = entry->parameters.find(sweep.parameter);
      text += row_of(speech, *entry,
                     fmt::format("{} {}={}", entry->name, sweep.parameter, value->second),
                     entry == size.best, family.timed->figure);
    }
    for (const Entry* entry : size.baselines)
      text += row_of(speech, *entry, entry->name, false, family.timed->figure);
  }
  return text + checked_line(speech, timings) + absent_lines(speech, timings);
}

tables::Table sweep_table(const timing::Timings& timings, const timing::Sweep& sweep) {
  tables::Table table = {{"side", "name", sweep.parameter, "seconds", "lower_quartile",
                          "upper_quartile", "least_seconds", "is_best"}};
  for (const SweptSize& size : by_size(timings)) {
    std::vector<const Entry*> entries = size.kernels;
    entries.insert(entries.end(), size.baselines.begin(), size.baselines.end());
    for (const Entry* entry : entries) {
      const auto value = entry->parameters.find(sweep.parameter);
      const bool has_value = entry->kind == EntryKind::variant && value != entry->parameters.end();
      table.push_back({fmt::format("{}", size.side), entry->name,
                       has_value ? fmt::format("{}", value->second) : "",
                       fmt::format("{}", entry->seconds.median),
                       fmt::format("{}", entry->seconds.lower_quartile),
                       fmt::format("{}", entry->seconds.upper_quartile),
                       entry->least.has_value() ? fmt::format("{}", *entry->least) : "",
                       entry == size.best ? "1" : "0"});
    }
  }
  return table;
}

}  // namespace warplens::cli
