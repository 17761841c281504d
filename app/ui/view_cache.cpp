#include "app/ui/view_cache.h"

#include <algorithm>

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "viz/scene/access/block_marks.h"

namespace warplens::ui {
namespace {

constexpr std::uint32_t kTileSide = 32;  // of the catalogue's tiles without a `tile` parameter
constexpr std::uint32_t kMostPadding = 8;

std::uint32_t value_or(const catalog::Parameters& parameters, const char* name,
                       std::uint32_t fallback) {
  const auto it = parameters.find(name);
  return it == parameters.end() ? fallback : static_cast<std::uint32_t>(it->second);
}

void show_whole_buffers(ViewCache& cache) {
  cache.buffer_windows.clear();
  for (std::size_t i = 0; i < cache.views->buffers.size(); ++i) {
    cache.buffer_windows.push_back(scene::whole(shown_shape(cache, i)));
  }
}

struct Colors final : ViewJob<MadeOf, scene::ElementColors> {};

}  // namespace

Runs runs_for(const session::LaunchResult& launch) {
  constexpr std::size_t kFewEvents = 16'384;
  constexpr std::uint64_t kFewBytes = std::uint64_t{1} << 20;
  const std::vector<trace::Buffer>& buffers = launch.trace->buffers;
  const bool is_small =
      launch.trace->events.size() <= kFewEvents &&
      std::ranges::all_of(buffers, [](const auto& each) { return each.bytes <= kFewBytes; });
  return is_small ? Runs::at_once : Runs::on_a_thread;
}

trace::Buffer shown_shape(const ViewCache& cache, std::size_t buffer) {
  const session::BufferView& view = cache.views->buffers[buffer];
  if (!cache.shows_blocks || !view.threads) return view.buffer;
  return scene::with_threads(view.buffer, *view.threads);
}

void show_blocks(ViewCache& cache, bool shows) {
  if (cache.shows_blocks == shows) return;
  cache.shows_blocks = shows;
  show_whole_buffers(cache);
}

void recolor(ViewCache& cache, scene::ColorBy by) {
  cache.color_by = by;
  cache.matrix_base = {};
}

const scene::ElementColors* buffer_colors(ViewCache& cache, const session::LaunchResult& launch,
                                          std::size_t buffer) {
  if (cache.color_by == scene::ColorBy::warp) return &cache.views->buffers[buffer].by_warp;
  cache.works.of<Colors>().job.want(
      {cache.views, fmt::format("{} {}", buffer, static_cast<int>(cache.color_by))},
      [trace = launch.trace, views = cache.views, buffer,
       by = cache.color_by](const auto&) -> Result<scene::ElementColors> {
        return scene::element_colors(*trace, views->buffers[buffer].touches, by);
      },
      runs_for(launch));
  return cache.works.of<Colors>().job.value();
}

void refresh(ViewCache& cache, const session::Session& session, session::Side side) {
  if (cache.result == session.result(side) && cache.launch == session.cursor(side).launch) return;
  const scene::ColorBy color_by = cache.color_by;
  const bool shows_blocks = cache.shows_blocks;
  const std::size_t shown_buffer = cache.buffer;
  const auto chosen_buffer = cache.chosen_buffer;
  ViewCache next;
  next.works = std::move(cache.works);
  cache = std::move(next);
  cache.buffer = shown_buffer;
  cache.chosen_buffer = chosen_buffer;
  cache.result = session.result(side);
  cache.launch = session.cursor(side).launch;
  cache.color_by = color_by;
  cache.shows_blocks = shows_blocks;
  const session::LaunchResult* launch = session.launch(side);
  if (launch == nullptr) return;
  cache.views = launch->views;
  cache.timeline_window = {0, cache.views->timeline.size()};
  show_whole_buffers(cache);
  recolor(cache, color_by);
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
