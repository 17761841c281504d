// A lesson is data: assets/lessons/NN-id/ holds lesson.json (the stage of each step, what completes
// it) and its text in en.md and zh.md, one `## Title` section a step, in the same order.
//
// A step may ask for two kernels side by side (`beside`); then its first two views are shown.
//
//   # Title of the lesson
//   ## Title of a step
//   Two or three sentences.
//   ### Do        the one thing to do
//   ### Predict   the question, for steps with a prediction
//   ### Seen      what the person sees once it is done
//
// A prediction's answer is never stored: it is a figure computed from the trace, or from the host
// timeline, on screen.
// May depend on: app/session.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/markdown.h"
#include "app/lessons/occupancy_goal.h"
#include "app/session/session.h"
#include "app/settings/stage_view.h"
#include "kernels/base/result.h"
#include "kernels/timing/timeline_figures.h"

namespace warplens::lessons {

inline constexpr std::array<std::string_view, 2> kLanguageNames{"en", "zh"};

// What a lesson has in both languages besides plain texts.
template <class T>
struct Translated {
  std::array<T, 2> in;
  [[nodiscard]] const T& operator[](Language language) const {
    return in[static_cast<std::size_t>(language)];
  }
  [[nodiscard]] T& operator[](Language language) { return in[static_cast<std::size_t>(language)]; }
};

struct StepText {
  std::string title;
  Markdown body, todo, question, seen;
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
    cache,
    occupancy,
    timeline,
    span,
  };
  Kind kind = Kind::moved;
  std::size_t events = 0;               // played: at least so many
  session::Anchor place{};              // reached: any such event; `occurrence` is not looked at
  std::string kernel{};                 // shown, compared: this variant; empty: any
  catalog::Parameters parameters{};     // shown: with these values among its parameters
  std::string with{};                   // compared: beside this one, on either side
  analysis::CachePreset cache{};        // cache: accesses replayed with this one
  OccupancyGoal occupancy{};            // occupancy: such a state shown
  session::HostTimelineKey timeline{};  // timeline: this run of the host timeline shown
  session::SpanKey span{};              // span: such a span pointed at
};

struct Prediction {
  session::Figure figure = session::Figure::wavefronts;
  session::Anchor at;  // the event that is asked about; the cursor goes there once it is answered
  std::optional<timing::TimelineFigure> timeline{};  // of the host timeline: in place of the above
};

inline constexpr std::array<std::string_view, 4> kColorings{"warp", "lane", "thread", "time"};

// What the window shows of a step. Which events its transport goes through stands in the stage.
struct Scene {
  std::vector<session::StageView> views;  // the first is the hero; never empty
  std::string color_by;                   // what colours the matrix, of kColorings; empty: as is
  std::vector<std::string> controls;      // in the ribbon: parameters' names, "variant", "compare"
  bool transport = true;
};

struct Step {
  std::string id;  // unique in its lesson; progress is remembered by it
  session::Stage stage;
  Scene scene;
  std::vector<std::string> highlight;  // widgets to point at: "bank_view", "control.pitch"…
  std::optional<Prediction> prediction;
  std::vector<Condition> done;  // empty: reading it is enough
  Translated<StepText> text;
};

struct Lesson {
  std::string id;
  int number = 0;
  Text title;
  std::vector<Step> steps;
};

// The three files' contents → Lesson. Errors name the file, the step and what to mend.
[[nodiscard]] Result<Lesson> parse_lesson(std::string_view json, std::string_view en,
                                          std::string_view zh);
[[nodiscard]] Result<Lesson> load_lesson(const std::filesystem::path& folder);

// Every lesson below `folder`, by number, and what is wrong with those that cannot be read: each
// costs itself alone. Errors: no lesson is left.
struct LoadedLessons {
  std::vector<Lesson> lessons;
  std::vector<Error> broken;
};
[[nodiscard]] Result<LoadedLessons> load_lessons(const std::filesystem::path& folder);

// The place of a lesson by its id ("swizzle") or its number ("7"). Errors list the nearest ids.
[[nodiscard]] Result<std::size_t> find_lesson(const std::vector<Lesson>& lessons,
                                              std::string_view id);

}  // namespace warplens::lessons
