#include "app/state/app_state.h"

#include <utility>

#include "app/session/kernel_reports.h"
#include "app/session/kernel_result.h"
#include "app/session/live_gpu.h"
#include "app/session/own_files.h"
#include "app/session/recordings.h"
#include "app/state/make_app_state.h"
#include "app/texts/strings.h"
#include "kernels/sass/assembled.h"

namespace warplens::ui {

namespace {

// Background work, each an error when this process then holds more than `memory`.
session::Work within(std::uint64_t memory, session::Work work) {
  return
      [memory, work = std::move(work)](const session::Selection& selection,
                                       const std::stop_token& stop, machine::Progress* progress) {
        return within_memory(memory, stop, [&](const std::stop_token& stopped) {
          return work(selection, stopped, progress);
        });
      };
}

}  // namespace

AppState::~AppState() = default;

Result<std::unique_ptr<AppState>> make_app_state(const std::filesystem::path& assets,
                                                 std::function<void()> wake,
                                                 session::Features features, Machine machine) {
  std::filesystem::path folder = assets;
  if (folder.empty()) {
    TRY(auto found, run::find_assets());
    folder = std::move(found);
  }
  TRY(auto opened, run::Catalogue::open(folder));
  TRY(auto lessons, lessons::load_lessons(folder / "lessons", machine.lessons, features));
  TRY(auto glossary, lessons::load_glossary(folder));

  auto catalogue = std::make_shared<const run::Catalogue>(std::move(opened));
  auto gpu = std::make_shared<session::SharedGpu>(std::move(machine.open_driver), wake);
  auto own_files = std::make_shared<session::OwnFiles>(std::move(machine.source_roots));
  const std::uint64_t memory = machine.memory;
  session::Work work = std::move(machine.work);
  if (!work) {
    auto reports = std::make_shared<session::KernelReports>(folder);
    work = [catalogue, gpu, own_files, memory, reports](const session::Selection& selection,
                                                        std::stop_token stop,
                                                        machine::Progress* progress) {
      return session::compute(*catalogue, selection, std::move(stop), progress, gpu.get(), memory,
                              own_files.get(), reports.get());
    };
  }
  auto open_bench = [catalogue, gpu, memory]() -> Result<session::Bench> {
    TRY(auto bench, session::open_gpu_bench(catalogue, gpu));
    return session::within(memory, std::move(bench));
  };
  auto families = catalogue->families();
  auto cited = timing::read_cited(folder / "cited.json");
  auto documents = lessons::read_documents(folder / "documents.json");
  auto app = std::unique_ptr<AppState>(
      new AppState{features,
                   std::move(catalogue),
                   std::move(lessons.lessons),
                   std::move(glossary),
                   session::Session(std::move(families), within(memory, std::move(work)), wake),
                   {},
                   {},
                   Mode::lesson,
                   0,
                   0,
                   {},
                   {},
                   false,
                   false,
                   false,
                   session::Recordings(folder, wake),
                   std::make_unique<session::LiveTiming>(std::move(open_bench), wake),
                   std::move(gpu)});
  if (cited.has_value()) {
    app->cited = std::move(*cited);
  } else {
    app->notice = cited.error().message.in(app->language());
  }
  if (documents.has_value()) {
    app->documents = std::move(*documents);
  } else {
    app->notice = documents.error().message.in(app->language());
  }
  auto paths = lessons::read_paths(folder / "paths");
  if (!paths.has_value()) app->notice = paths.error().message.in(app->language());
  for (lessons::CoursePath& path : paths.value_or(std::vector<lessons::CoursePath>())) {
    // One whose lessons are not there is left out.
    static_cast<void>(add_path(*app, std::move(path)));
  }
  // The rest is for those on screen and the run under way.
  app->session.limit_results(memory / 4);
  const Text trouble = session::accompany(
      app->session, features,
      {*app->catalogue,
       [app = app.get()]() -> const session::Recordings& { return app->recordings; },
       std::move(wake), app->gpu, memory});
  if (!trouble.empty()) app->notice = trouble.in(app->language());
  app->broken_lessons = std::move(lessons.broken);
  app->own_lessons.folders = std::move(machine.lessons);
  app->own_files = std::move(own_files);
  return app;
}

void restore(AppState& app, const std::filesystem::path& path) {
  auto settings = session::load_settings(path);
  std::error_code error;
  const bool spoils = !settings.has_value() && std::filesystem::exists(path, error);
  app.settings_path = spoils ? std::filesystem::path() : path;
  if (settings.has_value()) {
    app.settings = std::move(*settings);
    session::Choice as_left = app.session.choice();
    as_left.features.set(app.settings.timing);
    as_left.change_all([&](session::Selection& selection) {
      selection.backend = app.settings.backend;
      selection.capability = sass::capability_of(app.settings.architecture).value_or(0);
    });
    app.session.restore(std::move(as_left));
  } else {
    app.notice = settings.error().message.in(app.language());
  }
}

void save(AppState& app) {
  if (app.settings_path.empty()) return;
  const Result<void> saved = session::save_settings(app.settings_path, app.settings);
  if (!saved.has_value() && !app.told_unsaved) {
    app.notice = tr(text(Str::settings_unsaved), app.settings_path.string()).in(app.language());
  }
  app.told_unsaved = !saved.has_value();
}

void change_language(AppState& app) {
  app.settings.language = code_of(next(app.language()));
  save(app);
}

void change_theme(AppState& app) {
  app.settings.theme = app.settings.theme == "dark" ? "light" : "dark";
  save(app);
}

void change_presentation(AppState& app) { app.settings.presentation = !app.settings.presentation; }

void change_speaker(AppState& app) {
  app.settings.speaker = !app.settings.speaker || !app.settings.presentation;
  app.settings.presentation = true;
  save(app);
}

std::string present_on_next_monitor(AppState& app) {
  if (app.monitors.empty()) return {};
  const auto now = std::ranges::find(app.monitors, app.settings.monitor);
  const bool is_last = now == app.monitors.end() || std::next(now) == app.monitors.end();
  app.settings.monitor = is_last ? app.monitors.front() : *std::next(now);
  save(app);
  return app.settings.monitor;
}

}  // namespace warplens::ui
