// The figures here that metrics are: sums and ratios over classes of accesses.
#pragma once

#include <cstdint>
#include <optional>

#include "viz/analysis/kernel_cost.h"

namespace warplens::explain::figures {

using K = analysis::KernelTotals;
using S = trace::SiteTotals;

template <std::uint64_t S::*Figure, S K::*... Classes>
std::optional<double> sum(const K& totals) {
  return static_cast<double>((((totals.*Classes).*Figure) + ...));
}

template <std::uint64_t S::*Part, std::uint64_t S::*Whole, S K::*... Classes>
std::optional<double> ratio(const K& totals) {
  const double whole = static_cast<double>((((totals.*Classes).*Whole) + ...));
  if (whole == 0) return std::nullopt;
  return static_cast<double>((((totals.*Classes).*Part) + ...)) / whole;
}

inline constexpr auto kSharedWavefronts =
    sum<&S::wavefronts, &K::shared_load, &K::shared_store, &K::shared_atomic, &K::async_copy>;
inline constexpr auto kSharedConflicts =
    sum<&S::conflicts, &K::shared_load, &K::shared_store, &K::shared_atomic, &K::async_copy>;

// Of cp.async the source page has another least, and it is no class's figure here.
template <std::uint64_t S::*Figure>
std::optional<double> without_copies(const K& totals) {
  if (totals.async_copy.wavefronts != 0) return std::nullopt;
  return sum<Figure, &K::shared_load, &K::shared_store, &K::shared_atomic>(totals);
}

// The tag stage's counter has other figures of copies.
inline std::optional<double> sectors_without_copies(const K& totals) {
  if (totals.async_copy.sectors != 0) return std::nullopt;
  return static_cast<double>(totals.global_load.sectors);
}

inline std::optional<double> excess_sectors(const K& totals) {
  double excess = 0;
  for (const S& each :
       {totals.global_load, totals.global_store, totals.global_atomic, totals.async_copy}) {
    excess += static_cast<double>(each.sectors) - static_cast<double>(each.ideal_sectors);
  }
  return excess;
}
inline constexpr auto kGlobalSectors =
    sum<&S::sectors, &K::global_load, &K::global_store, &K::global_atomic, &K::async_copy>;

}  // namespace warplens::explain::figures
