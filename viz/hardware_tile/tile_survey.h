// All reads of a block at once: which do not find their elements, and which one is meant by an
// event.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "viz/hardware_tile/tile_match.h"

namespace warplens::hardware_tile {

struct TileSurvey {
  std::vector<UnitState> of_reads;  // unknown: there is nothing to compare
};
// Where it is asked to stop, nothing is known of the rest.
[[nodiscard]] TileSurvey survey(const fragments::MatrixRun& run, const TileReads& reads,
                                const std::stop_token& stop = {});

struct ReaderSummary {
  std::size_t reads = 0, compared = 0, disagreeing = 0;
  std::size_t first = 0;  // of the reads: the first that disagrees, else its first
};
// One a reader.
[[nodiscard]] std::vector<ReaderSummary> summaries(const TileReads& reads,
                                                   const TileSurvey& survey);

// What is looked at until something is chosen: the first that disagrees, else the first by a
// descriptor, by ldmatrix, by a load. Nothing: there is none.
[[nodiscard]] std::optional<std::size_t> first_to_look_at(const TileReads& reads,
                                                          const TileSurvey& survey);

// Which read is meant by a row of the run's trace: itself, the first that reads what it wrote, else
// the next of its warp, the next; of A and B of one instruction the one that disagrees. A load only
// where it is meant itself or nothing else reads. Behind the last: first_to_look_at().
[[nodiscard]] std::optional<std::size_t> read_at(const fragments::MatrixRun& run,
                                                 const TileReads& reads, const TileSurvey& survey,
                                                 std::size_t row);

}  // namespace warplens::hardware_tile
