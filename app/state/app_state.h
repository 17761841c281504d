// What main owns: the catalogue, the lessons, the session, the settings. Panels get it const and
// say what they want changed as commands, which run before the next frame.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/course.h"
#include "app/lessons/course_path.h"
#include "app/lessons/documents.h"
#include "app/lessons/glossary.h"
#include "app/session/recordings.h"
#include "app/session/session.h"
#include "app/settings/settings.h"
#include "app/settings/stage_view.h"
#include "app/state/command.h"
#include "kernels/timing/cited.h"

namespace warplens::run {
class Catalogue;
class TemporaryFolder;
}  // namespace warplens::run
namespace warplens::session {
class LiveTiming;
class OwnFiles;
class SharedGpu;
}  // namespace warplens::session

namespace warplens::ui {

// A lesson leads, or the person explores freely; the stage is the same.
enum class Mode : std::uint8_t { lesson, explore };

// Where a link wants the cursor; what is not said stays as it is. Both from 0.
struct WantedPlace {
  std::optional<std::size_t> launch, event;
};

// A person's own kernel file, as it was when it was last looked at.
struct WatchedFile {
  std::string path;
  std::uint64_t stamp = 0;  // trace::capture_stamp()
  // What was on screen when it was saved: shown beside it once it runs.
  std::optional<session::Selection> before{};
  std::uint64_t told_errors = 0;  // the stamp at which its errors were brought into sight
};

// Of lesson.json, en.md and zh.md: trace::capture_stamp().
using LessonStamps = std::array<std::uint64_t, 3>;

// A person's own lessons: own_lessons.h.
struct OwnLessons {
  std::vector<std::filesystem::path> folders;              // that were given
  std::map<std::filesystem::path, LessonStamps> stamps{};  // of each lesson, as last seen
  bool is_watching = false;                                // they have been looked at once
  std::string told{};        // why what was saved last cannot be read; empty: it was
  std::size_t readings = 0;  // that followed a saving
};

// The kernel or file that the stage's views were chosen for.
struct ViewedKernel {
  std::string name, family;
  std::optional<bool> uses_shared{};  // once its result is there
};

// A thread that a list named, at its event.
struct ChosenLane {
  session::Cursor at;
  std::uint32_t lane = 0;
};

// A source line that a list named, shown in the code while the cursor stays where it was then.
struct ChosenLine {
  session::Cursor at;
  std::string file;  // as sites name it
  std::uint32_t line = 0;
};

// The source of an own kernel as it is typed, until it is saved.
struct EditedText {
  std::string text, saved;
  std::uint64_t stamp = 0;  // of the file when it was read or written: trace::capture_stamp()
  unsigned generation =
      0;  // of AppState::texts_read; another each time that it was read, not typed
  bool has_changed_on_disk = false;  // while something is unsaved here
  std::optional<std::string> before;  // a change that the app made; none: typed or read since
  [[nodiscard]] bool is_unsaved() const { return text != saved; }
};

struct AppState {
  ~AppState();  // not inline: each unit would compile the ends of all that stands here

  session::Features features;
  std::shared_ptr<const run::Catalogue> catalogue;
  std::vector<lessons::Lesson> lessons;
  lessons::Glossary glossary;
  session::Session session;
  session::Settings settings;
  std::filesystem::path settings_path;  // empty: nothing is kept
  Mode mode = Mode::lesson;
  std::size_t lesson = 0, step = 0;
  std::vector<session::StageView> views;  // on the stage; the first stands large
  std::string notice;                     // a one-line error to show until it is dismissed
  bool step_done = false;
  bool quit = false;          // the person has asked to leave
  bool told_unsaved = false;  // one notice is enough until saving works again
  // What kernels take on a GPU: recorded ones that ship, and what is measured here.
  session::Recordings recordings;
  std::unique_ptr<session::LiveTiming> live;  // never null
  std::shared_ptr<session::SharedGpu> gpu;    // never null
  timing::Cited cited{};                      // what documents say that kernels take
  lessons::Documents documents{};             // what they say, and where that is found here
  std::vector<lessons::CoursePath> paths{};   // ways through the course, by Settings::path
  std::vector<Error> broken_lessons{};        // what is wrong with those left out
  std::optional<WantedPlace> wanted_place{};  // of a link, until its result is there
  std::string coloring{};     // what a step colours the matrix by, until the window has done so
  bool shows_blocks = false;  // the matrix shows the launch's blocks, too
  bool all_controls = false;  // in the ribbon, not only the step's own
  WatchedFile watched{};
  OwnLessons own_lessons{};
  std::shared_ptr<session::OwnFiles> own_files{};  // never null
  std::optional<ChosenLane> chosen_lane{};  // of the left side; only while the cursor is there
  std::optional<ChosenLine> chosen_line{};  // likewise
  bool is_alone = false;                    // the hero has the whole window
  std::vector<std::string> monitors{};      // of this machine, by name
  std::optional<ViewedKernel> viewed{};  // whose views are on the stage; none: of what comes next
  // Of an own kernel: what the drawer holds; whether the step has opened it.
  lessons::DrawerPart drawer_part = lessons::DrawerPart::code;
  bool step_opens_drawer = false;
  std::map<std::string, EditedText> edited{};  // by file
  unsigned texts_read = 0;                     // into `edited` so far
  std::string entered{};  // "lesson/step" that stands there since it was entered; empty: none
  std::shared_ptr<const run::TemporaryFolder> scratch{};  // where nothing is kept: copies of files

