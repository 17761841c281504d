#include "viz/analysis/limits/limits.h"

#include <algorithm>

#include "kernels/base/dim3.h"

namespace warplens::analysis {
namespace {

constexpr double kIssueSlots = 4;  // warp instructions a cycle: an SM's four schedulers

// The rate of each multiprocessor in a cycle.
double a_cycle(Unit unit, const Chip& chip) {
  switch (unit) {
    case Unit::load_store:
      return chip.load_store_lanes->value / kWarpSize;
    case Unit::fp32:
      return chip.fp32_lanes.value / kWarpSize;
    case Unit::issue:
      return kIssueSlots;
    default:
      return 1;
  }
}

double amount_of(const LaunchDemand& launch, Unit unit, const Chip& chip) {
  switch (unit) {
    case Unit::dram:
      return dram_bytes(launch, chip.l2_bytes.value);
    case Unit::l2:
      return static_cast<double>(launch.l2_bytes);
    case Unit::wavefronts:
      return static_cast<double>(launch.l1_wavefronts + launch.shared_wavefronts);
    case Unit::load_store:
      return static_cast<double>(launch.requests);
    case Unit::fp32:
      return static_cast<double>(launch.fp32);
    case Unit::issue:
      return static_cast<double>(launch.issued);
    case Unit::launch:
      break;
  }
  return static_cast<double>(launch.blocks);
}

std::optional<double> over(double amount, const std::optional<ChipFigure>& rate) {
  if (!rate.has_value()) return std::nullopt;
  return amount / rate->value;
}

std::optional<double> seconds_of(const LaunchDemand& launch, Unit unit, const Chip& chip) {
  const double amount = amount_of(launch, unit, chip);
  if (unit == Unit::dram) return amount / chip.dram_rate.value;
  if (unit == Unit::l2) return over(amount, chip.l2_rate);
  if (unit == Unit::launch) return over(amount, chip.block_rate);
  if (unit == Unit::load_store && !chip.load_store_lanes.has_value()) return std::nullopt;
  const double occupied = std::min(static_cast<double>(launch.blocks), chip.multiprocessors.value);
  return amount / (a_cycle(unit, chip) * occupied * chip.clock.value);
}

bool is_measured(const std::optional<ChipFigure>& rate) { return rate && rate->is_measured; }

bool is_rate_measured(Unit unit, const Chip& chip) {
  if (unit == Unit::dram) return chip.dram_rate.is_measured;
  if (unit == Unit::l2) return is_measured(chip.l2_rate);
  if (unit == Unit::launch) return is_measured(chip.block_rate) || is_measured(chip.launch);
  return chip.clock.is_measured;
}

UnitLimit limit_of(std::span<const LaunchDemand> launches, Unit unit, const Chip& chip) {
  UnitLimit limit{unit, 0, 0.0, is_rate_measured(unit, chip)};
  for (const LaunchDemand& launch : launches) {
    limit.amount += amount_of(launch, unit, chip);
    const std::optional<double> seconds = seconds_of(launch, unit, chip);
    if (!seconds.has_value() || !limit.seconds.has_value()) {
      limit.seconds = std::nullopt;
    } else {
      *limit.seconds += *seconds;
    }
  }
  if (unit != Unit::launch || !chip.launch.has_value()) return limit;
  limit.seconds = std::max(limit.seconds.value_or(0), chip.launch->value);
  return limit;
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

Limits limits(std::span<const LaunchDemand> launches, const Chip& chip) {
  Limits result;
  for (std::size_t i = 0; i < kUnits; ++i) {
    const UnitLimit limit = limit_of(launches, static_cast<Unit>(i), chip);
    result.units[i] = limit;
    if (limit.seconds.value_or(0) <= result.seconds) continue;
    result.limiting = limit.unit;
    result.seconds = *limit.seconds;
  }
  result.fits_in_l2 = result.of(Unit::dram).amount == 0;
  return result;
}

}  // namespace warplens::analysis
