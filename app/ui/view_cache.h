// Tables and pictures that change only with the result, made once for it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/state/timing/timing_model.h"
#include "app/ui/limits_making.h"
#include "app/ui/making.h"
#include "app/ui/occupancy_making.h"
#include "viz/analysis/causes/cause.h"
#include "viz/analysis/product/product_flow.h"
#include "viz/analysis/reduction/value_flow.h"
#include "viz/scene/access/element_colors.h"
#include "viz/scene/access/matrix_view.h"
#include "viz/scene/access/tile_view.h"
#include "viz/scene/tables/metrics_view.h"
#include "viz/scene/tables/ptx_view.h"
#include "viz/scene/tables/source_view.h"
#include "viz/scene/timelines/event_timeline.h"

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

struct ViewCache {
  session::KernelResultPtr result;
  std::size_t launch = 0;

  // Of the launch, made with the result; never null.
  std::shared_ptr<const session::LaunchViews> views =
      std::make_shared<const session::LaunchViews>();
  scene::EventWindow timeline_window;
  std::optional<scene::PtxTable> ptx;  // made when it is shown first
  scene::ColorBy color_by = scene::ColorBy::warp;
  Making<scene::ElementColors> colors;              // of the buffer, where not coloured by warp
  bool shows_blocks = false;                        // and the threads past the matrix
  std::vector<scene::MatrixWindow> buffer_windows;  // the part of each that is looked at
  std::size_t buffer = 0;                           // shown by the matrix view
  std::optional<std::size_t> chosen_buffer;         // none: the one that the access touches
  KeptList matrix_base, image_base, timeline_base, strip_base;
  Making<analysis::CacheReplay> replay;
  Making<analysis::ValueFlow> flow;
  Making<analysis::ProductFlow> product;
  KeptMoment product_moment;
  Making<std::vector<analysis::Cause>> causes;
  const std::vector<analysis::Cause>* causes_shown = nullptr;  // what was got of them last
  std::unique_ptr<LimitsMaking> limits = std::make_unique<LimitsMaking>();           // never null
  std::unique_ptr<OccupancyMaking> occupancy = std::make_unique<OccupancyMaking>();  // never null
  KeptTiming timing;
  std::string scrolled_to_rows;  // kernels that the table of timings was scrolled to

  // Something that was asked for is not there yet.
  [[nodiscard]] bool is_making() const {
    return colors.is_under_way() || replay.is_under_way() || causes.is_under_way() ||
           flow.is_under_way() || product.is_under_way() || limits->is_under_way() ||
           occupancy->is_under_way();
  }
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
