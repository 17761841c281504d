// Tables and pictures that change only with the result, made once for it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/kernel_result_ptr.h"
#include "app/session/launch_views.h"
#include "app/session/selection.h"
#include "app/ui/panel_states.h"
#include "app/ui/view_works.h"
#include "viz/scene/access/element_colors.h"
#include "viz/scene/access/matrix_view.h"
#include "viz/scene/access/metrics_view.h"
#include "viz/scene/access/ptx_view.h"
#include "viz/scene/access/source_view.h"
#include "viz/scene/access/tile_view.h"
#include "viz/scene/charts/event_timeline.h"

namespace warplens::session {
class Session;
}

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

// What a view is made of, by identity, and how it is looked at.
struct MadeOf {
  std::shared_ptr<const void> data;
  std::string how;
  friend bool operator==(const MadeOf&, const MadeOf&) = default;
};

struct ViewCache {
  ViewWorks works{};
  PanelStates kept{};  // of features, of the result
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
  KeptList matrix_base, timeline_base, strip_base;

  [[nodiscard]] bool is_making() const { return works.is_under_way(); }
};

// At once within what a frame may take.
[[nodiscard]] Runs runs_for(const session::LaunchResult& launch);

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
