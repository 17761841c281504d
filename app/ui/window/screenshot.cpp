#include <cstdio>

#include "app/features/features.h"
#include "app/session/edits.h"
#include "app/session/feature.h"
#include "app/session/open_own.h"
#include "app/state/exploring.h"
#include "app/state/kernel_views.h"
#include "app/state/linked.h"
#include "app/state/make_app_state.h"
#include "app/state/own_kernel.h"
#include "app/ui/panels/states.h"
#include "app/ui/window/app.h"
#include "app/ui/window/imgui_context.h"
#include "app/ui/window/picture_drawer.h"
#include "app/ui/window/screenshot_file.h"
#include "kernels/base/error_line.h"
#include "kernels/base/names.h"
#include "kernels/trace/capture.h"
#include "viz/gl/png.h"

namespace warplens::ui {
namespace {

// Where in the trace the picture stands.
Result<void> place_cursor(session::Session& session, const session::Screenshot& shown) {
  if (shown.launch) {
    const auto wanted = static_cast<std::size_t>(*shown.launch);
    if (wanted < 1 || wanted > session.launch_count()) {
      return fail(tr("the kernel has launches 1 to {}", session.launch_count()));
    }
    set_launch(session, wanted - 1);
  }
  if (shown.event) {
    const std::size_t events = session.launch()->trace->events.size();
    const auto wanted = static_cast<std::size_t>(*shown.event);
    if (wanted < 1 || wanted > events)
      return fail(tr("the step's kernel has events 1 to {}", events));
    session.seek(wanted - 1);
  }
  if (shown.phase) session.playback().hold(*shown.phase);
  return {};
}

Result<void> enter_step(AppState& app, const session::Screenshot& shown) {
  TRY(go_to_lesson(app, shown.lesson, shown.step - 1));
  const auto steps = static_cast<int>(app.current_lesson().steps.size());
  if (shown.step < 1 || shown.step > steps) {
    return fail(tr("lesson {} has steps 1 to {}", shown.lesson, steps));
  }
  return {};
}

// --set of a file: sizes of an own kernel's launch.
Result<void> set_sizes(AppState& app, const session::Screenshot& shown) {
  if (shown.settings.empty()) return {};
  if (!session::is_kernel_file(shown.explore))
    return fail(tr("a capture is what was recorded: leave --set out"));
  set_sizes(app.session, shown.settings);
  return {};
}

// A kernel of the catalogue, or a capture.
Result<void> enter_kernel(AppState& app, const session::Screenshot& shown) {
  keep_views(app);  // of nothing yet: those of the kernel follow
  explore(app);
  const bool is_capture = trace::looks_like_a_capture(shown.explore);
  if (is_capture && shown.backend != "cpu")
    return fail(tr("a capture is what was recorded: leave --backend out"));
  if (is_capture || session::is_kernel_file(shown.explore)) {
    if (!shown.index.empty()) return fail(tr("--index is for catalogue kernels: leave it out"));
    show_capture(app.session, std::filesystem::absolute(shown.explore).string(), {shown.captured});
    return set_sizes(app, shown);
  }
  session::Stage stage{shown.explore, shown.settings, std::nullopt, {}, {}};
  stage.index = shown.index;
  stage.events = session::kAccesses;
  return app.session.set_stage(stage);
}

Result<void> enter_link(AppState& app, const session::Screenshot& shown) {
  return open_link(app, shown.link);
}

Result<void> choose(session::Session& session, session::Features features,
                    const session::Screenshot& shown) {
  session::Choice next = session.choice();
  for (const auto& [name, text] : shown.options) {
    const auto* option = kind_named(features, &session::Feature::picture_options, name);
    if (option != nullptr) TRY(option->choose(text, next.features));
  }
  session.restore(std::move(next));
  return {};
}

// --launch NAME: in place of one that is not there the first would be shown.
Result<void> check_captured(const AppState& app, const std::string& name) {
  if (name.empty()) return {};
  const session::CapturedProgramPtr program = captured_program(app);
  if (program == nullptr)
    return fail(tr("--launch {}: launches have names in a capture of a program alone", name));
  if (program->launches[program->find(name)].name == name) return {};
  std::vector<std::string> names;
  for (const session::CapturedName& each : program->launches) names.push_back(each.name);
  return fail(tr("there is no launch '{}', there is: {}", name, list_of_names(names, name)));
}

Result<void> set_stage(AppState& app, const session::Screenshot& shown) {
  restore_backend(app.session,
                  session::backend_named(shown.backend).value_or(session::Backend::cpu));
  if (shown.capability) restore_architecture(app.session, *shown.capability);
  const auto enter = !shown.link.empty()     ? enter_link
                     : shown.explore.empty() ? enter_step
                                             : enter_kernel;
  TRY(enter(app, shown));
  if (shown.explore.empty() && !shown.index.empty()) {
    TRY(set_index(app.session, shown.index));
  }
  if (!shown.compare.empty()) {
    TRY(app.catalogue->find(shown.compare));
    compare_with(app.session, shown.compare);
  }
  for (auto view = shown.views.rbegin(); view != shown.views.rend(); ++view) {
    if (const auto known = session::stage_view_named(*view)) {
      if (view == shown.views.rbegin()) app.views.clear();
      show_large(app, *known);
    }
  }
  if (const auto view = session::stage_view_named(shown.view)) show_large(app, *view);
  if (const auto order = trace::order_named(shown.order)) set_order(app.session, *order);
  TRY(choose(app.session, app.features, shown));
  if (!shown.views.empty() || !shown.view.empty()) keep_views(app);
  auto settled = settle(app);
  TRY(check_captured(app, shown.captured));
  follow_kernel(app);
  reach_wanted_place(app);
  return settled;
}

Result<void> draw_step(const session::Screenshot& shown) {
  TRY(auto made,
      make_app_state({}, {}, features::all(), {.memory = shown.memory, .lessons = shown.lessons}));
  AppState& app = *made;
  app.settings.language = shown.language;
  app.settings.theme = shown.theme;
  app.settings.presentation = shown.presents;
  TRY(set_stage(app, shown));
  TRY(place_cursor(app.session, shown));

  PictureDrawer::Size size = picture_size(shown);
  size.scale *= text_scale(app.settings);
  TRY(auto drawer, PictureDrawer::create(app, size));
  Ui& ui = drawer->ui();
  ui.state<SourceState>().shows_ptx = shown.ptx;
  ui.state<PresentState>().hides_keys = true;
  if (!shown.speaker) return write_picture(app, *drawer, shown);
  TRY(drawer->draw());
  drawer->draw_speaker();
  return gl::write_png(shown.output, drawer->image());
}

}  // namespace

int write_screenshot(const session::Screenshot& shown) {
  const Result<void> drawn = draw_step(shown);
  if (drawn.has_value()) return 0;
  std::fprintf(
      stderr, "warplens: %s\n",
      error_line(drawn.error(), language_of(shown.language).value_or(Language::en)).c_str());
  return 1;
}

}  // namespace warplens::ui
