#include "app/features/timing_chart/bench_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/cli/text/time_text.h"

namespace warplens::cli {
namespace {

using timing::Entry;
using timing::EntryKind;
using timing::Timings;

// Of a row's last two figures, by catalog::ChartedRate.
constexpr std::array<TextView, 3> kMeaning{tr("bandwidth, share of a device copy's"),
                                           tr("FLOP rate, share of the library's"),
                                           tr("bandwidth of shared memory")};

std::string charted_rate_text(const Entry& entry, catalog::ChartedRate figure) {
  if (figure != catalog::ChartedRate::flop_rate) {
    return fmt::format("{:.1f} GB/s", entry.bytes_per_second() / 1e9);
  }
  if (entry.flops == 0) return "-";
  return fmt::format("{:.3f} TFLOP/s", entry.flops_per_second() / 1e12);
}

// What a size's kernels are held against: the copy, which moves the same bytes, or for a FLOP rate
// the library. nullptr: it is absent, or there is none.
const Entry* yardstick(const Timings& timings, std::int64_t side, catalog::ChartedRate figure) {
  if (figure == catalog::ChartedRate::shared_bandwidth) return nullptr;
  const EntryKind kind =
      figure == catalog::ChartedRate::bandwidth ? EntryKind::ceiling : EntryKind::library;
  const auto found = std::ranges::find_if(timings.entries, [&](const Entry& entry) {
    return entry.kind == kind && entry.side == side;
  });
  return found == timings.entries.end() ? nullptr : &*found;
}

double rate(const Entry& entry, catalog::ChartedRate figure) {
  return figure == catalog::ChartedRate::flop_rate ? entry.flops_per_second()
                                                   : entry.bytes_per_second();
}

std::string row(const ui::Speech& speech, const Entry& entry, const Entry* best,
                catalog::ChartedRate figure) {
  const bool comparable =
      best != nullptr && (figure == catalog::ChartedRate::bandwidth || entry.flops > 0);
  const std::string share =
      comparable ? fmt::format("{:.0f}%", 100 * rate(entry, figure) / rate(*best, figure)) : "-";
  const double spread = entry.seconds.upper_quartile - entry.seconds.lower_quartile;
  return fmt::format(
      "  {:<28} {:>11} ±{:<4} {:>14} {:>6}  {}\n", entry.name, time_text(entry.seconds.median),
      fmt::format("{:.0f}%", 50 * spread / entry.seconds.median), charted_rate_text(entry, figure),
      share, entry.fits_in_l2 ? speech.say(tr("in L2")) : "");
}

}  // namespace

std::string checked_line(const ui::Speech& speech, const Timings& timings) {
  std::size_t whole = 0, samples = 0;
  for (const Entry& entry : timings.entries) {
    whole += entry.checked == timing::Checked::whole ? 1 : 0;
    samples += entry.checked == timing::Checked::samples ? 1 : 0;
  }
  if (whole + samples == 0) return "";
  const Text compared =
      samples == 0
          ? Text(tr("compared with the CPU: every element of every result"))
          : tr("compared with the CPU: every element of {} results, 4,097 elements of {} (all of "
               "them: --check whole)",
               whole, samples);
  return speech.say(compared) + "\n";
}

std::string absent_lines(const ui::Speech& speech, const Timings& timings) {
  std::string text;
  for (const Both& each : timings.absent)
    text += speech.say(tr("not timed: {}", speech.say(each))) + "\n";
  return text;
}

std::string bench_table(const ui::Speech& speech, const Timings& timings,
                        const catalog::Family& family) {
  const catalog::ChartedRate figure = family.timed->figure;
  std::string text = speech.say(
      tr("{} on {}, driver {}\nmedian of each kernel's launches (host steps are not timed), half "
         "the quartiles' distance, {}\n",
         family.name, timings.device.name, timings.device.driver,
         kMeaning.at(static_cast<std::size_t>(figure))));
  std::set<std::int64_t> sides;
  for (const Entry& entry : timings.entries) sides.insert(entry.side);
  for (const std::int64_t side : sides) {
    text += side == 0 ? fmt::format("{}\n", speech.say(tr("as set")))
                      : fmt::format("{} x {}\n", side, side);
    const Entry* best = yardstick(timings, side, figure);
    for (const Entry& entry : timings.entries) {
      if (entry.side == side) text += row(speech, entry, best, figure);
    }
  }
  return text + checked_line(speech, timings) + absent_lines(speech, timings);
}

}  // namespace warplens::cli
