#include "viz/analysis/limits/limits.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "kernels/base/dim3.h"
#include "viz/analysis/limits/resources.h"

namespace warplens::analysis {
namespace {

constexpr double kFillsSlots = 0.9;  // of the issue slots' time
constexpr double kLineBytes = 128;
constexpr double kIssueSlots = 4;  // warp instructions a cycle: an SM's four schedulers

// The works that a unit does, where it is none of memory's.
struct UnitWorks {
  Work first, last;
  bool follow_one_another = true;  // false: side by side
};

std::optional<UnitWorks> works_of(Unit unit) {
  switch (unit) {
    case Unit::texture:
      return UnitWorks{Work::texture, Work::texture};
    case Unit::fp32:
      return UnitWorks{Work::fp32, Work::fp32};
    case Unit::fp16:
      return UnitWorks{Work::fp16, Work::fp16};
    case Unit::fp64:
      return UnitWorks{Work::fp64, Work::fp64};
    case Unit::special:
      return UnitWorks{Work::special, Work::special};
    case Unit::alu:
      return UnitWorks{Work::alu, Work::alu};
    case Unit::integer_multiply:
      return UnitWorks{Work::integer_multiply, Work::integer_multiply};
    case Unit::uniform:
      return UnitWorks{Work::uniform, Work::uniform};
    case Unit::exchange:
      return UnitWorks{Work::shuffle, Work::reduction, false};
    case Unit::tensor:
      return UnitWorks{Work::mma_f16, Work::tcgen05_f4};
    default:
      return std::nullopt;
  }
}

template <class Visit>
void each_work(const UnitWorks& works, Visit visit) {
  for (auto i = static_cast<std::size_t>(works.first); i <= static_cast<std::size_t>(works.last);
       ++i) {
    visit(static_cast<Work>(i));
  }
}

// The rate of each multiprocessor in a cycle.
double a_cycle(Unit unit, const Chip& chip) {
  switch (unit) {
    case Unit::load_store:
      return chip.load_store_lanes->value / kWarpSize;
    case Unit::issue:
      return kIssueSlots;
    default:
      return 1;
  }
}

double amount_of(const LaunchDemand& launch, const UnitWorks& works) {
  double all = 0;
  each_work(works, [&](Work work) { all += static_cast<double>(launch.of(work)); });
  return all;
}

const ChainCycles* chain_on(const LaunchDemand& launch, const Chip& chip) {
  const auto found = std::ranges::find(launch.chains, chip.capability, &ChainCycles::capability);
  return found == launch.chains.end() ? nullptr : &*found;
}

// What an average block waits for DRAM beyond its chain: for the lines that L2 cannot hold.
double dram_cycles(const LaunchDemand& launch, const ChainCycles& chain, const Chip& chip,
                   double l2_bytes) {
  if (!chip.dram_cycles) return 0;
  const double held = l2_bytes / kLineBytes / static_cast<double>(launch.blocks);
  return std::max(0.0, chain.dram_lines - held) / chain.lines_at_once * chip.dram_cycles->value;
}

// Of all waves of blocks, one after the other; or of the blocks that take turns on a place of an SM
// if each is an average one.
double chain_cycles(const LaunchDemand& launch, const Chip& chip, double l2_bytes) {
  const ChainCycles* chain = chain_on(launch, chip);
  if (chain == nullptr) return 0;
  const auto waves = static_cast<double>(whole_waves(launch.blocks, launch.blocks_an_sm, chip));
  const auto blocks = static_cast<double>(launch.blocks);
  const double places = launch.blocks_an_sm == 0
                            ? blocks
                            : std::min(blocks, launch.blocks_an_sm * chip.multiprocessors.value);
  const double next = std::min(chain->first, chain->next);
  const double turns = blocks / places;
  return std::max(
      chain->first + (waves - 1) * next,
      chain->first + (turns - 1) * next + turns * dram_cycles(launch, *chain, chip, l2_bytes));
}

double amount_of(const LaunchDemand& launch, Unit unit, const Chip& chip, double l2_bytes) {
  if (const auto works = works_of(unit)) return amount_of(launch, *works);
  if (unit == Unit::latency) return chain_cycles(launch, chip, l2_bytes);
  switch (unit) {
    case Unit::dram:
      return dram_bytes(launch, l2_bytes);
    case Unit::l2:
      return static_cast<double>(launch.l2_bytes);
    case Unit::wavefronts:
      return static_cast<double>(launch.l1_wavefronts + launch.shared_wavefronts);
    case Unit::load_store:
      return static_cast<double>(launch.requests);
    case Unit::atomics:
      return static_cast<double>(launch.atomic_sectors);
    case Unit::issue:
      return static_cast<double>(launch.issued);
    default:
      return static_cast<double>(launch.blocks);
  }
}

std::optional<double> over(double amount, const std::optional<ChipFigure>& rate) {
  if (!rate.has_value()) return std::nullopt;
  return amount / rate->value;
}

// Of one multiprocessor that does all of it. Nothing where a rate that it needs is not known.
std::optional<double> cycles_of(const LaunchDemand& launch, const UnitWorks& works,
                                const Chip& chip) {
  std::optional<double> all = 0.0;
  each_work(works, [&](Work work) {
    if (launch.of(work) == 0 || !all.has_value()) return;
    const double lanes = is_of_tensor_cores(work) ? 1 : kWarpSize;
    const auto cycles = over(static_cast<double>(launch.of(work)) * lanes, chip.rate_of(work));
    if (!cycles.has_value()) {
      all = std::nullopt;
    } else {
      all = works.follow_one_another ? *all + *cycles : std::max(*all, *cycles);
    }
  });
  return all;
}

// Sectors by all slices of the L2, and one word's updates one after the other.
std::optional<double> atomic_seconds(const LaunchDemand& launch, const Chip& chip) {
  if (!chip.atomic_rate || !chip.word_rate || !chip.float_word_rate) return std::nullopt;
  return std::max({static_cast<double>(launch.atomic_sectors) / chip.atomic_rate->value,
                   static_cast<double>(launch.most_updates) / chip.word_rate->value,
                   static_cast<double>(launch.most_float_updates) / chip.float_word_rate->value});
}

std::optional<double> seconds_of(const LaunchDemand& launch, Unit unit, const Chip& chip,
                                 double l2_bytes) {
  const double occupied = std::min(static_cast<double>(launch.blocks), chip.multiprocessors.value);
  const double cycles_a_second = occupied * chip.clock.value;
  if (const auto works = works_of(unit)) {
    const auto cycles = cycles_of(launch, *works, chip);
    return cycles.has_value() ? std::optional(*cycles / cycles_a_second) : std::nullopt;
  }
  const double amount = amount_of(launch, unit, chip, l2_bytes);
  if (unit == Unit::latency) return amount / chip.clock.value;
  if (unit == Unit::dram) return amount / chip.dram_rate.value;
  if (unit == Unit::l2) return over(amount, chip.l2_rate);
  if (unit == Unit::atomics) return atomic_seconds(launch, chip);
  if (unit == Unit::launch) return over(amount, chip.block_rate);
  if (unit == Unit::load_store && !chip.load_store_lanes.has_value()) return std::nullopt;
  return amount / (a_cycle(unit, chip) * cycles_a_second);
}

void add_figure(const std::optional<ChipFigure>& figure, std::vector<ChipFigure>& figures) {
  if (figure.has_value()) figures.push_back(*figure);
}

// The rates of the works that launches do, the most of it first.
std::vector<ChipFigure> rates_of(std::span<const LaunchDemand> launches, const UnitWorks& works,
                                 const Chip& chip) {
  std::vector<std::pair<std::uint64_t, Work>> done;
  each_work(works, [&](Work work) {
    std::uint64_t amount = 0;
    for (const LaunchDemand& launch : launches) amount += launch.of(work);
    if (amount > 0) done.emplace_back(amount, work);
  });
  std::ranges::sort(done, std::greater{});
  std::vector<ChipFigure> figures;
  for (const auto& [amount, work] : done) add_figure(chip.rate_of(work), figures);
  return figures;
}

bool waits_for_dram(std::span<const LaunchDemand> launches) {
  return std::ranges::any_of(launches, [](const LaunchDemand& launch) {
    return std::ranges::any_of(launch.chains,
                               [](const ChainCycles& chain) { return chain.dram_lines > 0; });
  });
}

std::vector<ChipFigure> rates_of(std::span<const LaunchDemand> launches, Unit unit,
                                 const Chip& chip) {
  if (const auto works = works_of(unit)) return rates_of(launches, *works, chip);
  std::vector<ChipFigure> figures;
  switch (unit) {
    case Unit::dram:
      return {chip.dram_rate};
    case Unit::l2:
      add_figure(chip.l2_rate, figures);
      return figures;
    case Unit::atomics:
      add_figure(chip.atomic_rate, figures);
      add_figure(chip.word_rate, figures);
      add_figure(chip.float_word_rate, figures);
      return figures;
    case Unit::load_store:
      add_figure(chip.load_store_lanes, figures);
      return figures;
    case Unit::latency:
      figures.push_back(chip.clock);
      if (waits_for_dram(launches)) add_figure(chip.dram_cycles, figures);
      return figures;
    case Unit::launch:
      add_figure(chip.launch, figures);
      add_figure(chip.block_rate, figures);
      return figures;
    default:
      return {chip.multiprocessors, chip.clock};
  }
}

bool is_rate_measured(Unit unit, const std::vector<ChipFigure>& rates) {
  const auto is_measured = [](const ChipFigure& figure) { return figure.is_measured; };
  if (unit == Unit::latency) return true;  // only where latencies were measured
  if (unit == Unit::launch) return std::ranges::any_of(rates, is_measured);
  return !rates.empty() && std::ranges::all_of(rates, is_measured);
}

bool is_of_every_kernel(Unit unit) {
  if (unit == Unit::atomics || unit == Unit::latency) return false;
  return unit == Unit::fp32 || !works_of(unit).has_value();
}

// Of a launch whose chain is not known it takes no time.
bool has_chain(std::span<const LaunchDemand> launches, const Chip& chip) {
  return std::ranges::any_of(
      launches, [&](const LaunchDemand& launch) { return chain_on(launch, chip) != nullptr; });
}

UnitLimit limit_of(std::span<const LaunchDemand> launches, Unit unit, const Chip& chip,
                   Caches caches) {
  const double l2_bytes = caches == Caches::warm ? chip.l2_bytes.value : 0;
  UnitLimit limit{unit, 0, 0.0, false, rates_of(launches, unit, chip)};
  limit.is_rate_measured = is_rate_measured(unit, limit.rates);
  for (const LaunchDemand& launch : launches) {
    limit.amount += amount_of(launch, unit, chip, l2_bytes);
    const std::optional<double> seconds = seconds_of(launch, unit, chip, l2_bytes);
    if (!seconds.has_value() || !limit.seconds.has_value()) {
      limit.seconds = std::nullopt;
    } else {
      *limit.seconds += *seconds;
    }
  }
  if (unit == Unit::latency && !has_chain(launches, chip)) limit.seconds = std::nullopt;
  if (unit != Unit::launch || !chip.launch.has_value()) return limit;
  limit.seconds = std::max(limit.seconds.value_or(0), chip.launch->value);
  return limit;
}

// A unit of four warp instructions a cycle takes as many issue slots as it has, and a loop's own
// instructions come on top.
void name_what_fills_slots(Limits& limits) {
  if (limits.limiting != Unit::issue) return;
  double longest = kFillsSlots * limits.seconds;
  for (const UnitLimit& limit : limits.units) {
    if (limit.unit == Unit::issue || limit.seconds.value_or(0) < longest) continue;
    limits.limiting = limit.unit;
    longest = *limit.seconds;
  }
}

}  // namespace

double dram_bytes(const LaunchDemand& launch, double l2_bytes) {
  const auto updated = static_cast<double>(launch.updated_bytes);
  const double once =
      static_cast<double>(launch.fetched_bytes + launch.written_bytes) - 2 * updated;
  const double kept_updated = std::min(updated, l2_bytes);
  const double kept_once = std::min(once, l2_bytes - kept_updated);
  return 2 * (updated - kept_updated) + once - kept_once;
}

Limits limits(std::span<const LaunchDemand> launches, const Chip& chip, Caches caches) {
  Limits result;
  for (std::size_t i = 0; i < kUnits; ++i) {
    const UnitLimit limit = limit_of(launches, static_cast<Unit>(i), chip, caches);
    result.units[i] = limit;
    if (limit.seconds.value_or(0) <= result.seconds) continue;
    result.limiting = limit.unit;
    result.seconds = *limit.seconds;
  }
  result.fits_in_l2 = result.of(Unit::dram).amount == 0;
  name_what_fills_slots(result);
  return result;
}

std::vector<UnitLimit> shown_units(const Limits& limits) {
  std::vector<UnitLimit> shown;
  for (const UnitLimit& limit : limits.units) {
    if (is_of_every_kernel(limit.unit) || limit.amount > 0) shown.push_back(limit);
  }
  return shown;
}

std::vector<UnitLimit> by_time(const Limits& limits) {
  std::vector<UnitLimit> sorted;
  for (const UnitLimit& limit : limits.units) {
    if (limit.unit != Unit::launch && limit.seconds.value_or(0) > 0) sorted.push_back(limit);
  }
  std::ranges::stable_sort(sorted, std::greater{},
                           [](const UnitLimit& one) { return *one.seconds; });
  return sorted;
}

}  // namespace warplens::analysis
