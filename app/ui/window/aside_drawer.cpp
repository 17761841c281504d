#include "app/ui/window/aside_drawer.h"

#include <imgui_impl_opengl3.h>

#include <cmath>

#include "app/state/app_state.h"
#include "app/ui/grid_textures.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/view_cache.h"
#include "app/ui/window/frame.h"
#include "app/ui/window/imgui_context.h"
#include "app/ui/window/imgui_opengl.h"
#include "app/ui/window/picture_export.h"
#include "viz/gl/dialect.h"
#include "viz/gl/offscreen.h"

namespace warplens::ui {
namespace {

// A context beside the window's, current only while one of these stands.
class Inside {
 public:
  explicit Inside(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~Inside() { ImGui::SetCurrentContext(before_); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  ImGuiContext* before_;
};

class AsideContext {
 public:
  AsideContext() : context_(ImGui::CreateContext()) {
    const Inside inside(context_);
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().LogFilename = nullptr;
    ImGui_ImplOpenGL3_Init(gl::kGlslVersion);
  }
  ~AsideContext() {
    {
      const Inside inside(context_);
      ImGui_ImplOpenGL3_Shutdown();
    }
    ImGui::DestroyContext(context_);
  }
  AsideContext(const AsideContext&) = delete;
  AsideContext& operator=(const AsideContext&) = delete;
  [[nodiscard]] ImGuiContext* get() const { return context_; }

 private:
  ImGuiContext* context_;
};

// What a person chose in the views, as far as it does not follow from the app's state.
void take_choices(ViewCache& cache, const ViewCache& shown) {
  cache.color_by = shown.color_by;
  cache.shows_blocks = shown.shows_blocks;
  cache.buffer = shown.buffer;
  cache.chosen_buffer = shown.chosen_buffer;
}
void take_windows(ViewCache& cache, const ViewCache& shown) {
  cache.timeline_window = shown.timeline_window;
  cache.buffer_windows = shown.buffer_windows;
}

void take_panels(const AppState& app, Ui& ui, const Ui& shown) {
  ui.language = app.language();
  ui.states = shown.states;
  ui.state<Overlay>() = {};
  ui.state<Message>() = {};
  for (const session::Side side : session::kSides) {
    const auto of = static_cast<std::size_t>(side);
    take_choices((*ui.caches)[of], (*shown.caches)[of]);
    refresh((*ui.caches)[of], app.session, side);
    take_windows((*ui.caches)[of], (*shown.caches)[of]);
  }
}

// Panels whose size follows from their content need a few frames to be laid out.
constexpr int kFirstFrames = 4;

std::uint32_t side_of(float units, float times) {
  return static_cast<std::uint32_t>(std::lround(units * times));
}

}  // namespace

// In the order in which they need each other.
struct AsideDrawer::Parts {
  gl::OffscreenTarget target;
  AsideContext context{};
  Ui ui{};
  GridTextures textures{};
  int frames_left = kFirstFrames;  // until it is drawn first
};

Result<std::unique_ptr<AsideDrawer>> AsideDrawer::create(const AppState& app, const Ui& shown,
                                                         ImVec2 window, float times) {
  TRY(auto target, gl::OffscreenTarget::create(side_of(window.x, times), side_of(window.y, times)));
  std::unique_ptr<Parts> parts(new Parts{std::move(target)});
  const Inside inside(parts->context.get());
  take_panels(app, parts->ui, shown);
  TRY(set_scale(parts->ui, app, shown.scale * times));
  parts->ui.grid_texture = parts->textures.drawer();
  return std::unique_ptr<AsideDrawer>(new AsideDrawer(std::move(parts)));
}

AsideDrawer::AsideDrawer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
AsideDrawer::~AsideDrawer() = default;

bool AsideDrawer::draw(const AppState& app, const std::string& panel) {
  const Inside inside(parts_->context.get());
  Ui& ui = parts_->ui;
  const gl::OffscreenTarget& target = parts_->target;
  begin_frame_of(target);
  ui.exports.picture_wanted = panel;
  draw_window(app, ui, ImGui::GetIO().DisplaySize);
  ui.commands.clear();
  ImGui::Render();
  if (parts_->frames_left > 0 && --parts_->frames_left > 0) return false;
  draw_into(target, ui.theme->window);
  gl::OffscreenTarget::bind_window();
  return !ui.is_making();
}

Result<WidgetRect> AsideDrawer::part(const std::string& panel) const {
  const auto& panels = parts_->ui.widget_log.panels();
  const auto found = panels.find(panel);
  if (found == panels.end()) {
    return fail(tr("there is no room for {}: make the window larger", panel));
  }
  const WidgetRect& rect = found->second;
  const float left = std::round(rect.x), top = std::round(rect.y);
  return WidgetRect{left, top, std::round(rect.x + rect.width) - left,
                    std::round(rect.y + rect.height) - top};
}

Result<gl::Image> AsideDrawer::image(const std::string& panel) const {
  TRY(const auto rect, part(panel));
  const gl::Image whole = parts_->target.read();
  gl::OffscreenTarget::bind_window();
  return cut(whole, rect, static_cast<float>(whole.width));
}

Ui& AsideDrawer::ui() { return parts_->ui; }

}  // namespace warplens::ui
