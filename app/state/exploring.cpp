#include "app/state/exploring.h"

#include <algorithm>

#include "app/session/edits.h"
#include "app/session/open_own.h"
#include "app/session/picture_file.h"
#include "app/session/report_choice.h"
#include "app/state/kernel_views.h"
#include "app/state/lesson_copies.h"
#include "app/state/own_kernel.h"
#include "app/texts/strings.h"
#include "kernels/caches/places.h"
#include "kernels/trace/capture.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

session::Exploring on_stage(const AppState& app) {
  const session::Choice& choice = app.session.choice();
  session::Exploring exploring;
  exploring.kernel = choice.left.kernel;
  exploring.parameters = choice.left.parameters;
  exploring.index = choice.left.index;
  exploring.order = name_of(choice.left.order);
  exploring.choices = session::main_texts(app.features, choice.features);
  if (choice.right && choice.right->capture.empty()) {
    exploring.beside = choice.right->kernel;
    exploring.beside_parameters = choice.right->parameters;
    exploring.beside_index = choice.right->index;
  }
  for (const session::StageView view : app.views) exploring.views.emplace_back(name_of(view));
  return exploring;
}

// A step may show the host alone; whoever explores wants to see what a kernel accesses.
void show_accesses(AppState& app) {
  using session::StageView;
  const bool is_host_alone = std::ranges::all_of(
      app.views, [](StageView view) { return row_of(view).subject == session::Subject::host; });
  if (is_host_alone) app.views = {StageView::sector_strip, StageView::matrix_view};
}

void set_mode(AppState& app, Mode mode) {
  app.mode = mode;
  app.entered.clear();
  app.step_opens_drawer = false;
  app.settings.mode = mode == Mode::explore ? "explore" : "lesson";
}

// Beside the kernel that is on the stage, whatever that is.
void put_report(AppState& app, const fs::path& path) {
  using session::StageView;
  if (app.mode == Mode::lesson) explore(app);
  app.session.choose(session::ReportChoice{path.string()});
  const auto shown = std::ranges::find(app.views, StageView::profiler_view);
  if (shown == app.views.end()) {
    app.views.insert(app.views.begin(), StageView::profiler_view);
  } else {
    std::rotate(app.views.begin(), shown, shown + 1);
  }
  remember_views(app);
}

void put_picture(AppState& app, const fs::path& path) {
  if (has_picture(app)) return set_picture(app.session, path.string());
  app.notice = text(Str::picture_not_here).in(app.language());
}

}  // namespace

void explore(AppState& app) {
  if (app.mode == Mode::explore) return;
  set_mode(app, Mode::explore);
  app.session.set_filter(session::kAccesses);
  show_accesses(app);
  save(app);
}

void resume_lesson(AppState& app) { go_to_step(app, static_cast<std::ptrdiff_t>(app.step)); }

void toggle_mode(AppState& app) {
  if (app.mode == Mode::explore) return resume_lesson(app);
  explore(app);
}

void note_exploring(AppState& app) {
  if (app.mode != Mode::explore || !app.session.up_to_date()) return;
  if (!app.session.selection().capture.empty()) return;
  session::Exploring now = on_stage(app);
  if (now == app.settings.exploring) return;
  app.settings.exploring = std::move(now);
  save(app);
}

bool restore_exploring(AppState& app) {
  const session::Exploring& kept = app.settings.exploring;
  if (kept.kernel.empty()) return false;
  session::Stage stage{kept.kernel, kept.parameters, std::nullopt, kept.beside,
                       kept.beside_parameters};
  stage.index = kept.index;
  stage.beside_index = kept.beside_index;
  stage.order = trace::order_named(kept.order).value_or(stage.order);
  for (const auto& [name, text] : kept.choices) {
    const auto* choice = kind_named(app.features, &session::Feature::texts, name);
    if (choice != nullptr) static_cast<void>(choice->read(name, text, stage.features));
  }
  stage.events = session::kAccesses;
  if (!app.session.set_stage(stage).has_value()) return false;
  set_mode(app, Mode::explore);
  app.views = views_named(kept.views);
  if (app.views.empty()) show_accesses(app);
  keep_views(app);
  return true;
}

void open_capture(AppState& app, const fs::path& path) {
  std::error_code error;
  const std::string absolute = fs::absolute(path, error).lexically_normal().string();
  const auto known =
      std::ranges::find(app.settings.recent_files, absolute, &session::RecentFile::path);
  const bool is_known = known != app.settings.recent_files.end();
  session::RecentFile opened = is_known ? *known : session::RecentFile{absolute, {}};
  if (!app.viewed) keep_views(app);
  show_capture(app.session, absolute, {opened.kernel});
  note_opened(app, std::move(opened));
  if (!is_file_of_step(app, absolute)) explore(app);
  save(app);
}

bool has_picture(const AppState& app) {
  return app.session.result() && app.session.result()->picture;
}

namespace {
// A kernel of Triton's cache: its folder, or a file of that.
void open_cached(AppState& app, const fs::path& path) {
  const auto kernel = caches::only_kernel(path);
  if (kernel.has_value()) return open_capture(app, fs::absolute(*kernel));
  app.notice = kernel.error().message.in(app.language());
}

}  // namespace

void open_dropped(AppState& app, const fs::path& path) {
  if (picture::is_picture_file(path)) return put_picture(app, fs::absolute(path));
  if (session::is_kernel_file(path)) return open_capture(app, fs::absolute(path));
  if (caches::is_in_cache(path)) return open_cached(app, path);
  if (session::is_report_file(path)) return put_report(app, fs::absolute(path));
  for (const fs::path& capture : {path, path.parent_path()}) {
    if (trace::looks_like_a_capture(capture)) return open_capture(app, capture);
  }
  app.notice = tr(text(Str::not_a_capture), path.filename().string()).in(app.language());
}

}  // namespace warplens::ui
