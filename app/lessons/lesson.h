// A lesson is data: assets/lessons/NN-id/ holds lesson.json (the stage of each step, what completes
// it) and its text in en.md and zh.md, one `## Title` section a step, in the same order.
//
// A step may ask for two kernels side by side (`beside`); then its first two views are shown. A
// kernel is one of the catalogue, or a .cu or .ptx in the lesson's folder (kernel_files.h).
//
//   # Title of the lesson
//   ## Title of a step
//   Two or three sentences.
//   ### Do        the one thing to do
//   ### Predict   the question, for steps with a prediction; where there are options to choose
//   from,
//                 it ends with a list of them, in the order of lesson.json
//   ### Why       a list with a reason for each option, shown once the question is answered
//   ### Seen      what the person sees once it is done
//
// A prediction's answer is never stored: prediction.h.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/markdown.h"
#include "app/lessons/prediction.h"
#include "app/session/feature.h"
#include "app/session/stage.h"
#include "app/settings/stage_view.h"
#include "kernels/base/both.h"
#include "kernels/base/result.h"

namespace warplens::lessons {

// What a lesson has in English and Chinese besides plain texts. Another language reads the English.
template <class T>
struct Translated {
  std::array<T, 2> in;
  [[nodiscard]] const T& operator[](Language language) const {
    const auto i = static_cast<std::size_t>(language);
    return in[i < in.size() ? i : 0];
  }
  [[nodiscard]] T& operator[](Language language) { return in[static_cast<std::size_t>(language)]; }
};

struct StepText {
  std::string title;
  Markdown body, todo, question;
  Markdown options, reasons;  // one item each an option of the question; empty without any
  Markdown seen;

