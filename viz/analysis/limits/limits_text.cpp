#include "viz/analysis/limits/limits_text.h"

#include <array>

namespace warplens::analysis {
namespace {

struct UnitPhrases {
  std::string_view id;
  TextView name;
  TextView amount;
};
constexpr std::array<UnitPhrases, kUnits> kUnitPhrases = {{
    {"dram", tr("DRAM"), tr("{}B")},
    {"l2", tr("L2"), tr("{}B")},
    {"wavefronts", tr("L1 and shared memory"), tr_in("unit", "{} wavefronts")},
    {"load_store", tr("load-store units"), tr("{} requests")},
    {"atomics", tr("atomics in L2"), tr("{} sectors")},
    {"texture", tr("texture units"), tr("{} instructions")},
    {"fp32", tr("FP32 units"), tr("{} instructions")},
    {"fp16", tr("FP16 units"), tr("{} instructions")},
    {"fp64", tr("FP64 units"), tr("{} instructions")},
    {"special", tr("special-function units"), tr("{} instructions")},
    {"alu", tr("integers and comparisons"), tr("{} instructions")},
    {"integer_multiply", tr("integer multiply-adds"), tr("{} instructions")},
    {"uniform", tr("uniform datapath"), tr("{} instructions")},
    {"exchange", tr("shuffles and warp reductions"), tr("{} instructions")},
    {"tensor", tr("tensor cores"), tr("{} multiply-adds")},
    {"issue", tr("issue slots"), tr("{} instructions")},
    {"launch", tr("launch and blocks"), tr("{} blocks")},
    {"latency", tr("latency"), tr("{} cycles")},
}};

const UnitPhrases& phrase_of(Unit unit) { return kUnitPhrases[static_cast<std::size_t>(unit)]; }

bool counts_bytes(Unit unit) { return unit == Unit::dram || unit == Unit::l2; }

struct Scale {
  double factor;
  std::string_view suffix;
};
constexpr std::array<Scale, 5> kScales = {
    {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};

// 1.07 and "G" of 1,070,000,000.
std::string scaled(double amount) {
  for (const Scale& scale : kScales) {
    if (amount >= scale.factor)
      return fmt::format("{:.3g} {}", amount / scale.factor, scale.suffix);
  }
  return "0 ";
}

// A wait is worth a word from here on.
constexpr double kMuchLonger = 1.5;
// More wavefronts than that would show in no kernel that a person writes.
constexpr double kManyTimes = 64;

double seconds_or_zero(const Limits& limits, Unit unit) {
  return limits.of(unit).seconds.value_or(0);
}

Text limited_by(const Limits& limits) {
  const std::string least = time_phrase(limits.seconds);
  if (limits.limiting == Unit::launch) {
    return tr("Starting it and its blocks takes longest: no run is faster than {}", least);
  }
  return tr("Longest of the units counted: {}; no run is faster than {}", name_of(limits.limiting),
            least);
}

// And the two units that come next.
Text with_next(const Text& said, const Limits& limits) {
  std::vector<UnitLimit> others = by_time(limits);
  std::erase_if(others, [&](const UnitLimit& one) { return one.unit == limits.limiting; });
  const auto phrase = [](const UnitLimit& limit) {
    return tr(tr_in("time", "{} {}"), name_of(limit.unit), time_phrase(*limit.seconds));
  };
  if (others.size() >= 2) {
    return tr("{} (next: {}, {})", said, phrase(others[0]), phrase(others[1]));
  }
  return others.empty() ? said : tr("{} (next: {})", said, phrase(others[0]));
}

double times_least(const Limits& limits, double measured_seconds) {
  return limits.seconds == 0 ? 0 : measured_seconds / limits.seconds;
}

// Adds a sentence if wavefronts limit. It says that they are time only of a run that was seen to
// take little more.
Text with_limiting_wavefronts(const Text& said, const Limits& limits,
                              std::optional<double> measured) {
  if (measured.has_value() && times_least(limits, *measured) < kMuchLonger) {
    return tr("{}; here each wavefront, and so each conflict, is time", said);
  }
  return tr("{}; each further wavefront, and so each conflict, raises that", said);
}

// And what wavefronts, conflicts among them, are beside what limits.
Text with_wavefronts(const Text& said, const Limits& limits, std::optional<double> measured) {
  const double seconds = seconds_or_zero(limits, Unit::wavefronts);
  if (seconds == 0 || limits.limiting == Unit::launch) return said;
  if (limits.limiting == Unit::wavefronts) return with_limiting_wavefronts(said, limits, measured);
  const double times = limits.seconds / seconds;
  if (times > kManyTimes) return said;
  return tr("{}; wavefronts hide behind it until they are {:.1f} times as many", said, times);
}

Text with_measured(const Text& said, const Limits& limits, std::optional<double> measured) {
  if (!measured.has_value()) return said;
  const double times = times_least(limits, *measured);
  if (times < kMuchLonger) return said;
  return tr(
      "{}. Measured, it takes {:.1f} times as long: none of these units is at its rate. It waits "
      "(latency, or bytes that move more than once), or what is not counted takes longer",
      said, times);
}

}  // namespace

std::string_view id_of(Unit unit) { return phrase_of(unit).id; }
TextView name_of(Unit unit) { return phrase_of(unit).name; }

Text amount_phrase(const UnitLimit& limit) {
  std::string amount = scaled(limit.amount);
  if (!counts_bytes(limit.unit) && amount.ends_with(' ')) amount.pop_back();
  return tr(phrase_of(limit.unit).amount, amount);
}

std::string time_phrase(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} µs", seconds * 1e6);
}

Text why(const Limits& limits, std::optional<double> measured_seconds) {
  const Text said =
      with_wavefronts(with_next(limited_by(limits), limits), limits, measured_seconds);
  return tr("{}.", with_measured(said, limits, measured_seconds));
}

}  // namespace warplens::analysis
