#include "app/state/own_kernel.h"

#include <algorithm>
#include <filesystem>

#include "app/session/edits.h"
#include "app/session/open_own.h"
#include "app/session/shared_gpu.h"
#include "kernels/own/time_own.h"
#include "kernels/trace/capture.h"

namespace warplens::ui {
namespace {

constexpr std::size_t kMostRecent = 12;

// The latest version of the file that ran and is on screen; nothing when it shows something else.
std::optional<session::Selection> version_on_screen(const AppState& app, const std::string& file) {
  for (const session::Side side : {session::Side::right, session::Side::left}) {
    const session::KernelResultPtr& result = app.session.result(side);
    if (app.session.choice().has(side) && result && result->selection.capture == file)
      return result->selection;
  }
  return std::nullopt;
}

void show_errors_once(AppState& app) {
  const session::OwnFilePtr broken = broken_own_file(app);
  if (broken == nullptr || app.watched.told_errors == broken->stamp) return;
  app.watched.told_errors = broken->stamp;
  app.arrangement().drawer = true;
}

void compare_with_before(AppState& app) {
  if (!app.watched.before || app.session.busy() || app.session.error()) return;
  if (!app.session.up_to_date()) return;
  auto before = std::exchange(app.watched.before, std::nullopt);
  if (app.session.selection().capture == before->capture && !app.session.is_comparing())
    compare_with_earlier(app.session, std::move(*before));
}

// What is wrong with a size, the run says.
session::OwnLaunch with_sizes(session::OwnLaunch launch, const catalog::Parameters& sizes) {
  if (sizes.empty()) return launch;
  static_cast<void>(own::set_sizes(launch.form, sizes));
  launch.is_kept = false;
  return launch;
}

// Of the left side, as it ran: in a file that has not been saved since, or as it was captured.
using MakeKernel = std::function<Result<run::OwnKernel>(const std::stop_token& stop)>;

MakeKernel kernel_that_ran(const AppState& app) {
  const session::KernelResultPtr& result = app.session.result();
  if (result && result->selection.is_program) {
    return [files = app.own_files,
            selection = result->selection](const std::stop_token& stop) -> Result<run::OwnKernel> {
      TRY(auto replay, files->programs().replay(selection, stop));
      return std::move(replay.kernel);
    };
  }
  const session::OwnFilePtr file = own_file(app);
  const bool is_its = result && result->own && file != nullptr && !file->error &&
                      result->selection.capture == file->path;
  if (!is_its) return nullptr;
  return [form = result->own->form, file](const std::stop_token&) {
    return own::own_kernel(form, file->loaded, std::filesystem::path(file->path).parent_path());
  };
}

}  // namespace

bool shows_own_kernel(const AppState& app) {
  return session::is_kernel_file(app.session.selection().capture);
}

bool shows_program(const AppState& app) { return app.session.selection().is_program; }

session::CapturedProgramPtr captured_program(const AppState& app) {
  if (!shows_program(app)) return nullptr;
  return app.own_files->programs().known(app.session.selection());
}

session::CapturedLaunchPtr captured_launch(const AppState& app) {
  if (!shows_program(app)) return nullptr;
  return app.own_files->programs().known_launch(app.session.selection());
}

session::OwnFilePtr own_file(const AppState& app) {
  if (!shows_own_kernel(app)) return nullptr;
  const session::Selection& selection = app.session.selection();
  return app.own_files->known(selection.capture, selection.recording);
}

std::optional<session::OwnLaunch> own_launch(const AppState& app) {
  if (!shows_own_kernel(app)) return std::nullopt;
  const session::OwnFilePtr file = own_file(app);
  if (file != nullptr && !file->error) {
    const session::Selection& selection = app.session.selection();
    auto known = app.own_files->known_launch(file, selection.own);
    if (known) return with_sizes(std::move(*known), selection.parameters);
  }
  const session::KernelResultPtr& shown = app.session.result();
  const bool is_its = shown && shown->selection.capture == app.session.selection().capture;
  return is_its ? shown->own : std::nullopt;
}

session::OwnFilePtr broken_own_file(const AppState& app) {
  const session::OwnFilePtr file = own_file(app);
  return file != nullptr && !file->diagnostics.empty() ? file : nullptr;
}

std::optional<CountOwn> count_of_own(const AppState& app) {
  const auto kernel = kernel_that_ran(app);
  if (!kernel) return std::nullopt;
  return [kernel](const std::stop_token& stop,
                  machine::Progress* progress) -> Result<std::vector<analysis::LaunchDemand>> {
    TRY(const auto own, kernel(stop));
    run::Options options;
    options.machine.stop = stop;
    options.machine.progress = progress;
    return session::count_own(own, std::move(options));
  };
}

std::optional<TimeOwn> time_of_own(const AppState& app, std::string_view device) {
  const auto kernel = kernel_that_ran(app);
  if (!kernel || app.gpu->name() != device) return std::nullopt;
  return [kernel, gpu = app.gpu](const std::stop_token& stop) -> Result<double> {
    TRY(const auto own, kernel(stop));
    TRY(auto turn, gpu->borrow(stop));
    const auto timed =
        own::time_own(turn.gpu(), own, run::Options().memory, timing::Repeating(), stop);
    if (!timed.has_value()) turn.spoil();
    TRY(timed);
    if (timed->mismatch) return fail(tr("its result is wrong"));
    return timed->seconds.median;
  };
}

void correct_launch(AppState& app, own::LaunchForm form, bool continues) {
  session::OwnChoice own = app.session.selection().own;
  own.form = std::make_shared<const own::LaunchForm>(std::move(form));
  set_own(app.session, own, continues);
}

void launch_as_guessed(AppState& app) {
  set_own(app.session, {app.session.selection().own.kernel, true, nullptr});
}

void keep_launch(AppState& app) {
  const session::OwnFilePtr file = own_file(app);
  const auto launch = own_launch(app);
  if (file == nullptr || !launch) return;
  const Result<void> kept = app.own_files->keep(*file, *launch);
  if (!kept.has_value()) {
    app.notice = kept.error().message.in(app.language());
    return;
  }
  // What was corrected, and the rest that was guessed from it, is now what a person says.
  if (app.session.selection().own.form != nullptr) correct_launch(app, launch->form, true);
}

void choose_own_kernel(AppState& app, const std::string& kernel) {
  const std::string path = app.session.selection().capture;
  set_own(app.session, {kernel});
  note_opened(app, {path, kernel});
  save(app);
}

void note_opened(AppState& app, session::RecentFile file) {
  auto& recent = app.settings.recent_files;
  std::erase_if(recent, [&](const session::RecentFile& each) { return each.path == file.path; });
  recent.insert(recent.begin(), std::move(file));
  if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

void watch_own_kernel(AppState& app) {
  if (!shows_own_kernel(app)) return;
  const std::string file = app.session.selection().capture;
  const std::uint64_t stamp = trace::capture_stamp(file);
  show_errors_once(app);
  compare_with_before(app);
  if (stamp == 0) return;  // between an editor's deleting and writing it
  const bool is_saved = file == app.watched.path && stamp != app.watched.stamp;
  if (file != app.watched.path) app.watched = {};
  app.watched.path = file;
  app.watched.stamp = stamp;
  if (!is_saved) return;
  if (auto before = version_on_screen(app, file)) app.watched.before = std::move(before);
  show_capture(app.session, file, app.session.selection().own);
}

}  // namespace warplens::ui
