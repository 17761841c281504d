#include "app/ui/view_cache.h"

#include <algorithm>

#include "viz/analysis/causes/causes.h"
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

// At once within what a frame may take.
Runs runs_for(const session::LaunchResult& launch) {
  constexpr std::size_t kFewEvents = 16'384;
  constexpr std::uint64_t kFewBytes = std::uint64_t{1} << 20;
  const std::vector<trace::Buffer>& buffers = launch.trace->buffers;
  const bool is_small =
      launch.trace->events.size() <= kFewEvents &&
      std::ranges::all_of(buffers, [](const auto& each) { return each.bytes <= kFewBytes; });
  return is_small ? Runs::at_once : Runs::on_a_thread;
}

const std::shared_ptr<session::KernelReports>& reports_of(ViewJobs& jobs,
                                                          const run::Catalogue& catalogue) {
  if (!jobs.reports) jobs.reports = std::make_shared<session::KernelReports>(catalogue.assets());
  return jobs.reports;
}

void show_whole_buffers(ViewCache& cache) {
  cache.buffer_windows.clear();
  for (std::size_t i = 0; i < cache.views->buffers.size(); ++i) {
    cache.buffer_windows.push_back(scene::whole(shown_shape(cache, i)));
  }
}

}  // namespace

bool ViewJobs::is_under_way() const {
  return colors.is_under_way() || replay.is_under_way() || flow.is_under_way() ||
         product.is_under_way() || causes.is_under_way() || limits.is_under_way() ||
         needs.is_under_way() || assembled.is_under_way() || architectures.is_under_way();
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
  cache.jobs.colors.want(
      {cache.views, fmt::format("{} {}", buffer, static_cast<int>(cache.color_by))},
      [trace = launch.trace, views = cache.views, buffer,
       by = cache.color_by](const auto&) -> Result<scene::ElementColors> {
        return scene::element_colors(*trace, views->buffers[buffer].touches, by);
      },
      runs_for(launch));
  return cache.jobs.colors.value();
}

void refresh(ViewCache& cache, const session::Session& session, session::Side side) {
  if (cache.result == session.result(side) && cache.launch == session.cursor(side).launch) return;
  const scene::ColorBy color_by = cache.color_by;
  const bool shows_blocks = cache.shows_blocks;
  const std::size_t shown_buffer = cache.buffer;
  const auto chosen_buffer = cache.chosen_buffer;
  ViewCache next;
  next.jobs = std::move(cache.jobs);
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

const analysis::CacheReplay* cache_replay(ViewCache& cache, const session::LaunchResult& launch,
                                          analysis::CachePreset preset) {
  cache.jobs.replay.want(
      {launch.trace, std::string(analysis::name_of(preset))},
      [trace = launch.trace, preset](const auto&) -> Result<analysis::CacheReplay> {
        return analysis::CacheReplay(*trace, analysis::cache_options(preset, *trace));
      },
      runs_for(launch));
  return cache.jobs.replay.value();
}

const analysis::ValueFlow* value_flow(ViewCache& cache, const session::LaunchResult& launch,
                                      std::uint32_t block) {
  cache.jobs.flow.want(
      {launch.trace, fmt::format("{}", block)},
      [trace = launch.trace, block](const auto&) -> Result<analysis::ValueFlow> {
        return analysis::value_flow(*trace, block);
      },
      runs_for(launch));
  return cache.jobs.flow.value();
}

const analysis::ProductFlow* product_flow(ViewCache& cache, const session::LaunchResult& launch,
                                          const ProductRoles& roles,
                                          const analysis::ProductShape& shape,
                                          std::uint32_t block) {
  const MadeOf wanted{launch.trace, fmt::format("{}", block)};
  const MadeOf* asked = cache.jobs.product.request();
  // Another comes to stand where the one before was.
  if (asked == nullptr || *asked != wanted) cache.product_moment = {};
  cache.jobs.product.want(
      wanted,
      [trace = launch.trace, roles, shape, block](const auto&) -> Result<analysis::ProductFlow> {
        return analysis::product_flow(*trace, roles, shape, block);
      },
      runs_for(launch));
  return cache.jobs.product.value();
}

const std::vector<analysis::Cause>* costly_causes(ViewCache& cache,
                                                  const session::LaunchResult& launch) {
  constexpr std::size_t kFewEvents = 2'048;
  cache.jobs.causes.want(
      {launch.trace, {}},
      [result = cache.result,
       index = cache.launch](const auto&) -> Result<std::vector<analysis::Cause>> {
        const session::LaunchResult& of = result->launches[index];
        return analysis::causes(*of.trace, of.costs);
      },
      launch.trace->events.size() <= kFewEvents ? Runs::at_once : Runs::on_a_thread);
  return cache.causes_shown = cache.jobs.causes.value();
}

const session::LimitsModel* limits_model(ViewCache& cache,
                                         const std::shared_ptr<const run::Catalogue>& catalogue,
                                         const session::Selection& selection) {
  cache.jobs.limits.want({selection.kernel, selection.parameters},
                         [catalogue, kernel = selection.kernel, chosen = selection.parameters](
                             const std::stop_token& stop) -> Result<session::LimitsModel> {
                           return session::limits_model(*catalogue, kernel, chosen, stop);
                         });
  return cache.jobs.limits.value();
}

const std::vector<session::CatalogueNeeds>* catalogue_needs(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue) {
  cache.jobs.needs.want({catalogue, {}},
                        [catalogue, reports = reports_of(cache.jobs, *catalogue)](
                            const auto&) -> Result<std::vector<session::CatalogueNeeds>> {
                          return session::catalogue_needs(*catalogue, *reports);
                        });
  return cache.jobs.needs.value();
}

const Result<session::AssembledEntry>* assembled_entry(ViewCache& cache, const std::string& ptx,
                                                       const std::string& entry) {
  auto& job = cache.jobs.assembled;
  const AssembledOf* asked = job.request();
  if (asked == nullptr || asked->entry != entry || asked->ptx != ptx) {
    job.start({ptx, entry}, [ptx, entry](const std::stop_token& stop) {
      return session::assembled_entry(ptx, entry, stop);
    });
  }
  return job.result();
}

const std::vector<session::ByArchitecture>* by_architecture(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue,
    const std::vector<session::Selection>& kernels) {
  cache.jobs.architectures.want(kernels,
                                [catalogue, kernels, reports = reports_of(cache.jobs, *catalogue)](
                                    const auto&) -> Result<std::vector<session::ByArchitecture>> {
                                  std::vector<session::ByArchitecture> all;
                                  for (const session::Selection& each : kernels) {
                                    all.push_back(session::on_architectures(
                                        *catalogue, *reports, each.kernel, each.parameters));
                                  }
                                  return all;
                                });
  return cache.jobs.architectures.value();
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
