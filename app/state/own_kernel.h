// A person's own kernel on the stage: how it is launched, what is wrong in its file, what changes
// when it is saved.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "app/session/count_run.h"
#include "app/session/form_fields.h"
#include "app/session/own_files.h"
#include "app/state/app_state.h"

namespace warplens::ui {

// Whether the left side shows one. Its file as far as it is known; null: it is being compiled.
[[nodiscard]] bool shows_own_kernel(const AppState& app);
[[nodiscard]] session::OwnFilePtr own_file(const AppState& app);
// How it is launched; as it was on screen before until that is guessed, or nothing.
[[nodiscard]] std::optional<session::OwnLaunch> own_launch(const AppState& app);
// The file, when it could not be compiled or read and its errors have places; else null.
[[nodiscard]] session::OwnFilePtr broken_own_file(const AppState& app);

// Whether the left side shows a launch that was captured out of a program. What its file holds, and
// what was captured of the launch; null: it is being read.
[[nodiscard]] bool shows_program(const AppState& app);
[[nodiscard]] session::CapturedProgramPtr captured_program(const AppState& app);
[[nodiscard]] session::CapturedLaunchPtr captured_launch(const AppState& app);

// Counts what its launch asks of a chip, in the form and the sizes that it ran with, or as it was
// captured; may be called on any thread. `progress`: is told of the blocks; may be null. Nothing:
// none has run, or its file has been saved since.
using CountOwn = std::function<Result<std::vector<analysis::LaunchDemand>>(
    const std::stop_token& stop, machine::Progress* progress)>;
[[nodiscard]] std::optional<CountOwn> count_of_own(const AppState& app);

// Times it likewise on this machine's GPU, in its turn: the median, in seconds. Nothing where that
// GPU is not called `device`, or count_of_own() is nothing.
using TimeOwn = std::function<Result<double>(const std::stop_token& stop)>;
[[nodiscard]] std::optional<TimeOwn> time_of_own(const AppState& app, std::string_view device);

// Runs it with this form. `continues`: the same field as before, a slider being dragged.
void correct_launch(AppState& app, own::LaunchForm form, bool continues = false);
// Forgets corrections, and what the sidecar says.
void launch_as_guessed(AppState& app);
// Writes the form beside the file; a notice says what hinders it.
void keep_launch(AppState& app);
// Another of the file's kernels or launches; remembered for the next time.
void choose_own_kernel(AppState& app, const std::string& kernel);

// Puts it before the other files that were opened.
void note_opened(AppState& app, session::RecentFile file);

// When it was saved since it runs once more, and then stands beside what was on screen before. The
// first time that it does not compile the drawer opens, where its errors stand. To be called every
// frame.
void watch_own_kernel(AppState& app);

}  // namespace warplens::ui
