#include "app/ui/view_cache.h"

#include <algorithm>
#include <set>

namespace warplens::ui {
namespace {

constexpr std::uint64_t kFoldedColumns = 64;  // at least
constexpr std::uint32_t kTileSide = 32;       // of the catalogue's tiles without a `tile` parameter
constexpr std::uint32_t kMostPadding = 8;

std::vector<scene::SourceTable> source_tables(const session::KernelResult& result,
                                              const trace::Trace& trace) {
  std::vector<scene::SourceTable> tables;
  std::set<std::string> files;
  for (const trace::Site& site : trace.sites) {
    if (!files.insert(site.file).second) continue;
    const std::string_view text = result.source(site.file);
    if (!text.empty()) tables.push_back(scene::source_table(trace, site.file, text));
  }
  return tables;
}

std::uint32_t value_or(const catalog::Parameters& parameters, const char* name,
                       std::uint32_t fallback) {
  const auto it = parameters.find(name);
  return it == parameters.end() ? fallback : static_cast<std::uint32_t>(it->second);
}

// A long buffer as rows: no higher than it is wide.
trace::Buffer as_rows(const trace::Buffer& buffer) {
  std::uint64_t columns = kFoldedColumns;
  while (columns * columns < buffer.columns) columns *= 2;
  return scene::folded(buffer, columns);
}

scene::EventTimeline without_costs(scene::EventTimeline model) {
  for (std::uint8_t& ways : model.ways) ways = std::min<std::uint8_t>(ways, 1);
  std::ranges::fill(model.conflict, std::uint8_t{0});
  return model;
}

}  // namespace

void recolor(ViewCache& cache, const session::Session& session, session::Side side,
             scene::ColorBy by) {
  cache.color_by = by;
  cache.buffer_colors.clear();
  cache.matrix_base = {};
  const session::LaunchResult* launch = session.launch(side);
  if (launch == nullptr) return;
  for (const scene::FirstTouches& touches : cache.first_touches) {
    cache.buffer_colors.push_back(scene::element_colors(*launch->trace, touches, by));
  }
}

void refresh(ViewCache& cache, const session::Session& session, session::Side side) {
  if (cache.result == session.result(side) && cache.launch == session.cursor(side).launch) return;
  const scene::ColorBy color_by = cache.color_by;
  const std::size_t shown_buffer = cache.buffer;
  const auto chosen_buffer = cache.chosen_buffer;
  cache = {};
  cache.buffer = shown_buffer;
  cache.chosen_buffer = chosen_buffer;
  cache.result = session.result(side);
  cache.launch = session.cursor(side).launch;
  cache.color_by = color_by;
  const session::LaunchResult* launch = session.launch(side);
  if (launch == nullptr) return;
  const trace::Trace& trace = *launch->trace;
  cache.timeline = scene::event_timeline(trace, launch->costs);
  cache.plain_timeline = without_costs(cache.timeline);
  cache.timeline_window = {0, trace.events.size()};
  cache.sources = source_tables(*cache.result, trace);
  cache.totals = scene::kernel_metrics(launch->totals);
  for (const trace::Buffer& buffer : trace.buffers) {
    cache.buffers.push_back(as_rows(buffer));
    cache.first_touches.push_back(scene::first_touches(trace, cache.buffers.back()));
    cache.buffer_windows.push_back(scene::whole(cache.buffers.back()));
  }
  recolor(cache, session, side, color_by);
}

const analysis::CacheReplay& cache_replay(ViewCache& cache, const trace::Trace& trace,
                                          analysis::CachePreset preset) {
  if (cache.replayed != preset) {
    cache.replay = analysis::CacheReplay(trace, analysis::cache_options(preset, trace));
    cache.replayed = preset;
  }
  return cache.replay;
}

scene::TileShape tile_shape(const session::Selection& selection, const trace::SharedArray& array) {
  if (const auto known = scene::shape_of(array.layout)) return *known;
  const std::uint32_t words = array.bytes / 4;
  const std::uint32_t side = value_or(selection.parameters, "tile", kTileSide);
  const std::uint32_t guess = words % side == 0 ? words / side : 0;
  const bool fits = guess >= side && guess <= side + kMostPadding;
  const std::uint32_t pitch = value_or(selection.parameters, "pitch", fits ? guess : kTileSide);
  return {pitch, std::min(side, pitch)};
}

}  // namespace warplens::ui