  [[nodiscard]] std::array<const Markdown*, 6> parts() const {
    return {&body, &todo, &question, &options, &reasons, &seen};
  }
};

// How a file of the lesson's folder is shown in place of a kernel of the catalogue.
inline constexpr std::string_view kGuessedLaunch = "guessed";
struct StagedFile {
  std::string launch{};               // of its sidecar, by name; empty: the first
  std::vector<std::string> mended{};  // in its copy (kernels/run/toolkit/shipped_texts.h)
  // Once the lesson is loaded from its folder.
  std::filesystem::path path{};  // the lesson's, which nobody writes to; empty: there is none
  bool is_copied = false;        // what is shown is a person's copy of it (lesson_file.h)
  session::OwnChoice own{};
};

// What a figure of a result must keep to: one of the two is set.
struct Bound {
  session::Figure figure = session::Figure::total_wavefronts;  // of session::kSumFigures
  std::optional<std::int64_t> at_most{}, at_least{};
  session::MeasurePtr measure{};  // in place of the figure, counted in its unit; null: none
  std::string name{};             // of either, in lesson.json
  // at_most is so many percent of what this kernel has: the stage's compared kernel of that number.
  std::optional<session::NamedKernel> of{};
  std::size_t compared = 0;
};

// One thing that the session must have seen. All of a step's conditions together complete it.
struct Condition {
  enum class Kind : std::uint8_t {
    answered,
    moved,
    played,
    reached,
    shown,
    compared,
    judged,
    feature,
  };
  Kind kind = Kind::moved;
  std::size_t events = 0;            // played: at least so many
  session::Anchor place{};           // reached: any such event; `occurrence` is not looked at
  std::string kernel{};              // shown, compared: this variant; empty: any
  catalog::Parameters parameters{};  // shown: with these values among its parameters
  std::string with{};                // compared: beside this one, on either side
  session::GoalPtr goal{};           // feature: what it asks of one
  // judged: one result that was shown, of `kernel` where that is not empty, keeps to all of these.
  std::vector<Bound> bounds{};
  // judged: a result that does, by which the tour and tests take the step. Nobody is told of it.
  std::optional<session::NamedKernel> example{};
  std::string entry{};  // judged, of a file: this kernel of it
  // shown, judged: of a file, how it is shown, by which the tour and tests take the step.
  StagedFile file{};
};

// What a step may have among its key figures: classes of accesses, and the bytes of a block.
inline constexpr std::array<std::string_view, 10> kKeyFigures{
    "global_load",   "global_store", "global_atomic", "shared_load", "shared_store",
    "shared_atomic", "async_copy",   "bulk_load",     "bulk_store",  "shared_memory"};

inline constexpr std::array<std::string_view, 4> kColorings{"warp", "lane", "thread", "time"};

// What of an own kernel a step opens the drawer with.
enum class DrawerPart : std::uint8_t { none, code, editor, form };
inline constexpr std::array<std::string_view, 4> kDrawerPartNames{"none", "code", "editor", "form"};

// What the window shows of a step. Which events its transport goes through stands in the stage.
struct Scene {
  std::vector<session::StageView> views;  // the first is the hero; never empty
  std::string color_by;                   // what colours the matrix, of kColorings; empty: as is
  std::vector<std::string> controls;      // in the ribbon: parameters' names, "variant", "compare"
  bool transport = true;
  bool blocks = false;  // the matrix shows the launch's blocks, and threads past its edge
  // Of kKeyFigures, behind the access under the cursor; empty: those that cost most.
  std::vector<std::string> figures{};
  // Kernels or families that the roofline names, the rest grey; empty: of each family one.
  std::vector<std::string> named{};
  DrawerPart drawer = DrawerPart::none;
};

struct Step {
  std::string id;         // unique in its lesson; progress is remembered by it
  bool is_extra = false;  // beside the lesson's subject: it may be left out
  session::Stage stage;
  StagedFile file{};  // what is on the stage in place of its kernel
  Scene scene;
  std::vector<std::string> highlight;  // widgets to point at: "bank_view", "control.pitch"…
  std::optional<Prediction> prediction;
  std::vector<Condition> done;  // empty: reading it is enough
  Translated<StepText> text;
  std::vector<std::string> quoted{};  // whose recorded figures the text has: "transpose/tile"
};

// `essential`: of the short way through the course. `extra`: beside its subject.
enum class Weight : std::uint8_t { usual, essential, extra };

// What a lesson asks of a person.
struct Effort {
  int minutes = 0;  // 0: nobody has said
  Weight weight = Weight::usual;
  std::vector<int> needs;  // the numbers of the lessons that come first
};

struct Lesson {
  std::string id;
  int number = 0;
  Effort effort;
  Both title;
  std::vector<Step> steps;
  std::filesystem::path folder{};  // that it was read from; empty: it was parsed
};

// The three files' contents → Lesson; `features`: that its steps may ask about. Errors name the
// file, the step and what to mend.
Result<Lesson> parse_lesson(std::string_view json, std::string_view en, std::string_view zh,
                            session::Features features);
Result<Lesson> load_lesson(const std::filesystem::path& folder, session::Features features);
// All that is wrong with the files, one line each, and the lesson as far as it could be read.
struct InspectedLesson {
  Lesson lesson;
  std::vector<Error> wrong;
};
[[nodiscard]] InspectedLesson inspect_lesson(const std::filesystem::path& folder,
                                             session::Features features);

// Every lesson below `folder`, by number, and what is wrong with those that cannot be read: each
// costs itself alone. Errors: no lesson is left.
struct LoadedLessons {
  std::vector<Lesson> lessons;
  std::vector<Error> broken;
};
Result<LoadedLessons> load_lessons(const std::filesystem::path& folder, session::Features features);
// Adds a person's own: `folder` is a lesson, or holds lessons. One whose number or id is taken is
// broken: its error names both. Errors: there are none.
Result<void> add_lessons(LoadedLessons& loaded, const std::filesystem::path& folder,
                         session::Features features);
// Ours, and those of each folder of `own`.
Result<LoadedLessons> load_lessons(const std::filesystem::path& folder,
                                   std::span<const std::filesystem::path> own,
                                   session::Features features);
// Errors: another of them has the lesson's number or id.
Result<void> check_is_new(const std::vector<Lesson>& lessons, const Lesson& added);
// The folder itself where it is a lesson, else those in it that are.
[[nodiscard]] std::vector<std::filesystem::path> lesson_folders_in(
    const std::filesystem::path& folder);

// The place of a lesson by its id ("swizzle") or its number ("7"). Errors list the nearest ids.
Result<std::size_t> find_lesson(const std::vector<Lesson>& lessons, std::string_view id);

}  // namespace warplens::lessons
