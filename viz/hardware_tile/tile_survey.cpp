#include "viz/hardware_tile/tile_survey.h"

#include <algorithm>

namespace warplens::hardware_tile {
namespace {

constexpr std::size_t kMostLookedThrough = 256;  // reads, for what a copy brought

bool is_of_lanes(const TileReads& reads, const TileRead& read) {
  return reads.readers[read.reader].kind == ReaderKind::lanes;
}

bool writes(const trace::Trace& trace, std::size_t row) {
  const trace::Site& site = trace.sites[trace.events.site(row)];
  const bool is_copy = site.kind == trace::EventKind::async_copy || is_bulk_copy(site.kind);
  return is_copy ||
         (site.space == trace::Space::shared &&
          (site.kind == trace::EventKind::store || site.kind == trace::EventKind::store_matrix));
}

bool reads_what_was_written(const fragments::MatrixRun& run, const TileReads& reads,
                            const TileRead& read, std::size_t row) {
  std::vector<std::uint64_t> addresses;
  for (const ReadUnit& unit : units_of(run, reads, read)) addresses.push_back(unit.address);
  const Written written = written_before(run, reads, read, addresses);
  return std::ranges::any_of(written.writers,
                             [row](const TileWriter& writer) { return writer.event == row; });
}

std::optional<std::size_t> first_reader_of(const fragments::MatrixRun& run, const TileReads& reads,
                                           std::size_t row) {
  std::size_t looked_through = 0;
  for (std::size_t i = 0; i < reads.reads.size(); ++i) {
    const TileRead& read = reads.reads[i];
    if (read.before <= row || is_of_lanes(reads, read)) continue;
    if (++looked_through > kMostLookedThrough) break;
    if (reads_what_was_written(run, reads, read, row)) return i;
  }
  return std::nullopt;
}

template <class Is>
std::optional<std::size_t> first_read(const TileReads& reads, Is is) {
  const auto found = std::ranges::find_if(reads.reads, is);
  if (found == reads.reads.end()) return std::nullopt;
  return static_cast<std::size_t>(found - reads.reads.begin());
}

// Of A and B of one instruction the one that disagrees.
std::size_t worse_of_both(const TileReads& reads, const TileSurvey& survey, std::size_t read) {
  const TileRead& one = reads.reads[read];
  const TileReader& reader = reads.readers[one.reader];
  if (reader.operand == 0) return read;
  for (std::size_t i = 0; i < reads.reads.size(); ++i) {
    const TileRead& other = reads.reads[i];
    const TileReader& its = reads.readers[other.reader];
    const bool is_beside =
        other.source == one.source && its.operand != 0 && its.is_tcgen05 == reader.is_tcgen05;
    if (is_beside && survey.of_reads[i] == UnitState::disagrees) return i;
  }
  return read;
}

}  // namespace

TileSurvey survey(const fragments::MatrixRun& run, const TileReads& reads,
                  const std::stop_token& stop) {
  TileSurvey all;
  for (const TileRead& read : reads.reads) {
    if (is_of_lanes(reads, read) || stop.stop_requested()) {
      all.of_reads.push_back(UnitState::unknown);
      continue;
    }
    const TileMatch match = match_of(run, reads, read);
    all.of_reads.push_back(match.compared == 0      ? UnitState::unknown
                           : match.disagreeing == 0 ? UnitState::agrees
                                                    : UnitState::disagrees);
  }
  return all;
}

std::vector<ReaderSummary> summaries(const TileReads& reads, const TileSurvey& survey) {
  std::vector<ReaderSummary> all(reads.readers.size());
  for (std::size_t i = 0; i < reads.reads.size(); ++i) {
    ReaderSummary& one = all[reads.reads[i].reader];
    const UnitState state = survey.of_reads[i];
    const bool is_first_wrong = state == UnitState::disagrees && one.disagreeing == 0;
    if (one.reads == 0 || is_first_wrong) one.first = i;
    ++one.reads;
    if (state != UnitState::unknown) ++one.compared;
    if (state == UnitState::disagrees) ++one.disagreeing;
  }
  return all;
}

std::optional<std::size_t> first_to_look_at(const TileReads& reads, const TileSurvey& survey) {
  const auto wrong = std::ranges::find(survey.of_reads, UnitState::disagrees);
  if (wrong != survey.of_reads.end()) {
    return static_cast<std::size_t>(wrong - survey.of_reads.begin());
  }
  for (const ReaderKind kind :
       {ReaderKind::descriptor, ReaderKind::matrix_rows, ReaderKind::lanes}) {
    const auto first = first_read(
        reads, [&](const TileRead& read) { return reads.readers[read.reader].kind == kind; });
    if (first) return first;
  }
  return std::nullopt;
}

std::optional<std::size_t> read_at(const fragments::MatrixRun& run, const TileReads& reads,
                                   const TileSurvey& survey, std::size_t row) {
  const trace::Trace& trace = *run.trace;
  const bool is_there = row < trace.events.size();
  const auto itself = first_read(reads, [&](const TileRead& read) {
    return reads.readers[read.reader].kind != ReaderKind::descriptor && read.source == row;
  });
  if (itself) return itself;
  if (is_there && writes(trace, row)) {
    if (const auto reader = first_reader_of(run, reads, row)) return reader;
  }
  const std::uint32_t warp = is_there ? trace.events.warp(row) : 0;
  const auto is_behind = [&](const TileRead& read) {
    return read.before >= row && !is_of_lanes(reads, read);
  };
  const auto of_warp =
      first_read(reads, [&](const TileRead& read) { return is_behind(read) && read.warp == warp; });
  if (of_warp) return worse_of_both(reads, survey, *of_warp);
  if (const auto next = first_read(reads, is_behind)) return worse_of_both(reads, survey, *next);
  return first_to_look_at(reads, survey);
}

}  // namespace warplens::hardware_tile
