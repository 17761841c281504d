#include <imgui_impl_opengl3.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "app/ui/app.h"
#include "app/ui/grid_textures.h"
#include "app/ui/imgui_context.h"
#include "app/ui/ui_state.h"
#include "viz/gl/egl_context.h"
#include "viz/gl/offscreen.h"
#include "viz/gl/png.h"

namespace warplens::ui {
namespace {

constexpr int kFrames = 3;  // the first ones measure, the last one is kept

class OpenGlBackend {
 public:
  OpenGlBackend() { ImGui_ImplOpenGL3_Init("#version 330"); }
  ~OpenGlBackend() { ImGui_ImplOpenGL3_Shutdown(); }
  OpenGlBackend(const OpenGlBackend&) = delete;
  OpenGlBackend& operator=(const OpenGlBackend&) = delete;
};

Result<void> run_stage(AppState& app) {
  while (app.session.busy()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  app.session.update(0);
  if (app.session.error()) return fail(*app.session.error());
  if (!app.notice.empty()) return fail(Error{app.notice});
  return {};
}

void draw_frame(AppState& app, Ui& ui, const gl::OffscreenTarget& target) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(target.width()), static_cast<float>(target.height())};
  io.DeltaTime = 1.0f / 60;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  frame(app, ui, io.DisplaySize, 0);
  ImGui::Render();
  target.bind();
  target.clear(ui.look->window);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Result<void> draw_step(const ScreenshotOptions& options) {
  auto made = make_app_state(options.assets, {});
  if (!made.has_value()) return fail(made.error());
  AppState& app = **made;
  app.settings.language = options.language;
  app.settings.theme = options.theme;
  const auto entered = go_to_lesson(app, options.lesson, options.step - 1);
  if (!entered.has_value()) return fail(entered.error());
  const auto steps = static_cast<int>(app.current_lesson().steps.size());
  if (options.step < 1 || options.step > steps) {
    return fail("lesson {} has steps 1 to {}", options.lesson, steps);
  }
  if (auto ran = run_stage(app); !ran.has_value()) return ran;

  auto context = gl::EglContext::create();
  if (!context.has_value()) return fail(context.error());
  auto target = gl::OffscreenTarget::create(static_cast<std::uint32_t>(options.width),
                                            static_cast<std::uint32_t>(options.height));
  if (!target.has_value()) return fail(target.error());
  const ImGuiScope imgui;
  Ui ui;
  if (auto scaled = set_scale(ui, app, options.scale); !scaled.has_value()) return scaled;
  const OpenGlBackend backend;
  GridTextures textures;
  ui.grid_texture = [&textures](const std::string& view, const scene::CellGrid& grid) {
    return textures.texture(view, grid);
  };
  UiStateFile state(options.ui_state_file);
  for (int i = 0; i < kFrames; ++i) draw_frame(app, ui, *target);
  if (auto written = state.write(app, ui, ImGui::GetIO().DisplaySize); !written.has_value()) {
    return written;
  }
  return gl::write_png(options.output, target->read());
}

}  // namespace

int write_screenshot(const ScreenshotOptions& options) {
  const Result<void> drawn = draw_step(options);
  if (drawn.has_value()) return 0;
  std::fprintf(stderr, "warplens: %s\n", drawn.error().message.c_str());
  return 1;
}

}  // namespace warplens::ui
