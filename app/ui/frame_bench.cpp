// The window's own time: tables made once a result, and one frame laid out without a window.
#include <benchmark/benchmark.h>

#include <chrono>
#include <thread>

#include "app/ui/imgui_context.h"
#include "app/ui/ui.h"

namespace warplens::ui {
namespace {

std::unique_ptr<AppState> column_read() {
  auto app = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}));
  go_to_step(*app, 3);
  while (app->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  app->session.update(0);
  return app;
}

void view_cache_refresh(benchmark::State& state) {
  const auto app = column_read();
  for (auto _ : state) {
    ViewCache cache;
    refresh(cache, app->session, session::Side::left);
    benchmark::DoNotOptimize(cache.timeline.size());
  }
}
BENCHMARK(view_cache_refresh)->Unit(benchmark::kMicrosecond);

// Commands, every panel, ImGui's draw lists; each frame stands on another event.
void frame_cpu(benchmark::State& state) {
  const auto app = column_read();
  const ImGuiScope imgui;
  Ui ui;
  if (!set_scale(ui, *app, 1).has_value()) return state.SkipWithError("no fonts");
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  int direction = 1;
  for (auto _ : state) {
    app->session.step(direction = -direction);
    io.DisplaySize = {1600, 1000};
    io.DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    frame(*app, ui, io.DisplaySize, 0);
    ImGui::Render();
  }
}
BENCHMARK(frame_cpu)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace warplens::ui
