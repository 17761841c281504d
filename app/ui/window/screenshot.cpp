#include <cstdio>

#include "app/state/exploring.h"
#include "app/ui/window/app.h"
#include "app/ui/window/picture_drawer.h"
#include "app/ui/window/ui_state.h"
#include "viz/gl/png.h"

namespace warplens::ui {
namespace {

// Where in the trace the picture stands.
Result<void> place_cursor(session::Session& session, const ScreenshotOptions& options) {
  if (options.launch) {
    const auto wanted = static_cast<std::size_t>(*options.launch);
    if (wanted < 1 || wanted > session.launch_count()) {
      return fail("the kernel has launches 1 to {}", session.launch_count());
    }
    session.set_launch(wanted - 1);
  }
  if (options.event) {
    const std::size_t events = session.launch()->trace->events.size();
    const auto wanted = static_cast<std::size_t>(*options.event);
    if (wanted < 1 || wanted > events) return fail("the step's kernel has events 1 to {}", events);
    session.seek(wanted - 1);
  }
  if (options.phase) session.set_phase(*options.phase);
  return {};
}

Result<void> enter_step(AppState& app, const ScreenshotOptions& options) {
  const auto entered = go_to_lesson(app, options.lesson, options.step - 1);
  if (!entered.has_value()) return fail(entered.error());
  const auto steps = static_cast<int>(app.current_lesson().steps.size());
  if (options.step < 1 || options.step > steps) {
    return fail("lesson {} has steps 1 to {}", options.lesson, steps);
  }
  return {};
}

// A kernel of the catalogue, or a capture.
Result<void> enter_kernel(AppState& app, const ScreenshotOptions& options) {
  app.views = app.current_step().views;
  explore(app);
  if (std::filesystem::is_directory(options.explore)) {
    app.session.open_capture(options.explore);
    return {};
  }
  return app.session.set_stage({options.explore, options.settings, std::nullopt, {}, {}});
}

Result<void> set_stage(AppState& app, const ScreenshotOptions& options) {
  app.session.restore_backend(
      session::backend_named(options.backend).value_or(session::Backend::cpu));
  const auto enter = options.explore.empty() ? enter_step : enter_kernel;
  if (auto entered = enter(app, options); !entered.has_value()) return entered;
  if (!options.compare.empty()) {
    if (auto found = app.catalogue->find(options.compare); !found.has_value()) {
      return fail(found.error());
    }
    app.session.compare_with(options.compare);
  }
  for (auto view = options.views.rbegin(); view != options.views.rend(); ++view) {
    if (const auto known = session::stage_view_named(*view)) {
      if (view == options.views.rbegin()) app.views.clear();
      show_large(app, *known);
    }
  }
  if (options.side > 0) {
    session::TimingChoice timing = app.session.choice().timing;
    timing.side = options.side;
    app.session.restore_timing(std::move(timing));
  }
  if (const auto order = trace::order_named(options.order)) app.session.set_order(*order);
  if (const auto cache = analysis::cache_preset_named(options.cache)) app.session.set_cache(*cache);
  return settle(app);
}

Result<void> draw_step(const ScreenshotOptions& options) {
  auto made = make_app_state(options.assets, {});
  if (!made.has_value()) return fail(made.error());
  AppState& app = **made;
  app.settings.language = options.language;
  app.settings.theme = options.theme;
  if (auto staged = set_stage(app, options); !staged.has_value()) return staged;
  if (auto placed = place_cursor(app.session, options); !placed.has_value()) return placed;

  auto drawer = PictureDrawer::create(app, {options.width, options.height, options.scale});
  if (!drawer.has_value()) return fail(drawer.error());
  (*drawer)->ui().shows_ptx = options.ptx;
  if (auto drawn = (*drawer)->draw(); !drawn.has_value()) return drawn;
  UiStateFile state(options.ui_state_file);
  const ImVec2 size{static_cast<float>(options.width), static_cast<float>(options.height)};
  if (auto written = state.write(app, (*drawer)->ui(), size); !written.has_value()) return written;
  return gl::write_png(options.output, (*drawer)->image());
}

}  // namespace

int write_screenshot(const ScreenshotOptions& options) {
  const Result<void> drawn = draw_step(options);
  if (drawn.has_value()) return 0;
  std::fprintf(stderr, "warplens: %s\n", drawn.error().message.en.c_str());
  return 1;
}

}  // namespace warplens::ui
