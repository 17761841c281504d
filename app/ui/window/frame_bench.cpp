// The window's own time: tables made once a result, and one frame laid out without a window.
#include <benchmark/benchmark.h>

#include <chrono>
#include <map>
#include <thread>

#include "app/features/cache/cache_replay.h"
#include "app/features/features.h"
#include "app/session/kernel_result.h"
#include "app/state/make_app_state.h"
#include "app/ui/ui.h"
#include "app/ui/window/frame.h"
#include "app/ui/window/imgui_context.h"

namespace warplens::ui {
namespace {

std::unique_ptr<AppState> column_read() {
  auto app = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
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
    benchmark::DoNotOptimize(cache.timeline_window.count);
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

// Stands for GridTextures: compares every grid with the one before, as that does, and counts those
// that would have to be uploaded again.
class TextureStandIn {
 public:
  ImTextureID texture(const std::string& view, const scene::CellGrid& grid) {
    std::vector<scene::Color>& kept = entries_[view];
    if (kept != grid.colors) {
      kept = grid.colors;
      ++uploads;
    }
    return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(1));
  }
  std::size_t uploads = 0;

 private:
  std::map<std::string, std::vector<scene::Color>> entries_;
};

constexpr std::int64_t kSide = 1024;

// A transpose of `side` × `side`, the matrix large; `beside` stands next to it unless it is empty.
std::unique_ptr<AppState> large_trace(const std::string& beside, std::int64_t side = kSide) {
  auto app = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  app->mode = Mode::explore;
  app->views = {session::StageView::matrix_view, session::StageView::bank_view,
                session::StageView::tile_view, session::StageView::punch_card};
  const catalog::Parameters size{{"rows", side}, {"cols", side}};
  const session::Stage stage{
      "transpose/tile_padded", size, {}, beside, beside.empty() ? catalog::Parameters{} : size};
  if (!app->session.set_stage(stage).has_value()) return nullptr;
  while (app->session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  app->session.update(0);
  return app;
}

// At rest, or playing at 8 events a second, a frame every sixtieth of a second.
void large_frame(benchmark::State& state, const char* beside, bool plays,
                 std::int64_t side = kSide) {
  const auto app = large_trace(beside, side);
  if (app == nullptr) return state.SkipWithError("no such stage");
  const ImGuiScope imgui;
  Ui ui;
  if (!set_scale(ui, *app, 1).has_value()) return state.SkipWithError("no fonts");
  TextureStandIn textures;
  ui.grid_texture = [&textures](const std::string& view, const scene::CellGrid& grid) {
    return textures.texture(view, grid);
  };
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  app->session.seek(app->session.launch()->trace->events.size() / 2);
  app->session.playback().speed = 8;
  if (plays) app->session.toggle_playing();
  const auto draw = [&] {
    io.DisplaySize = {1600, 1000};
    io.DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    frame(*app, ui, io.DisplaySize, plays ? 1.0 / 60 : 0);
    ImGui::Render();
  };
  for (int i = 0; i < 3; ++i) draw();
  for (auto _ : state) draw();
  state.counters["events"] = static_cast<double>(app->session.launch()->trace->events.size());
  state.counters["uploads"] = static_cast<double>(textures.uploads);
}
BENCHMARK_CAPTURE(large_frame, at_rest, "", false)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large_frame, playing, "", true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large_frame, two_at_rest, "transpose/packed_xor", false)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large_frame, two_playing, "transpose/packed_xor", true)
    ->Unit(benchmark::kMicrosecond);

constexpr std::int64_t kLargeSide = 2304;  // a million events
BENCHMARK_CAPTURE(large_frame, million_at_rest, "", false, kLargeSide)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(large_frame, million_playing, "", true, kLargeSide)
    ->Unit(benchmark::kMicrosecond);

// What the UI thread makes of a million events when a result arrives, when another colouring is
// chosen, and when the cache view is shown first.
void large_refresh(benchmark::State& state) {
  const auto app = large_trace("", kLargeSide);
  if (app == nullptr) return state.SkipWithError("no such stage");
  for (auto _ : state) {
    ViewCache cache;
    refresh(cache, app->session, session::Side::left);
    benchmark::DoNotOptimize(cache.timeline_window.count);
  }
  state.counters["events"] = static_cast<double>(app->session.launch()->trace->events.size());
}
BENCHMARK(large_refresh)->Unit(benchmark::kMillisecond);

// Until the frame can go on; what is made for it takes longer, on a thread of its own.
void large_recolor(benchmark::State& state) {
  const auto app = large_trace("", kLargeSide);
  if (app == nullptr) return state.SkipWithError("no such stage");
  ViewCache cache;
  refresh(cache, app->session, session::Side::left);
  int by = 0;
  for (auto _ : state) {
    recolor(cache, (by = 1 - by) == 0 ? scene::ColorBy::thread : scene::ColorBy::lane);
    benchmark::DoNotOptimize(buffer_colors(cache, *app->session.launch(), 0));
    state.PauseTiming();
    while (cache.is_making()) std::this_thread::yield();
    state.ResumeTiming();
  }
}
BENCHMARK(large_recolor)->Unit(benchmark::kMillisecond)->Iterations(20);

void large_replay(benchmark::State& state) {
  const auto app = large_trace("", kLargeSide);
  if (app == nullptr) return state.SkipWithError("no such stage");
  ViewCache cache;
  int ways = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(cache_replay(
        cache, *app->session.launch(),
        (ways = 1 - ways) == 0 ? analysis::CachePreset::l1 : analysis::CachePreset::two_lines));
    state.PauseTiming();
    while (cache.is_making()) std::this_thread::yield();
    state.ResumeTiming();
  }
}
// Each waits for the worker, which is not timed.
BENCHMARK(large_replay)->Unit(benchmark::kMillisecond)->Iterations(20);

// What the worker makes with the result.
void large_views(benchmark::State& state) {
  const auto app = large_trace("", kLargeSide);
  if (app == nullptr) return state.SkipWithError("no such stage");
  const session::LaunchResult& launch = *app->session.launch();
  for (auto _ : state) {
    benchmark::DoNotOptimize(session::launch_views(*launch.trace, launch.costs, launch.totals,
                                                   *app->session.result()->run));
  }
}
BENCHMARK(large_views)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warplens::ui
