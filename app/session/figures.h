// The figures that the app shows and lessons ask for, each computed from the trace by name.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "app/session/cursor.h"
#include "app/session/feature_choices.h"

namespace warplens::session {

enum class Figure : std::uint8_t {
  wavefronts,        // of the event under the cursor
  max_way,           // "n-way" of that event
  conflicts,         // bank conflicts of that event
  banks,             // distinct banks that its active lanes want
  sectors,           // 32-byte sectors that it touches
  lanes,             // its active lanes
  aligned_lanes,     // active lanes whose address is a multiple of 16
  warps,             // of its block that do the same as it between the same barriers
  writers,           // warps that wrote, last, the shared bytes that it reads
  total_wavefronts,  // shared loads and stores of the launch, all blocks
  total_conflicts,
  shared_requests,  // loads and stores of shared memory, likewise
  idle_in_shared,   // lanes without a part in those shared accesses, summed over them
  total_sectors,    // of global memory, all loads, stores and atomics of the launch
  total_requests,   // likewise
  shared_bytes,     // of a block, static and dynamic
  findings,         // of the launch, those that are information alone left out
  cache_hits,       // of the whole replay with the chosen cache; at the cursor's launch
  cache_misses,
  idle_lanes,       // of the launch's warps, those that touch no memory; all blocks
  idle_blocks,      // blocks without a lane that touches memory
  wrong_elements,   // of the result, those that differ from the reference
  resident_blocks,  // of the launch on the chosen GPU's multiprocessor, by ptxas's report
  resident_warps,
  // Of a matrix product, 0 of anything else. Values are elements of A and B that lanes read, loads
  // the lanes' parts in the executed instructions that bring them, all blocks; for 1,000
  // multiply-adds of the product's m × n × k (viz/analysis/gemm_counts.h).
  global_values,
  shared_values,
  global_loads,
  shared_loads,
  // Findings of one kind; and 1 where nothing says what is right, 0 where the result was compared.
  out_of_bounds,
  races,
  unchecked,
};

[[nodiscard]] std::string_view name_of(Figure figure);
[[nodiscard]] std::optional<Figure> figure_named(std::string_view name);

// `features`: which cache, and what is resident on which GPU. Nothing when the cursor stands on no
// event.
[[nodiscard]] std::optional<std::int64_t> figure(const KernelResult& result, Cursor cursor,
                                                 Figure figure,
                                                 const FeatureChoices& features = {});

// Those that a whole run has, of whatever events.
inline constexpr std::array kSumFigures{
    Figure::total_wavefronts, Figure::total_conflicts, Figure::total_sectors,
    Figure::total_requests,   Figure::shared_bytes,    Figure::findings,
    Figure::idle_lanes,       Figure::idle_blocks,     Figure::wrong_elements,
    Figure::idle_in_shared,   Figure::shared_requests, Figure::global_values,
    Figure::shared_values,    Figure::global_loads,    Figure::shared_loads,
    Figure::out_of_bounds,    Figure::races,           Figure::unchecked};

// Each of kSumFigures over all launches of a run; of shared_bytes and what is for 1,000
// multiply-adds the launch with most. Idle lanes
// and blocks of a launch that was recorded in part are none.
using Sums = std::map<Figure, std::int64_t>;
[[nodiscard]] Sums sums_of(const KernelResult& result);

}  // namespace warplens::session
