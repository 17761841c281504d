#include "app/ui/window/picture_drawer.h"

#include <imgui_impl_opengl3.h>

#include <chrono>
#include <thread>

#include "app/features/panels.h"
#include "app/session/live_timing.h"
#include "app/session/session.h"
#include "app/session/shared_gpu.h"
#include "app/state/app_state.h"
#include "app/ui/feature_panels.h"
#include "app/ui/font_texture.h"
#include "app/ui/grid_textures.h"
#include "app/ui/panels/speaker_panel.h"
#include "app/ui/window/frame.h"
#include "app/ui/window/imgui_context.h"
#include "app/ui/window/imgui_opengl.h"
#include "viz/gl/dialect.h"
#include "viz/gl/egl_context.h"
#include "viz/gl/offscreen.h"

namespace warplens::ui {
namespace {

class OpenGlBackend {
 public:
  OpenGlBackend() { ImGui_ImplOpenGL3_Init(gl::kGlslVersion); }
  ~OpenGlBackend() { ImGui_ImplOpenGL3_Shutdown(); }
  OpenGlBackend(const OpenGlBackend&) = delete;
  OpenGlBackend& operator=(const OpenGlBackend&) = delete;
};

}  // namespace

Result<void> settle(AppState& app) {
  app.recordings.wait();
  app.gpu->wait_until_known();
  app.live->wait();
  while (app.session.busy() || app.session.runs_compared()) {
    app.session.update(0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  app.session.update(0);
  for (const FeaturePanels& feature : features::panels()) {
    if (feature.update != nullptr) feature.update(app);
  }
  if (app.session.error()) return fail(*app.session.error());
  if (!app.recordings.damage().empty()) return fail(Error{{app.recordings.damage()}});
  if (!app.notice.empty()) return fail(Error{{app.notice}});
  return {};
}

// In the order in which they need each other.
struct PictureDrawer::Parts {
  gl::EglContext context;
  gl::OffscreenTarget target;
  ImGuiScope imgui{};
  Ui ui{};
  OpenGlBackend backend{};
  GridTextures textures{};
};

Result<std::unique_ptr<PictureDrawer>> PictureDrawer::create(AppState& app, Size size) {
  TRY(check_imgui_opengl());
  TRY(auto context, gl::EglContext::create());
  TRY(auto target, gl::OffscreenTarget::create(static_cast<std::uint32_t>(size.width),
                                               static_cast<std::uint32_t>(size.height)));
  std::unique_ptr<Parts> parts(new Parts{std::move(context), std::move(target)});
  TRY(set_scale(parts->ui, app, size.scale));
  parts->ui.language = app.language();
  parts->ui.grid_texture = parts->textures.drawer();
  return std::unique_ptr<PictureDrawer>(new PictureDrawer(app, std::move(parts)));
}

PictureDrawer::PictureDrawer(AppState& app, std::unique_ptr<Parts> parts)
    : app_(app), parts_(std::move(parts)) {}
PictureDrawer::~PictureDrawer() = default;

Result<void> PictureDrawer::draw(int frames) {
  TRY(const auto read, follow_text(parts_->ui, app_));
  if (read) renew_font_texture();
  for (int i = 0; i < frames; ++i) draw_frame();
  while (parts_->ui.is_making()) {
    // Only another frame tells whether what is made beside the views is done.
    do std::this_thread::sleep_for(std::chrono::milliseconds(1));
    while (parts_->ui.is_making_views());
    draw_frame();
  }
  return {};
}

void PictureDrawer::draw_frame() {
  const gl::OffscreenTarget& target = parts_->target;
  begin_frame_of(target);
  frame(app_, parts_->ui, ImGui::GetIO().DisplaySize, 0);
  ImGui::Render();
  draw_into(target, parts_->ui.theme->window);
}

void PictureDrawer::draw_speaker() {
  const gl::OffscreenTarget& target = parts_->target;
  begin_frame_of(target);
  speaker_view(app_, parts_->ui, ImGui::GetIO().DisplaySize, {"00:00", 0});
  ImGui::Render();
  draw_into(target, parts_->ui.theme->window);
}

gl::Image PictureDrawer::image() const { return parts_->target.read(); }

Ui& PictureDrawer::ui() { return parts_->ui; }

}  // namespace warplens::ui
