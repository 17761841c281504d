// Tables and pictures that change only with the result, made once for it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/live/architectures.h"
#include "app/session/live/limits_model.h"
#include "app/session/live/occupancy_data.h"
#include "app/session/session.h"
#include "app/state/timing/timing_model.h"
#include "kernels/base/job.h"
#include "viz/analysis/causes/cause.h"
#include "viz/analysis/product_flow.h"
#include "viz/analysis/value_flow.h"
#include "viz/scene/access/element_colors.h"
#include "viz/scene/access/matrix_view.h"
#include "viz/scene/access/metrics_view.h"
#include "viz/scene/access/ptx_view.h"
#include "viz/scene/access/source_view.h"
#include "viz/scene/access/tile_view.h"
#include "viz/scene/charts/event_timeline.h"

namespace warplens::ui {

// A picture that is drawn anew only when what it depends on, its key, has changed.
struct KeptList {
  std::string key;
  scene::DrawList list;

  const scene::DrawList& get(std::string wanted, const std::function<scene::DrawList()>& make) {
    if (wanted == key) return list;
    list = make();
    key = std::move(wanted);
    return list;
  }
};

// What an event feeds, found out anew only when it is another.
struct KeptMoment {
  const analysis::ProductFlow* flow = nullptr;
  std::size_t event = 0;
  analysis::ProductMoment moment;

  const analysis::ProductMoment& get(const analysis::ProductFlow& of, std::size_t at) {
    if (flow == &of && event == at) return moment;
    moment = analysis::product_moment(of, at);
    flow = &of, event = at;
    return moment;
  }
};

// What a view is made of, by identity, and how it is looked at.
struct MadeOf {
  std::shared_ptr<const void> data;
  std::string how;
  friend bool operator==(const MadeOf&, const MadeOf&) = default;
};

struct AssembledOf {
  std::string ptx, entry;
};

// What takes too long for a frame. They go on from one result to the next.
struct ViewJobs {
  ViewJobs() = default;

  Job<MadeOf, scene::ElementColors> colors;  // of the buffer, where not coloured by warp
  Job<MadeOf, analysis::CacheReplay> replay;
  Job<MadeOf, analysis::ValueFlow> flow;
  Job<MadeOf, analysis::ProductFlow> product;
  Job<MadeOf, std::vector<analysis::Cause>> causes;
  Job<std::pair<std::string, catalog::Parameters>, session::LimitsModel> limits;
  Job<MadeOf, std::vector<session::CatalogueNeeds>> needs;
  Job<AssembledOf, session::AssembledEntry> assembled;
  Job<std::vector<session::Selection>, std::vector<session::ByArchitecture>> architectures;
  std::shared_ptr<session::KernelReports> reports;  // null before the first is asked for

  // Something that was asked for is not there yet.
  [[nodiscard]] bool is_under_way() const;
};

struct ViewCache {
  ViewJobs jobs{};
  session::KernelResultPtr result;
  std::size_t launch = 0;

  // Of the launch, made with the result; never null.
  std::shared_ptr<const session::LaunchViews> views =
      std::make_shared<const session::LaunchViews>();
  scene::EventWindow timeline_window;
  std::optional<scene::PtxTable> ptx;  // made when it is shown first
  scene::ColorBy color_by = scene::ColorBy::warp;
  bool shows_blocks = false;                        // and the threads past the matrix
  std::vector<scene::MatrixWindow> buffer_windows;  // the part of each that is looked at
  std::size_t buffer = 0;                           // shown by the matrix view
  std::optional<std::size_t> chosen_buffer;         // none: the one that the access touches
  KeptList matrix_base, image_base, timeline_base, strip_base;
  KeptMoment product_moment;
  const std::vector<analysis::Cause>* causes_shown = nullptr;  // what was got of them last
  KeptTiming timing;
  std::string scrolled_to_rows;  // kernels that the table of timings was scrolled to

  [[nodiscard]] bool is_making() const { return jobs.is_under_way(); }
};

// The launch's accesses replayed with this cache; null while they are.
[[nodiscard]] const analysis::CacheReplay* cache_replay(ViewCache& cache,
                                                        const session::LaunchResult& launch,
                                                        analysis::CachePreset preset);

// How the values of one of the launch's blocks come together; null while that is found out.
[[nodiscard]] const analysis::ValueFlow* value_flow(ViewCache& cache,
                                                    const session::LaunchResult& launch,
                                                    std::uint32_t block);

// What feeds one of the launch's blocks of C; null while that is found out.
[[nodiscard]] const analysis::ProductFlow* product_flow(ViewCache& cache,
                                                        const session::LaunchResult& launch,
                                                        const ProductRoles& roles,
                                                        const analysis::ProductShape& shape,
                                                        std::uint32_t block);

// Why the launch's accesses cost more than they must, dearest first; null while that is found out.
[[nodiscard]] const std::vector<analysis::Cause>* costly_causes(
    ViewCache& cache, const session::LaunchResult& launch);

// A kernel's limits; null while they are counted.
[[nodiscard]] const session::LimitsModel* limits_model(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue,
    const session::Selection& selection);

// What the catalogue's kernels need by ptxas; null while that is read.
[[nodiscard]] const std::vector<session::CatalogueNeeds>* catalogue_needs(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue);

// Of an entry that is none of the catalogue's, asked once for each PTX; null while ptxas works.
[[nodiscard]] const Result<session::AssembledEntry>* assembled_entry(ViewCache& cache,
                                                                     const std::string& ptx,
                                                                     const std::string& entry);

// Of the catalogue's kernels as they ship, in their order; null while that is read.
[[nodiscard]] const std::vector<session::ByArchitecture>* by_architecture(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue,
    const std::vector<session::Selection>& kernels);

// Colours the buffers of one side by something else.
void recolor(ViewCache& cache, scene::ColorBy by);
// Of a buffer of the launch; null while they are made.
[[nodiscard]] const scene::ElementColors* buffer_colors(ViewCache& cache,
                                                        const session::LaunchResult& launch,
                                                        std::size_t buffer);

// What the matrix view has room for of a buffer: the buffer, and all threads where these are shown.
[[nodiscard]] trace::Buffer shown_shape(const ViewCache& cache, std::size_t buffer);
// Whether the matrix shows the launch's blocks; a change shows all of every buffer.
void show_blocks(ViewCache& cache, bool shows);

// Fills the cache for the side's current launch; does nothing while that stays the same.
void refresh(ViewCache& cache, const session::Session& session, session::Side side);

// The matrix that the author of a shared array has in mind: the array's layout; where that is not
// known, by the parameters `pitch` and `tile`, or by what a square tile with padding would take.
[[nodiscard]] scene::TileShape tile_shape(const session::Selection& selection,
                                          const trace::SharedArray& array);

}  // namespace warplens::ui
