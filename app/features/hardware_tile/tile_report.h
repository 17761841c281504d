// What `warplens tile` prints: what reads tiles of shared memory in a block, and of one read all of
// its units; in words and as JSON.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/hardware_tile/tile_survey.h"

namespace warplens::cli {

// A block's reads, of which one may be told in full.
struct TileReport {
  std::string kernel;
  const fragments::MatrixRun* run = nullptr;
  const hardware_tile::TileReads* reads = nullptr;
  const hardware_tile::TileSurvey* survey = nullptr;
  std::optional<std::size_t> read;  // of the reads
};

[[nodiscard]] std::string tile_text(const ui::Speech& speech, const TileReport& report);
[[nodiscard]] Json tile_json(const TileReport& report);
// One read alone: who wrote, who reads, a line of shared memory a line.
[[nodiscard]] std::string read_text(const ui::Speech& speech, const trace::Trace& trace,
                                    const hardware_tile::TileMoment& moment);
// All that is to be said of one unit.
[[nodiscard]] std::string unit_text(const ui::Speech& speech, const trace::Trace& trace,
                                    const hardware_tile::TileMoment& moment, std::uint64_t address);

}  // namespace warplens::cli