  [[nodiscard]] const lessons::Lesson& current_lesson() const { return lessons[lesson]; }
  [[nodiscard]] const lessons::Step& current_step() const { return lessons[lesson].steps[step]; }
  [[nodiscard]] Language language() const {
    return language_of(settings.language).value_or(Language::en);
  }
  [[nodiscard]] const session::Arrangement& arrangement() const {
    return mode == Mode::lesson ? settings.lesson_arrangement : settings.explore_arrangement;
  }
  [[nodiscard]] session::Arrangement& arrangement() {
    return mode == Mode::lesson ? settings.lesson_arrangement : settings.explore_arrangement;
  }
  // A lesson's step may be about something that does not play.
  [[nodiscard]] bool has_transport() const {
    if (is_at_workshop()) return false;
    return mode == Mode::explore || views.empty() || current_step().scene.transport ||
           views.front() != current_step().scene.views.front();
  }
  // The large view is of no kernel (the workshop, the plane, the space): what accesses cost, the
  // ribbon and the code say nothing there.
  [[nodiscard]] bool is_at_workshop() const {
    return !views.empty() && row_of(views.front()).subject == session::Subject::workshop;
  }
  [[nodiscard]] bool stands_large(session::StageView view) const {
    return !views.empty() && views.front() == view;
  }
  // What stands beside the large view is of the kernel's accesses, too.
  [[nodiscard]] bool is_about_accesses() const { return !is_about_host() && !is_at_workshop(); }
  // A lesson's step is about a run of the host alone: what accesses cost says nothing there.
  [[nodiscard]] bool is_about_host() const {
    return mode == Mode::lesson && views.size() == 1 &&
           views.front() == session::StageView::host_timeline &&
           current_step().scene.views.front() == views.front();
  }
  // A lesson's prediction is open: costs stay hidden.
  [[nodiscard]] bool hides_costs() const {
    return mode == Mode::lesson && lessons::hides_costs(current_step(), session);
  }
};

// Goes to a step of the current lesson (clamped), sets its stage and remembers it.
void go_to_step(AppState& app, std::ptrdiff_t step);
// Errors when there is no such lesson.
Result<void> go_to_lesson(AppState& app, const std::string& id, std::ptrdiff_t step);

// The path that is followed; null: none.
[[nodiscard]] const lessons::CoursePath* followed_path(const AppState& app);
// Where the current step stands in it; nothing where it does not.
[[nodiscard]] std::optional<std::size_t> place_on_path(const AppState& app);
// From now on, or no more where `id` is empty or of none. Who stands on none of its steps goes to
// the first that is not done.
void follow_path(AppState& app, const std::string& id);
// One of them by its id, or a person's own by its file. Errors: neither; a step of no lesson.
Result<lessons::CoursePath> path_named(const AppState& app, const std::string& name);
// Adds one that a person made; one of its id gives way.
Result<void> add_path(AppState& app, lessons::CoursePath path);

// The step before (-1) or after (+1) the current one: along the path that is followed where the
// step stands on it; else in the lesson, and in its neighbour when there is none in this one.
// Nothing at the path's and the course's ends.
using lessons::CoursePlace;
[[nodiscard]] std::optional<CoursePlace> neighbouring_step(const AppState& app, int direction);
void go_on(AppState& app, int direction);
// To the next access worth seeing (lessons/stops.h), and behind the last one to the next step; by
// the same way back. Outside of lessons from access to access.
void go_to_stop(AppState& app, int direction);

// Makes `view` the large one, putting it on the stage when it is not there.
void show_large(AppState& app, session::StageView view);
// The swizzle workshop stands large; where it does, the view that stood there before does again.
void toggle_workshop(AppState& app);
// Likewise the plane that matrices move.
void toggle_plane(AppState& app);
// `view` stands large in place of what does.
void show_instead(AppState& app, session::StageView view);
// A view of a kernel stands large.
void leave_workshop(AppState& app);
// Puts `view` on the stage, or takes it away; the last one stays.
void toggle_view(AppState& app, session::StageView view);

// Opens or closes a part of the window, and remembers it.
void toggle_part(AppState& app, bool session::Arrangement::*part);
// The events that the transport goes through: more of them; those of the cursor's line.
void widen_filter(AppState& app);
void narrow_filter(AppState& app);

// The other order of the events.
void change_order(AppState& app);

// Marks the step as done once its conditions hold. True when that has just happened.
bool note_progress(AppState& app);

// Loads the settings that are kept in `path`. Trouble with them becomes the notice, and a file that
// is of no use now but may be later is not written to.
void restore(AppState& app, const std::filesystem::path& path);
// Saves the settings; the first failure becomes the notice.
void save(AppState& app);
// The next language, the other colours, the size for a projector or back: saved.
void change_language(AppState& app);
void change_theme(AppState& app);
void change_presentation(AppState& app);
// The speaker's view, in a window of its own while presenting: with it or without.
void change_speaker(AppState& app);
// Presents on the next of the monitors; its name, empty where there is none.
std::string present_on_next_monitor(AppState& app);

// Everything that the app may show, so that fonts hold its glyphs.
[[nodiscard]] std::string shown_text(const AppState& app);

}  // namespace warplens::ui
